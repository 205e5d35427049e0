'use client';

import { dec, toPlainString } from '@/core/money/decimal';
import { trpc } from '@/surfaces/trpc/react';
import { financeQuery } from '@/ui/finance/finance-scope';
import { isFiscal, periodShort, periodWords } from '@/ui/finance/period-words';
import { BarChart } from '@/ui/kit/chart/bar-chart';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { Notice } from '@/ui/kit/notice';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import type { Behind } from './behind';
import { reportQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

const MOVES = {
  opening: 'OPENING',
  billings: 'BILLINGS',
  releases: 'RELEASES',
  adjustments: 'ADJUSTMENTS',
  closing: 'CLOSING',
} as const;

const negated = (amount: string) => toPlainString(dec(amount).negated());

/** Deferred revenue period by period, from opening to closing balance, reconciled to the ledger. */
export function RollforwardReport() {
  const books = useBooks();
  const { finance, filters } = useReport();
  const query = trpc.revenue.reports.rollforward.useQuery(reportQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {({ currencyCode, asOf, rows, periodBasis }) => {
        const words = (period: string) => periodWords(periodBasis, period);
        type Row = (typeof rows)[number];
        const money = (
          id: 'opening' | 'billings' | 'releases' | 'adjustments' | 'closing',
          header: string,
        ) => ({
          id,
          header,
          kind: 'money' as const,
          // Releases are shown as reductions.
          value: (row: Row) => (id === 'releases' ? negated(row.releases) : row[id]),
          behind: (row: Row): Behind => ({
            label: `${header}, deferred revenue of ${words(row.period)}`,
            figure: { kind: 'DEFERRED', move: MOVES[id], period: row.period },
          }),
        });
        const isTied = rows.every(({ difference }) => difference !== null);
        const differences = rows.filter(({ difference }) => difference !== null && !dec(difference).isZero());
        return (
          <ReportTable
            basis={periodBasis}
            title="Deferred revenue roll-forward"
            name={`deferred-revenue-${asOf}`}
            currency={currencyCode}
            isStale={query.isPlaceholderData}
            rows={rows}
            rowId={(row) => row.period}
            chart={
              <BarChart
                label="Deferred revenue, additions and reductions by month"
                currency={currencyCode}
                groups={rows.map(({ period }) => periodShort(periodBasis, period))}
                series={[
                  { id: 'billed', label: 'Billed', tone: 'accent', values: rows.map((row) => row.billings) },
                  {
                    id: 'recognised',
                    label: 'Recognized',
                    tone: 'positive',
                    values: rows.map((row) => negated(row.releases)),
                  },
                  {
                    id: 'adjusted',
                    label: 'Adjusted',
                    tone: 'caution',
                    values: rows.map((row) => row.adjustments),
                  },
                ]}
                line={{ label: 'Closing balance', values: rows.map((row) => row.closing) }}
              />
            }
            columns={[
              {
                id: 'period',
                header: isFiscal(periodBasis) ? 'Period' : 'Month',
                kind: 'words',
                text: (row) => words(row.period),
              },
              money('opening', 'Opening'),
              money('billings', 'Billed'),
              money('releases', 'Recognized'),
              money('adjustments', 'Adjusted'),
              money('closing', 'Closing'),
              ...(isTied
                ? [
                    {
                      id: 'ledger',
                      header: 'Ledger',
                      kind: 'money' as const,
                      value: (row: Row) => row.ledger,
                      href: (row: Row) =>
                        financeQuery(books.path('reports/trial-balance'), {
                          period: row.period,
                          subsidiary: finance.subsidiaryId ?? null,
                        }),
                    },
                    {
                      id: 'difference',
                      header: 'Difference',
                      kind: 'money' as const,
                      value: (row: Row) => row.difference,
                    },
                  ]
                : []),
            ]}
          >
            {!isTied ? (
              <Notice>
                The ledger has no effective dates, so a report with an effective date is not reconciled to it.
              </Notice>
            ) : differences.length === 0 ? (
              <p role="status" className="text-positive">
                Every closing balance equals the ledger. The difference is{' '}
                {formatAmount('0', currencyCode, { zero: 'digits' })}.
              </p>
            ) : (
              <Notice tone="danger" role="alert">
                The closing balance differs from the ledger in{' '}
                {differences.map(({ period }) => words(period)).join(', ')}.
              </Notice>
            )}
          </ReportTable>
        );
      }}
    </QueryView>
  );
}
