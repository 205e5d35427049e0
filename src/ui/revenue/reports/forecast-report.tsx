'use client';

import { trpc } from '@/surfaces/trpc/react';
import { isFiscal, periodShort, periodWords } from '@/ui/finance/period-words';
import { BarChart } from '@/ui/kit/chart/bar-chart';
import { QueryView } from '@/ui/shell/query-view';
import type { Behind } from './behind';
import { AskedFigure } from './figure-button';
import { reportQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

/** Revenue by period: recognized so far, scheduled from there on. */
export function ForecastReport() {
  const { finance, filters } = useReport();
  const query = trpc.revenue.reports.forecast.useQuery(reportQuestion(finance, filters), KEPT);
  return (
    <QueryView query={query}>
      {({ currencyCode, asOf, rows, unscheduled, periodBasis }) => {
        const words = (period: string) => periodWords(periodBasis, period);
        type Row = (typeof rows)[number];
        const money = (id: 'recognised' | 'scheduled' | 'total' | 'cumulative', header: string) => ({
          id,
          header,
          kind: 'money' as const,
          value: (row: Row) => row[id],
          behind: (row: Row): Behind => ({
            label: `${header}, ${id === 'cumulative' ? 'up to ' : ''}${words(row.period)}`,
            figure: {
              kind: 'REVENUE',
              from: id === 'cumulative' ? (rows[0]?.period ?? row.period) : row.period,
              to: row.period,
              of: id === 'recognised' ? 'POSTED' : id === 'scheduled' ? 'OPEN' : 'ALL',
            },
          }),
        });
        return (
          <ReportTable
            basis={periodBasis}
            title="Revenue forecast"
            name={`revenue-forecast-${asOf}`}
            currency={currencyCode}
            isStale={query.isPlaceholderData}
            rows={rows}
            rowId={(row) => row.period}
            chart={
              <BarChart
                label="Revenue by month, recognized and scheduled"
                currency={currencyCode}
                groups={rows.map(({ period }) => periodShort(periodBasis, period))}
                series={[
                  {
                    id: 'recognised',
                    label: 'Recognized',
                    tone: 'accent',
                    values: rows.map((row) => row.recognised),
                  },
                  {
                    id: 'scheduled',
                    label: 'Scheduled',
                    tone: 'planned',
                    values: rows.map((row) => row.scheduled),
                  },
                ]}
              />
            }
            columns={[
              {
                id: 'period',
                header: isFiscal(periodBasis) ? 'Period' : 'Month',
                kind: 'words',
                text: (row) => words(row.period),
              },
              money('recognised', 'Recognized'),
              money('scheduled', 'Scheduled'),
              money('total', 'Total'),
              money('cumulative', 'Running total'),
            ]}
          >
            <p className="text-ink-mute">
              No month is known yet for{' '}
              <AskedFigure
                value={unscheduled}
                currency={currencyCode}
                showCurrency
                className="underline decoration-from-font"
                behind={{ label: 'No month known yet', figure: { kind: 'UNSCHEDULED' } }}
              />
              , which depends on delivery, progress or usage.
            </p>
          </ReportTable>
        );
      }}
    </QueryView>
  );
}
