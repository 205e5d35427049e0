'use client';

import { trpc } from '@/surfaces/trpc/react';
import { periodShort, periodWords } from '@/ui/finance/period-words';
import { BarChart } from '@/ui/kit/chart/bar-chart';
import { QueryView } from '@/ui/shell/query-view';
import type { Behind, SummedFigure } from './behind';
import { reportQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

/** Revenue by period of booking and period of revenue: recognized so far, planned from there on. */
export function WaterfallReport() {
  const { finance, filters } = useReport();
  const query = trpc.revenue.reports.waterfall.useQuery(reportQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {({ currencyCode, asOf, periods, rows, total, periodBasis }) => {
        const [words, short] = [
          (period: string) => periodWords(periodBasis, period),
          (period: string) => periodShort(periodBasis, period),
        ];
        const [first = asOf, last = asOf] = [periods.at(0), periods.at(-1)];
        const part = (what: string, figure: SummedFigure) => ({
          behind: (row: (typeof rows)[number]): Behind => ({
            label: `${what}, booked in ${words(row.cohort)}`,
            figure: { ...figure, cohort: row.cohort } as SummedFigure,
          }),
          totalBehind: { label: `${what}, all bookings`, figure },
        });
        return (
          <ReportTable
            basis={periodBasis}
            title="Revenue waterfall"
            name={`revenue-waterfall-${asOf}`}
            currency={currencyCode}
            isStale={query.isPlaceholderData}
            rows={rows}
            rowId={(row) => row.cohort}
            chart={
              <BarChart
                label="Revenue by month, recognized and planned"
                currency={currencyCode}
                groups={periods.map(short)}
                series={[
                  {
                    id: 'recognised',
                    label: 'Recognized',
                    tone: 'accent',
                    values: total.months.map((amount, index) =>
                      (periods[index] ?? '') <= asOf ? amount : null,
                    ),
                  },
                  {
                    id: 'planned',
                    label: 'Planned',
                    tone: 'planned',
                    values: total.months.map((amount, index) =>
                      (periods[index] ?? '') > asOf ? amount : null,
                    ),
                  },
                ]}
              />
            }
            columns={[
              {
                id: 'cohort',
                header: 'Booked in',
                kind: 'words',
                text: (row) => words(row.cohort),
                total: 'Total',
              },
              {
                id: 'booked',
                header: 'Booked',
                kind: 'money',
                value: (row) => row.booked,
                total: total.booked,
                ...part('Price', { kind: 'BOOKED' }),
              },
              {
                id: 'before',
                header: 'Before',
                kind: 'money',
                value: (row) => row.before,
                total: total.before,
                ...part(`Revenue before ${words(first)}`, { kind: 'REVENUE', before: first }),
              },
              ...periods.map((period, index) => ({
                id: period,
                header: short(period),
                kind: 'money' as const,
                value: (row: (typeof rows)[number]) => row.months[index],
                total: total.months[index],
                ...part(`Revenue of ${words(period)}`, { kind: 'REVENUE', from: period, to: period }),
              })),
              {
                id: 'after',
                header: 'After',
                kind: 'money',
                value: (row) => row.after,
                total: total.after,
                ...part(`Revenue after ${words(last)}`, { kind: 'REVENUE', after: last }),
              },
              {
                id: 'remaining',
                header: 'Remaining',
                kind: 'money',
                value: (row) => row.remaining,
                total: total.remaining,
                ...part('Remaining', { kind: 'REMAINING' }),
              },
            ]}
          />
        );
      }}
    </QueryView>
  );
}
