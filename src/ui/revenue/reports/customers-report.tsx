'use client';

import { customerWords } from '@/core/revenue/reports/revenue-by-customer';
import { CUSTOMER_COLUMNS, CUSTOMER_ORDERS, type CustomerColumn } from '@/core/revenue/vocabulary';
import { trpc } from '@/surfaces/trpc/react';
import { isFiscal } from '@/ui/finance/period-words';
import { Button } from '@/ui/kit/button';
import { SelectField } from '@/ui/kit/input/select-field';
import { SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { categoryChoices, valueWords } from './category-words';
import { cursorIn, customersFileQuestion, customersQuestion, placeIn } from './report-filters';
import { ReportTable } from './report-table';
import { RowsField } from './rows-field';
import { KEPT, useReport } from './use-report';

const ORDERS = { AMOUNT: 'Largest first', NAME: 'Name' } as const;

/** Revenue of the year ending with the selected period by customer: a page of the largest, or by name, with the sums of all. */
export function CustomersReport() {
  const books = useBooks();
  const { finance, filters, setFilters } = useReport();
  const query = trpc.revenue.reports.customers.useQuery(customersQuestion(finance, filters), KEPT);
  const isByPeriod = isFiscal(query.data?.periodBasis);
  const isSearched = filters.search !== '';
  const search = (text: string) => void setFilters({ search: text || null, place: null });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-2" data-print="hide">
        <RowsField />
        <SelectField
          label="Columns"
          className="w-48"
          value={filters.columns}
          choices={categoryChoices(CUSTOMER_COLUMNS, isByPeriod)}
          onChange={(event) =>
            void setFilters({
              columns: CUSTOMER_COLUMNS.find((known) => known === event.target.value) ?? null,
            })
          }
        />
        <SelectField
          label="Order"
          className="w-40"
          value={filters.order}
          choices={CUSTOMER_ORDERS.map((value) => ({ value, label: ORDERS[value] }))}
          onChange={(event) =>
            void setFilters({
              order: CUSTOMER_ORDERS.find((known) => known === event.target.value) ?? null,
              place: null,
            })
          }
        />
        <SearchBox label="Search name or number" value={filters.search} onValue={search} />
      </div>
      <QueryView query={query}>
        {(report) => {
          const { currencyCode, asOf, against, columns, rows, totals, total, periodBasis, count } = report;
          type Row = (typeof rows)[number];
          const figure = (words: readonly string[], ...categories: Selected[]) => ({
            label: ['Revenue', ...words].join(', '),
            figure: { kind: 'REVENUE' as const, of: 'POSTED' as const, year: asOf, categories },
          });
          // What was searched for has no figure of its own to explain.
          const ofAll = (words: readonly string[], ...categories: Selected[]) =>
            isSearched ? {} : { totalBehind: figure(words, ...categories) };
          const ofRow = ({ customerId }: Row): Selected => ({
            category: 'customerId',
            value: customerId ?? 'none',
          });
          return (
            <>
              <ReportTable
                basis={periodBasis}
                title="Revenue by customer"
                name={`revenue-by-customer-${asOf}`}
                currency={currencyCode}
                isStale={query.isPlaceholderData}
                download={{ sheet: 'revenue-by-customer', input: customersFileQuestion(finance, filters) }}
                empty={
                  <FilteredEmpty isFiltered={isSearched} onClear={() => search('')} title="Nothing to show">
                    No revenue was posted in the year that ends with this period.
                  </FilteredEmpty>
                }
                rows={rows}
                rowId={(row) => row.customerId ?? 'none'}
                columns={[
                  {
                    id: 'customer',
                    header: 'Customer',
                    kind: 'words',
                    text: customerWords,
                    href: (row) =>
                      row.customerId === null || row.name === null
                        ? undefined
                        : books.path(`customers/${row.customerId}`),
                    total: isSearched ? 'Total of those found' : 'Total of all',
                  },
                  // Next to the name, because the months may reach beyond the screen.
                  {
                    id: 'total',
                    header: 'Total',
                    kind: 'money',
                    value: (row) => row.total,
                    total,
                    ...ofAll([]),
                    behind: (row) => figure([customerWords(row)], ofRow(row)),
                  },
                  ...columns.map((column, index) => ({
                    id: `c/${column}`,
                    header: valueWords(against, column, periodBasis),
                    kind: 'money' as const,
                    value: (row: Row) => row.amounts[index],
                    total: totals[index],
                    ...ofAll([valueWords(against, column, periodBasis)], {
                      category: against,
                      value: column,
                    }),
                    behind: (row: Row) =>
                      figure([customerWords(row), valueWords(against, column, periodBasis)], ofRow(row), {
                        category: against,
                        value: column,
                      }),
                  })),
                ]}
              />
              <Pages
                shown={rows.length}
                count={count}
                isFirst={cursorIn(finance, filters) === null}
                next={report.nextCursor}
                onPlace={(cursor) =>
                  void setFilters(
                    { place: cursor === null ? null : placeIn(finance, filters, cursor) },
                    { history: 'push' },
                  )
                }
              />
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

type Selected = { category: 'customerId' | CustomerColumn; value: string };

/** How many customers there are, and the way to the next of them. */
function Pages({
  shown,
  count,
  isFirst,
  next,
  onPlace,
}: {
  readonly shown: number;
  readonly count: number;
  readonly isFirst: boolean;
  readonly next: string | null;
  readonly onPlace: (cursor: string | null) => void;
}) {
  if (isFirst && next === null) return null;
  const words = (number: number) => number.toLocaleString('en-US');
  return (
    <div className="flex flex-wrap items-center gap-2 text-small" data-print="hide">
      <p className="text-ink-mute">
        {isFirst ? `The first ${words(shown)} of ` : `${words(shown)} of `}
        {words(count)} customers. The totals are of all of them.
      </p>
      <span className="flex gap-2">
        {isFirst ? null : <Button onPress={() => onPlace(null)}>First</Button>}
        {next === null ? null : <Button onPress={() => onPlace(next)}>Next</Button>}
      </span>
    </div>
  );
}
