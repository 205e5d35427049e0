'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { money, type Sheet, type SheetLine, words } from '@/core/sheets/sheet';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { FigureLink } from '@/ui/kit/text-link';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { AgingControl } from './aging-control';
import { OpenItems } from './open-items';
import { StatementActions } from './statement-actions';
import { AGING_ROWS, agingFilters, agingQuestion, openItemsQuestion } from './statement-questions';

type Report = RouterOutputs['reports']['aging'];
type Row = Report['rows'][number];

const SIDES = {
  RECEIVABLE: { label: 'Receivables', who: 'Customer', place: 'customers' },
  PAYABLE: { label: 'Payables', who: 'Vendor', place: 'vendors' },
  EMPLOYEE_PAYABLE: { label: 'Employees', who: 'Employee', place: 'employees' },
} as const;

const BUCKETS = [
  ['CURRENT', 'Not due'],
  ['DAYS_1_30', '1–30 days'],
  ['DAYS_31_60', '31–60'],
  ['DAYS_61_90', '61–90'],
  ['OVER_90', 'Over 90'],
] as const;

/** The counterparty of a row, or its placeholder. */
const whoOf = (row: Row) =>
  row.origin === 'REVALUATION' ? 'Unrealized exchange differences' : row.entityName || 'No counterparty';

