'use client';

import { trpc } from '@/surfaces/trpc/react';
import { isFiscal, type PeriodBasis, periodShort } from '@/ui/finance/period-words';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { SelectField } from '@/ui/kit/input/select-field';
import { QueryView } from '@/ui/shell/query-view';
import { AGAINST, CATEGORIES, disaggregationQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { KEPT, useReport } from './use-report';

const WORDS: Readonly<Record<string, string>> = {
  account: 'Revenue account',
  timing: 'Timing',
  subsidiary: 'Subsidiary',
  customer: 'Customer',
  nature: 'Nature of the obligation',
  period: 'Month',
  cohort: 'Month of booking',
};
const FISCAL_WORDS: Readonly<Record<string, string>> = {
  period: 'Fiscal period',
  cohort: 'Period of booking',
};

/** A category's value in words: periods and kinds are spelled out, names are unchanged. */
function valueWords(value: string, basis?: PeriodBasis): string {
  if (/^\d{4}-\d{2}(-\d{2})?$/.test(value)) return periodShort(basis, value);
  if (value === 'none') return 'Not specified';
  return /^[A-Z][A-Z_]+$/.test(value) ? statusWords(value) : value;
}

/** Revenue of the year ending with the selected period, by two categories. */
export function DisaggregationReport() {
  const { finance, filters, setFilters } = useReport();
  const query = trpc.revenue.reports.disaggregation.useQuery(disaggregationQuestion(finance, filters), KEPT);
  const isByPeriod = isFiscal(query.data?.periodBasis);
  const choicesOf = (values: readonly string[]) =>
    values.map((value) => ({
      value,
      label: (isByPeriod ? FISCAL_WORDS[value] : undefined) ?? WORDS[value] ?? value,
    }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-2" data-print="hide">
        <SelectField
          label="Rows"
          className="w-48"
          value={filters.by}
          choices={choicesOf(CATEGORIES)}
          onChange={(event) =>
            void setFilters({ by: CATEGORIES.find((known) => known === event.target.value) ?? null })
          }
        />
        <SelectField
          label="Columns"
          className="w-48"
          value={filters.against}
          choices={choicesOf(AGAINST)}
          onChange={(event) =>
            void setFilters({ against: AGAINST.find((known) => known === event.target.value) ?? null })
          }
        />
      </div>
      <QueryView query={query}>
        {({ currencyCode, asOf, columns, rows, totals, total, periodBasis }) => {
          type Row = (typeof rows)[number];
          const figure = (
            ...categories: { category: (typeof AGAINST | typeof CATEGORIES)[number]; value: string }[]
          ) => ({
            label: ['Revenue', ...categories.map(({ value }) => valueWords(value, periodBasis))].join(', '),
            figure: {
              kind: 'REVENUE' as const,
              of: 'POSTED' as const,
              year: asOf,
              categories,
            },
          });
          const ofRow = (row: Row) => ({ category: filters.by, value: row.value });
          const ofColumn = (value: string) => ({ category: filters.against, value });
          return (
            <ReportTable
              basis={periodBasis}
              title="Disaggregated revenue"
              name={`revenue-by-${filters.by}-${asOf}`}
              currency={currencyCode}
              isStale={query.isPlaceholderData}
              rows={rows}
              rowId={(row) => row.value}
              columns={[
                {
                  id: 'value',
                  header: WORDS[filters.by] ?? filters.by,
                  kind: 'words',
                  text: (row) => valueWords(row.value),
                  total: 'Total',
                },
                ...columns.map((column, index) => ({
                  id: `c/${column}`,
                  header: valueWords(column, periodBasis),
                  kind: 'money' as const,
                  value: (row: Row) => row.amounts[index],
                  total: totals[index],
                  behind: (row: Row) => figure(ofRow(row), ofColumn(column)),
                  totalBehind: figure(ofColumn(column)),
                })),
                {
                  id: 'total',
                  header: 'Total',
                  kind: 'money',
                  value: (row) => row.total,
                  total,
                  behind: (row) => figure(ofRow(row)),
                  totalBehind: figure(),
                },
              ]}
            />
          );
        }}
      </QueryView>
    </div>
  );
}
