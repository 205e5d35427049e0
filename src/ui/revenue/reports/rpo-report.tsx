'use client';

import { REMAINING_BANDINGS, REMAINING_EXPEDIENTS } from '@/core/revenue/vocabulary';
import { trpc } from '@/surfaces/trpc/react';
import { isFiscal, periodWords } from '@/ui/finance/period-words';
import { BarChart } from '@/ui/kit/chart/bar-chart';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { SelectField } from '@/ui/kit/input/select-field';
import { QueryView } from '@/ui/shell/query-view';
import type { SummedFigure } from './behind';
import { AskedFigure } from './figure-button';
import { rpoQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

const EXPEDIENT_WORDS: Readonly<Record<(typeof REMAINING_EXPEDIENTS)[number], string>> = {
  ONE_YEAR: 'Contracts of a year or less (606-10-50-14(a))',
  RIGHT_TO_INVOICE: 'Right to invoice (606-10-50-14(b))',
  ROYALTY: 'Sales or usage royalties (606-10-50-14A(a))',
  VARIABLE: 'Variable amounts of unsatisfied obligations (606-10-50-14A(b))',
};
const BANDING_WORDS = { MONTHS: 'In 12-month bands', YEARS: 'By calendar year' } as const;
const bandingWords = (banding: (typeof REMAINING_BANDINGS)[number], fiscal: boolean) =>
  fiscal && banding === 'YEARS' ? 'By fiscal year' : BANDING_WORDS[banding];

/** `1-12 months` formatted for reading. */
const bandWords = (band: string) =>
  band === 'unscheduled' ? 'No month known yet' : band.replace('-', '–').replace(/^over/, 'Over');

/** The revenue expected in a band of the report. */
function bandFigure(band: string): SummedFigure {
  if (band === 'unscheduled') return { kind: 'UNSCHEDULED' };
  return { kind: 'EXPECTED', band, overdue: band.endsWith('months') ? 'NEXT_MONTH' : 'OWN_MONTH' };
}

/** Promised revenue not yet recognized, and when it is expected (606-10-50-13 to 50-15). */
export function RpoReport() {
  const { finance, filters, setFilters } = useReport();
  const query = trpc.revenue.reports.rpo.useQuery(rpoQuestion(finance, filters), KEPT);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3" data-print="hide">
        <SelectField
          label="Bands"
          className="w-44"
          value={filters.banding}
          choices={REMAINING_BANDINGS.map((value) => ({
            value,
            label: bandingWords(value, isFiscal(query.data?.periodBasis)),
          }))}
          onChange={(event) =>
            void setFilters({
              banding: REMAINING_BANDINGS.find((known) => known === event.target.value) ?? null,
            })
          }
        />
        <fieldset className="min-w-0">
          <legend className="font-medium text-ink-soft text-small">Excluded by a practical expedient</legend>
          <div className="flex flex-wrap gap-x-5 gap-y-1 py-1">
            {REMAINING_EXPEDIENTS.map((expedient) => (
              <Checkbox
                key={expedient}
                label={EXPEDIENT_WORDS[expedient]}
                checked={filters.elected.includes(expedient)}
                onChange={(event) =>
                  void setFilters({
                    elected: event.target.checked
                      ? [...filters.elected, expedient]
                      : filters.elected.filter((one) => one !== expedient),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      </div>
      <QueryView query={query}>
        {({ currencyCode, asOf, bands, total, excluded, periodBasis }) => {
          const whose = { bookedBy: asOf, without: [...filters.elected] };
          return (
            <ReportTable
              basis={periodBasis}
              title={`Remaining performance obligations at the end of ${periodWords(periodBasis, asOf)}`}
              name={`remaining-obligations-${asOf}`}
              currency={currencyCode}
              isStale={query.isPlaceholderData}
              rows={bands}
              rowId={(row) => row.band}
              chart={
                <BarChart
                  label="Remaining performance obligations by band"
                  currency={currencyCode}
                  groups={bands.map(({ band }) => bandWords(band))}
                  series={[
                    {
                      id: 'rpo',
                      label: 'Remaining',
                      tone: 'accent',
                      values: bands.map(({ amount }) => amount),
                    },
                  ]}
                />
              }
              columns={[
                {
                  id: 'band',
                  header: 'Expected in',
                  kind: 'words',
                  text: (row) => bandWords(row.band),
                  total: 'Total',
                },
                {
                  id: 'amount',
                  header: 'Remaining',
                  kind: 'money',
                  value: (row) => row.amount,
                  total,
                  behind: (row) => ({
                    label: `Remaining: ${bandWords(row.band)}`,
                    figure: { ...bandFigure(row.band), ...whose } as SummedFigure,
                  }),
                  totalBehind: { label: 'Remaining obligations', figure: { kind: 'REMAINING', ...whose } },
                },
              ]}
            >
              {excluded.map(({ expedient, amount }) => (
                <p key={expedient} className="text-ink-mute">
                  Excluded:{' '}
                  <AskedFigure
                    value={amount}
                    currency={currencyCode}
                    showCurrency
                    className="underline decoration-from-font"
                    behind={{
                      label: 'Excluded by a practical expedient',
                      figure: { kind: 'REMAINING', only: expedient, bookedBy: asOf },
                    }}
                  />
                  , {EXPEDIENT_WORDS[expedient] ?? statusWords(expedient)}.
                </p>
              ))}
            </ReportTable>
          );
        }}
      </QueryView>
    </div>
  );
}
