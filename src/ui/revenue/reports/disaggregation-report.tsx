'use client';

import { trpc } from '@/surfaces/trpc/react';
import { isFiscal } from '@/ui/finance/period-words';
import { SelectField } from '@/ui/kit/input/select-field';
import { QueryView } from '@/ui/shell/query-view';
import { type Category, categoryChoices, categoryWords, valueWords } from './category-words';
import { CustomersReport } from './customers-report';
import { AGAINST, disaggregationQuestion } from './report-filters';
import { ReportTable } from './report-table';
import { RowsField } from './rows-field';
import { KEPT, useReport } from './use-report';

/** Revenue of the year ending with the selected period, by two categories; customers, of which there may be many, in pages. */
export function DisaggregationReport() {
  const { filters } = useReport();
  return filters.by === 'customer' ? <CustomersReport /> : <CategoriesReport />;
}

function CategoriesReport() {
  const { finance, filters, setFilters } = useReport();
  const query = trpc.revenue.reports.disaggregation.useQuery(disaggregationQuestion(finance, filters), KEPT);
  const isByPeriod = isFiscal(query.data?.periodBasis);
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-2" data-print="hide">
        <RowsField />
        <SelectField
          label="Columns"
          className="w-48"
          value={filters.against}
          choices={categoryChoices(AGAINST, isByPeriod)}
          onChange={(event) =>
            void setFilters({ against: AGAINST.find((known) => known === event.target.value) ?? null })
          }
        />
      </div>
      <QueryView query={query}>
        {({ currencyCode, asOf, columns, rows, totals, total, periodBasis }) => {
          type Row = (typeof rows)[number];
          const figure = (...categories: { category: Category; value: string }[]) => ({
            label: [
              'Revenue',
              ...categories.map(({ category, value }) => valueWords(category, value, periodBasis)),
            ].join(', '),
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
                  header: categoryWords(filters.by),
                  kind: 'words',
                  text: (row) => valueWords(filters.by, row.value),
                  total: 'Total',
                },
                ...columns.map((column, index) => ({
                  id: `c/${column}`,
                  header: valueWords(filters.against, column, periodBasis),
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
