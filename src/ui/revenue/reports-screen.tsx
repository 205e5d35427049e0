'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { DataTable } from '@/ui/kit/data-table';
import { formatMonth } from '@/ui/kit/date-format';
import { EmptyState } from '@/ui/kit/empty-state';
import { Money } from '@/ui/kit/money';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { RowLink } from '@/ui/kit/row-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { revenueQuestion } from './report-question';
import { RevenueTabs } from './revenue-tabs';

type Reports = RouterOutputs['revenue']['reports'];

/** What revenue discloses: deferred revenue rolled forward, the waterfall, and the balances contract by contract. */
export function RevenueReportsScreen() {
  const question = revenueQuestion(useFinance());
  const kept = { placeholderData: keepPreviousData };
  const rollforward = trpc.revenue.reports.rollforward.useQuery(question, kept);
  const waterfall = trpc.revenue.reports.waterfall.useQuery(question, kept);
  const balances = trpc.revenue.reports.contractBalances.useQuery(question, kept);
  return (
    <Page>
      <PageHeader title="Revenue reports" />
      <RevenueTabs current="reports" />
      <FinanceBar />
      <QueryView query={rollforward}>{(report) => <Rollforward report={report} />}</QueryView>
      <QueryView query={waterfall}>{(report) => <Waterfall report={report} />}</QueryView>
      <QueryView query={balances}>{(report) => <Balances report={report} />}</QueryView>
    </Page>
  );
}

const NOTHING = (
  <EmptyState title="No contract has revenue here">Nothing was billed or recognised.</EmptyState>
);

function Rollforward({ report }: { readonly report: Reports['rollforward'] }) {
  type Row = (typeof report.rows)[number];
  const column = (id: 'opening' | 'billings' | 'releases' | 'adjustments' | 'closing', header: string) => ({
    id,
    header,
    align: 'end' as const,
    cell: (row: Row) => <Money value={row[id]} currency={report.currencyCode} />,
  });
  return (
    <section aria-label="Deferred revenue" className="flex flex-col gap-2">
      <h2 className="font-semibold">Deferred revenue, rolled forward ({report.currencyCode})</h2>
      <DataTable
        label="Deferred revenue"
        rows={report.rows}
        rowId={(row) => row.period}
        empty={NOTHING}
        columns={[
          { id: 'period', header: 'Month', cell: (row) => formatMonth(row.period) },
          column('opening', 'Opening'),
          column('billings', 'Billed'),
          column('releases', 'Recognised'),
          column('adjustments', 'Adjusted'),
          column('closing', 'Closing'),
          {
            id: 'difference',
            header: 'Differs from the ledger by',
            align: 'end',
            cell: (row) => <Money value={row.difference} currency={report.currencyCode} />,
          },
        ]}
      />
    </section>
  );
}

function Waterfall({ report }: { readonly report: Reports['waterfall'] }) {
  const { currencyCode: currency, total } = report;
  const money = (value: string | undefined) => <Money value={value} currency={currency} />;
  type Row = (typeof report.rows)[number];
  return (
    <section aria-label="Waterfall" className="flex flex-col gap-2">
      <h2 className="font-semibold">Waterfall by month of booking ({currency})</h2>
      <DataTable
        label="Waterfall"
        rows={report.rows}
        rowId={(row) => row.cohort}
        empty={NOTHING}
        columns={[
          {
            id: 'cohort',
            header: 'Booked in',
            className: 'whitespace-nowrap',
            cell: (row: Row) => formatMonth(row.cohort),
            total: 'Total',
          },
          {
            id: 'booked',
            header: 'Booked',
            align: 'end',
            cell: (row: Row) => money(row.booked),
            total: money(total.booked),
          },
          {
            id: 'before',
            header: 'Before',
            align: 'end',
            cell: (row: Row) => money(row.before),
            total: money(total.before),
          },
          ...report.periods.map((period, index) => ({
            id: period,
            header: period,
            align: 'end' as const,
            cell: (row: Row) => money(row.months[index]),
            total: money(total.months[index]),
          })),
          {
            id: 'after',
            header: 'After',
            align: 'end',
            cell: (row: Row) => money(row.after),
            total: money(total.after),
          },
          {
            id: 'remaining',
            header: 'Remaining',
            align: 'end',
            cell: (row: Row) => money(row.remaining),
            total: money(total.remaining),
          },
        ]}
      />
    </section>
  );
}

function Balances({ report }: { readonly report: Reports['contractBalances'] }) {
  const books = useBooks();
  const column = (id: 'receivable' | 'contractAsset' | 'deferred', header: string) => ({
    id,
    header,
    align: 'end' as const,
    cell: (row: (typeof report.contracts)[number]) => (
      <Money value={row[id]} currency={report.currencyCode} />
    ),
    total: <Money value={report.closing[id]} currency={report.currencyCode} />,
  });
  return (
    <section aria-label="Contract balances" className="flex flex-col gap-2">
      <h2 className="font-semibold">Contract balances ({report.currencyCode})</h2>
      <DataTable
        label="Contract balances"
        rows={report.contracts}
        rowId={(row) => row.contractId}
        empty={NOTHING}
        columns={[
          {
            id: 'contract',
            header: 'Contract',
            cell: (row) => (
              <RowLink href={books.path(`revenue/${row.contractId}`)}>{row.contractNumber}</RowLink>
            ),
            total: 'Closing',
          },
          column('receivable', 'Receivable'),
          column('contractAsset', 'Contract asset'),
          column('deferred', 'Deferred revenue'),
        ]}
      />
    </section>
  );
}
