'use client';

import { dec, toPlainString } from '@/core/money/decimal';
import { trpc } from '@/surfaces/trpc/react';
import { isFiscal, periodShort, periodWords } from '@/ui/finance/period-words';
import { BarChart } from '@/ui/kit/chart/bar-chart';
import { QueryView } from '@/ui/shell/query-view';
import type { Behind, SummedFigure } from './behind';
import { recurringQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

const MOVES = [
  { id: 'new', move: 'NEW', header: 'New', tone: 'accent', sign: 1 },
  { id: 'reactivation', move: 'REACTIVATION', header: 'Reactivated', tone: 'plum', sign: 1 },
  { id: 'expansion', move: 'EXPANSION', header: 'Expanded', tone: 'positive', sign: 1 },
  { id: 'contraction', move: 'CONTRACTION', header: 'Contracted', tone: 'caution', sign: -1 },
  { id: 'churn', move: 'CHURN', header: 'Churned', tone: 'planned', sign: -1 },
] as const;

type Move = Extract<SummedFigure, { kind: 'RECURRING' }>['move'];

/** Reductions are shown as negative amounts, whatever their sign in the report. */
const signed = (amount: string, sign: 1 | -1) =>
  toPlainString(sign === 1 ? dec(amount) : dec(amount).abs().negated());

/** Monthly recurring revenue from subscriptions, bridged month by month. */
export function RecurringReport() {
  const { finance, filters } = useReport();
  const query = trpc.revenue.reports.recurring.useQuery(recurringQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {({ currencyCode, asOf, rows, periodBasis }) => {
        type Row = (typeof rows)[number];
        const hasAny = rows.some(({ opening, closing }) => !dec(opening).isZero() || !dec(closing).isZero());
        const behind =
          (move: Move, header: string) =>
          (row: Row): Behind => ({
            label: `${header}, recurring revenue of ${periodWords(periodBasis, row.period)}`,
            figure: { kind: 'RECURRING', move, period: row.period },
          });
        const money = (id: 'opening' | 'closing' | 'annual', move: Move, header: string) => ({
          id,
          header,
          kind: 'money' as const,
          value: (row: Row) => row[id],
          behind: behind(move, header),
        });
        return (
          <ReportTable
            basis={periodBasis}
            title="Monthly recurring revenue"
            name={`recurring-revenue-${asOf}`}
            currency={currencyCode}
            isStale={query.isPlaceholderData}
            rows={hasAny ? rows : []}
            rowId={(row) => row.period}
            chart={
              <BarChart
                label="Recurring revenue, additions and reductions by month"
                currency={currencyCode}
                groups={rows.map(({ period }) => periodShort(periodBasis, period))}
                series={MOVES.map(({ id, header, tone, sign }) => ({
                  id,
                  label: header,
                  tone,
                  values: rows.map((row) => signed(row[id], sign)),
                }))}
                line={{
                  label: isFiscal(periodBasis) ? 'At the end' : 'At month-end',
                  values: rows.map((row) => row.closing),
                }}
              />
            }
            columns={[
              {
                id: 'period',
                header: isFiscal(periodBasis) ? 'Period' : 'Month',
                kind: 'words',
                text: (row) => periodWords(periodBasis, row.period),
              },
              money('opening', 'OPENING', 'Opening'),
              ...MOVES.map(({ id, move, header, sign }) => ({
                id,
                header,
                kind: 'money' as const,
                value: (row: Row) => signed(row[id], sign),
                behind: behind(move, header),
              })),
              money('closing', 'CLOSING', 'Closing'),
              money('annual', 'ANNUAL', 'Annualized'),
            ]}
          >
            <p className="text-ink-mute">
              Based on subscriptions as agreed. Not a measure defined by the standard.
            </p>
          </ReportTable>
        );
      }}
    </QueryView>
  );
}
