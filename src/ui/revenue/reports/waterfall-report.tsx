'use client';

import { trpc } from '@/surfaces/trpc/react';
import { stepMonth } from '@/ui/finance/finance-scope';
import { BarChart } from '@/ui/kit/chart/bar-chart';
import { formatMonth, formatMonthShort } from '@/ui/kit/date-format';
import { QueryView } from '@/ui/shell/query-view';
import type { Behind, SummedFigure } from './behind';
import { reportQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

/** Revenue by month of booking and month of revenue: recognized so far, planned from there on. */
export function WaterfallReport() {
  const { finance, filters } = useReport();
  const query = trpc.revenue.reports.waterfall.useQuery(reportQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {({ currencyCode, asOf, periods, rows, total }) => {
        const [first = asOf, last = asOf] = [periods.at(0), periods.at(-1)];
        const part = (words: string, figure: SummedFigure) => ({
          behind: (row: (typeof rows)[number]): Behind => ({
            label: `${words}, booked in ${formatMonth(row.cohort)}`,
            figure: { ...figure, cohort: row.cohort } as SummedFigure,
          }),
          totalBehind: { label: `${words}, all bookings`, figure },
        });
        return (
          <ReportTable
            basis={query.data?.periodBasis}
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
                groups={periods.map(formatMonthShort)}
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
                text: (row) => formatMonth(row.cohort),
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
                ...part(`Revenue before ${formatMonth(first)}`, {
                  kind: 'REVENUE',
                  to: stepMonth(first, -1),
                }),
              },
              ...periods.map((period, index) => ({
                id: period,
                header: formatMonthShort(period),
                kind: 'money' as const,
                value: (row: (typeof rows)[number]) => row.months[index],
                total: total.months[index],
                ...part(`Revenue of ${formatMonth(period)}`, { kind: 'REVENUE', from: period, to: period }),
              })),
              {
                id: 'after',
                header: 'After',
                kind: 'money',
                value: (row) => row.after,
                total: total.after,
                ...part(`Revenue after ${formatMonth(last)}`, { kind: 'REVENUE', from: stepMonth(last, 1) }),
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
