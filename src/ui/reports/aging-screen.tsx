'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import {
  AGING_BUCKETS,
  AGING_SIDES,
  type AgingBucket,
  agingRowName,
  BUCKET_TITLES,
} from '@/core/billing/aging';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { LinkTabs } from '@/ui/kit/layout/link-tabs';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { FigureLink } from '@/ui/kit/text-link';
import { DownloadMenu } from '@/ui/records/export-menu';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { AgingControl } from './aging-control';
import { placeBehind } from './aging-links';
import { OpenItems } from './open-items';
import { PrintButton } from './statement-actions';
import {
  AGING_ROWS,
  agingFilters,
  agingQuestion,
  openItemsPage,
  openItemsQuestion,
} from './statement-questions';

type Report = RouterOutputs['reports']['aging'];
type Row = Report['rows'][number];

/** The path of a counterparty's own page. */
const PLACES = { RECEIVABLE: 'customers', PAYABLE: 'vendors', EMPLOYEE_PAYABLE: 'employees' } as const;

/** Open amounts by age; a name links to the documents behind the figures. */
export function AgingScreen() {
  const books = useBooks();
  const finance = useFinance();
  const [filters, setFilters] = useQueryStates(agingFilters);
  const question = agingQuestion(finance, books.today, filters);
  const query = trpc.reports.aging.useQuery(question, { placeholderData: keepPreviousData });
  const { side } = filters;
  const report = query.data;
  const documents = openItemsQuestion(finance, books.today, filters);
  const isSearched = filters.search !== '';
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
          <>
            <PrintButton />
            <DownloadMenu sheet="aging" input={report ? documents : null} />
          </>
        }
      />
      <LinkTabs
        label="Sides"
        current={side}
        tabs={SUBLEDGERS.map((known) => {
          const address = finance.link('reports/aging');
          const mark = address.includes('?') ? '&' : '?';
          return { id: known, label: AGING_SIDES[known].label, href: `${address}${mark}side=${known}` };
        })}
      />
      <div className="flex flex-wrap items-center gap-3">
        <FinanceBar />
        {filters.entity ? (
          <Button tone="quiet" onPress={() => void setFilters({ entity: null, page: null })}>
            Show all
          </Button>
        ) : (
          <SearchBox
            label="Search name"
            value={filters.search}
            onValue={(search) => void setFilters({ search: search || null, page: null })}
          />
        )}
      </div>
      <QueryView query={query}>
        {(data) => (
          <>
            <DataTable
              label="Aging"
              columns={columnsOf(side, data, isSearched || data.rowCount > data.rows.length, (row) =>
                row.entityId === null
                  ? null
                  : `${finance.link('reports/aging').split('?')[0]}?side=${side}&entity=${row.entityId}`,
              )}
              rows={data.rows}
              rowId={(row) => `${row.origin}/${row.entityId}/${row.currencyCode}`}
              isStale={query.isPlaceholderData}
              empty={
                <FilteredEmpty
                  isFiltered={isSearched}
                  onClear={() => void setFilters({ search: null, page: null })}
                  title="Nothing is open"
                >
                  Every document is settled.
                </FilteredEmpty>
              }
            />
            {data.rowCount > AGING_ROWS ? (
              <Pager
                page={Math.max(1, filters.page)}
                limit={AGING_ROWS}
                total={data.rowCount}
                isCounted={data.isCounted}
                onPage={(page) => void setFilters({ page })}
              />
            ) : null}
          </>
        )}
      </QueryView>
      {report?.control ? <AgingControl control={report.control} /> : null}
      {filters.entity ? (
        <OpenItems
          question={openItemsPage(documents, filters.page)}
          who={PLACES[side]}
          onPage={(page) => void setFilters({ page })}
        />
      ) : null}
    </Page>
  );
}

function columnsOf(
  side: (typeof SUBLEDGERS)[number],
  report: Report,
  isPart: boolean,
  href: (row: Row) => string | null,
): Column<Row>[] {
  const base = report.base.currencyCode;
  const total = (bucket: AgingBucket | 'total') => [
    ...report.totals.map((sum) => (
      <div key={sum.currencyCode}>
        <Money value={sum[bucket]} currency={sum.currencyCode} />
      </div>
    )),
    <div key="base" className="font-semibold">
      <Money value={report.base[bucket]} currency={base} />
    </div>,
  ];
  const figure = (row: Row, bucket: AgingBucket | 'total') => {
    const address = placeBehind(href(row), row, bucket);
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
      header: AGING_SIDES[side].who,
      cell: (row) => {
        const address = href(row);
        return address === null ? agingRowName(row) : <RowLink href={address}>{agingRowName(row)}</RowLink>;
      },
      // The totals are those of the control account, whichever rows are found or on this page.
      total: isPart ? 'Total of all' : 'Total',
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
    ...AGING_BUCKETS.map(
      (bucket): Column<Row> => ({
        id: bucket,
        header: BUCKET_TITLES[bucket],
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
