'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { money, type Sheet, words } from '@/core/sheets/sheet';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { PeriodNotice } from '@/ui/finance/period-notice';
import { periodShort } from '@/ui/finance/period-words';
import { useFinance } from '@/ui/finance/use-finance';
import { monthEnd } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { FigureLink } from '@/ui/kit/text-link';
import { useSheetFacts } from '@/ui/records/form/use-sheet-facts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { IncomeStatementBar } from './income-statement-bar';
import { StatementActions } from './statement-actions';
import { incomeByPeriodQuestion } from './statement-questions';

type Report = RouterOutputs['reports']['incomeByPeriod'];

/** One line of the statement: an account, the total of a section, or a subtotal. */
type Line = {
  readonly id: string;
  readonly kind: 'account' | 'total' | 'result';
  readonly accountId: string | null;
  readonly code: string;
  readonly title: string;
  readonly amounts: readonly string[];
  readonly total: string;
};

const LOOK = {
  account: undefined,
  total: 'font-medium [&>td]:border-line-strong [&>td]:border-t',
  result: 'font-semibold [&>td]:border-ink-mute [&>td]:border-t',
} as const;

/** Income and expenses with a column for each month, or each fiscal period of the books, of the year ending with the selected one. */
export function IncomeByPeriod() {
  const books = useBooks();
  const finance = useFinance();
  const query = trpc.reports.incomeByPeriod.useQuery(incomeByPeriodQuestion(finance), {
    placeholderData: keepPreviousData,
  });
  const report = query.data;
  const facts = useSheetFacts();
  const short = (data: Report, period: string) => periodShort(data.periodBasis, period);
  const sheetOf = async (data: Report): Promise<Sheet> => ({
    name: `income-statement-by-period-${data.periods.at(-1) ?? ''}`,
    title: 'Income statement by period',
    facts: await facts({
      period: rangeOf(data),
      subsidiaryId: finance.subsidiaryId,
      currency: data.currencyCode,
      filters: data.periodBasis === undefined ? [] : [data.periodBasis.words],
    }),
    columns: ['Code', 'Title', ...data.periods.map((period) => short(data, period)), 'Total', 'Currency'],
    lines: linesOf(data).map(({ kind, code, title, amounts, total }) => ({
      cells: [
        words(code),
        words(title),
        ...[...amounts, total].map((amount) => money(amount, data.currencyCode)),
        words(data.currencyCode),
      ],
      isStrong: kind !== 'account',
    })),
  });
  return (
    <Page>
      <PageHeader
        title="Income statement"
        description={
          report ? `${books.organization.name}, ${rangeOf(report)}, in ${report.currencyCode}` : undefined
        }
        actions={<StatementActions sheet={report ? () => sheetOf(report) : null} />}
      />
      <IncomeStatementBar />
      <QueryView query={query}>
        {(data) => (
          <>
            <PeriodNotice basis={data.periodBasis} />
            <DataTable
              label="Income statement by period"
              rows={linesOf(data)}
              rowId={(line) => line.id}
              isStale={query.isPlaceholderData}
              rowClassName={({ kind }) => LOOK[kind]}
              columns={columnsOf(data, finance.link)}
              empty={<EmptyState title="Nothing was posted in these periods" />}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}

const rangeOf = ({ periods, periodBasis }: Report) =>
  [periods.at(0), periods.at(-1)].map((period) => periodShort(periodBasis, period ?? '')).join(' to ');

/** The sections in order, each subtotal after its components. */
function linesOf(report: Report): Line[] {
  const of = (...types: readonly string[]) =>
    report.sections
      .filter(({ type }) => types.includes(type))
      .flatMap(({ type, title, rows, amounts, total }): Line[] => [
        ...rows.map((row) => ({
          ...row,
          id: `${type}/${row.accountId}`,
          kind: 'account' as const,
          title: row.name,
        })),
        {
          id: `${type}/total`,
          kind: 'total',
          accountId: null,
          code: '',
          title: `Total ${title.toLowerCase()}`,
          amounts,
          total,
        },
      ]);
  const result = (id: string, title: string, sums: Report['netIncome']): Line => ({
    id,
    kind: 'result',
    accountId: null,
    code: '',
    title,
    ...sums,
  });
  return [
    ...of('REVENUE', 'COST_OF_SALES'),
    result('gross', 'Gross profit', report.grossProfit),
    ...of('EXPENSE'),
    result('operating', 'Operating income', report.operatingIncome),
    ...of('OTHER_INCOME', 'OTHER_EXPENSE'),
    result('net', 'Net income', report.netIncome),
  ];
}

/** The first and last day of a column; null where periods of several calendars count in it. */
function daysOf({ periodBasis }: Report, period: string): readonly [from: string, to: string] | null {
  if (periodBasis === undefined) return [`${period}-01`, monthEnd(`${period}-01`)];
  const found = periodBasis.periods.find(({ key }) => key === period);
  return found === undefined ? null : [found.startDate, found.endDate];
}

function columnsOf(report: Report, link: (place: string) => string): Column<Line>[] {
  const { currencyCode: currency, periods } = report;
  const activity = (accountId: string, from: string, to: string) => {
    const address = link(`accounts/${accountId}`);
    return `${address}${address.includes('?') ? '&' : '?'}from=${from}&to=${to}`;
  };
  const [first, last] = [daysOf(report, periods.at(0) ?? ''), daysOf(report, periods.at(-1) ?? '')];
  return [
    {
      id: 'account',
      header: 'Account',
      className: 'whitespace-nowrap',
      isSticky: true,
      cell: ({ accountId, code, title }) => {
        if (accountId === null) return title;
        const name = `${code} ${title}`;
        return first === null || last === null ? (
          name
        ) : (
          <RowLink href={activity(accountId, first[0], last[1])} className="font-normal">
            {name}
          </RowLink>
        );
      },
    },
    ...periods.map((period, index): Column<Line> => {
      const days = daysOf(report, period);
      return {
        id: period,
        header: periodShort(report.periodBasis, period),
        align: 'end',
        cell: ({ accountId, amounts }) => {
          const amount = <Money value={amounts[index]} currency={currency} />;
          return accountId === null || days === null ? (
            amount
          ) : (
            <FigureLink href={activity(accountId, ...days)} tabIndex={-1}>
              {amount}
            </FigureLink>
          );
        },
      };
    }),
    {
      id: 'total',
      header: 'Total',
      align: 'end',
      cell: ({ total }) => <Money value={total} currency={currency} zero="digits" />,
    },
  ];
}