/** Open amounts by age; a name links to the documents behind the figures. */
export function AgingScreen() {
  const books = useBooks();
  const finance = useFinance();
  const [filters, setFilters] = useQueryStates(agingFilters);
  const question = agingQuestion(finance, books.today, filters);
  const query = trpc.reports.aging.useQuery(question, { placeholderData: keepPreviousData });
  const { side } = filters;
  const report = query.data;
  const facts = useSheetFacts();
  const utils = trpc.useUtils();
  const documents = openItemsQuestion(finance, books.today, filters);
  const sheetOf = async (data: Report): Promise<Sheet> => ({
    name: `aging-${side.toLowerCase().replaceAll('_', '-')}-${data.asOf}`,
    title: `Aging: ${SIDES[side].label.toLowerCase()}`,
    facts: await facts({
      period: `As of ${formatDate(data.asOf)}`,
      subsidiaryId: finance.subsidiaryId,
      currency: 'In the currency of each line',
      filters: filters.entity && data.rows[0] ? [`${SIDES[side].who}: ${whoOf(data.rows[0])}`] : [],
    }),
    columns: [
      SIDES[side].who,
      'Currency',
      ...BUCKETS.map(([, title]) => title),
      'Total',
      `Total in ${data.base.currencyCode}`,
    ],
    lines: agingLines(data),
  });
  return (
    <Page>
      <PageHeader
        title="Aging"
        description={
          report
            ? `Open documents and contract receivables as of ${formatDate(report.asOf)}, by days past due`
            : undefined
        }
        actions={
          <StatementActions
            sheet={report ? async () => sheetOf(await utils.reports.aging.fetch(documents)) : null}
          />
        }
      />
      <LinkTabs
        label="Sides"
        current={side}
        tabs={SUBLEDGERS.map((known) => {
          const address = finance.link('reports/aging');
          const mark = address.includes('?') ? '&' : '?';
          return { id: known, label: SIDES[known].label, href: `${address}${mark}side=${known}` };
        })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <FinanceBar />
        {filters.entity ? (
          <Button tone="quiet" onPress={() => void setFilters({ entity: null, page: null })}>
            Show all
          </Button>
        ) : null}
      </div>
      <QueryView query={query}>
        {(data) => (
          <>
            <DataTable
              label="Aging"
              columns={columnsOf(side, data, (row) =>
                row.entityId === null
                  ? null
                  : `${finance.link('reports/aging').split('?')[0]}?side=${side}&entity=${row.entityId}`,
              )}
              rows={data.rows}
              rowId={(row) => `${row.origin}/${row.entityId}/${row.currencyCode}`}
              isStale={query.isPlaceholderData}
              empty={<EmptyState title="Nothing is open">Every document is settled.</EmptyState>}
            />
            {(data.rowCount ?? 0) > AGING_ROWS ? (
              <Pager
                page={Math.max(1, filters.page)}
                limit={AGING_ROWS}
                total={data.rowCount ?? 0}
                onPage={(page) => void setFilters({ page })}
              />
            ) : null}
          </>
        )}
      </QueryView>
      {report?.control ? <AgingControl control={report.control} /> : null}
      {filters.entity ? <OpenItems question={documents} who={SIDES[side].place} /> : null}
    </Page>
  );
}

function columnsOf(
  side: (typeof SUBLEDGERS)[number],
  report: Report,
  href: (row: Row) => string | null,
): Column<Row>[] {
  const base = report.base.currencyCode;
  const total = (bucket: (typeof BUCKETS)[number][0] | 'total') => [
    ...report.totals.map((sum) => (
      <div key={sum.currencyCode}>
        <Money value={sum[bucket]} currency={sum.currencyCode} />
      </div>
    )),
    <div key="base" className="font-semibold">
      <Money value={report.base[bucket]} currency={base} />
    </div>,
  ];
  const figure = (row: Row, bucket: (typeof BUCKETS)[number][0] | 'total') => {
    const address = href(row);
    const amount = <Money value={row[bucket]} currency={row.currencyCode} />;
    return address === null ? (
      amount
    ) : (
      <FigureLink href={address} tabIndex={-1} className={bucket === 'total' ? 'font-medium' : undefined}>
        {amount}
      </FigureLink>
    );
  };
  return [
    {
      id: 'name',
      header: SIDES[side].who,
      cell: (row) => {
        const address = href(row);
        return address === null ? whoOf(row) : <RowLink href={address}>{whoOf(row)}</RowLink>;
      },
      total: 'Total',
    },
    {
      id: 'currency',
      header: 'Currency',
      className: 'text-ink-mute',
      cell: (row) => row.currencyCode,
      total: [
        ...report.totals.map((sum) => <div key={sum.currencyCode}>{sum.currencyCode}</div>),
        <div key="base" className="font-semibold">
          In {base}
        </div>,
      ],
    },
    ...BUCKETS.map(
      ([bucket, header]): Column<Row> => ({
        id: bucket,
        header,
        align: 'end',
        cell: (row) => figure(row, bucket),
        total: total(bucket),
      }),
    ),
    {
      id: 'total',
      header: 'Total',
      align: 'end',
      cell: (row) => figure(row, 'total'),
      total: total('total'),
    },
    {
      id: 'base',
      header: `In ${base}`,
      // On a phone it stands next to the name, above the total in the row's own currency.
      narrowLabel: true,
      align: 'end',
      cell: (row) => <Money value={row.base} currency={base} />,
      total: [
        ...report.totals.map((sum) => (
          <div key={sum.currencyCode}>
            <Money value={sum.base} currency={base} />
          </div>
        )),
        <div key="base" className="font-semibold">
          <Money value={report.base.total} currency={base} />
        </div>,
      ],
    },
  ];
}

function agingLines(report: Report): SheetLine[] {
  const figures = (of: Row | Report['totals'][number]) => [
    words(of.currencyCode),
    ...BUCKETS.map(([bucket]) => money(of[bucket], of.currencyCode)),
    money(of.total, of.currencyCode),
    money(of.base, report.base.currencyCode),
  ];
  return [
    ...report.rows.map((row) => ({ cells: [words(whoOf(row)), ...figures(row)] })),
    ...report.totals.map((sum) => ({ cells: [words('Total'), ...figures(sum)], isStrong: true })),
    {
      cells: [
        words('Total in base currency'),
        words(report.base.currencyCode),
        ...BUCKETS.map(([bucket]) => money(report.base[bucket], report.base.currencyCode)),
        money(report.base.total, report.base.currencyCode),
        money(report.base.total, report.base.currencyCode),
      ],
      isStrong: true,
    },
  ];
}
