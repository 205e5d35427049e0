'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { CONTRACT_STATUSES } from '@/core/revenue/vocabulary';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, FilterSelect, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { ColumnsMenu, useShownColumns } from '@/ui/kit/tables/shown-columns';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { ButtonLink, FigureLink, TextLink } from '@/ui/kit/text-link';
import { useEntityNames, useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { SavedViewsMenu } from '@/ui/views/saved-views-menu';
import { LoadExample } from '../load-example';
import { RevenueTabs } from '../revenue-tabs';
import { contractFilters, contractsQuestion } from './contract-filters';

type Row = RouterOutputs['revenue']['contracts']['list']['rows'][number];

/** Every revenue contract. */
export function ContractsScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(contractFilters);
  const query = trpc.revenue.contracts.list.useQuery(contractsQuestion(filters), {
    placeholderData: keepPreviousData,
  });
  const subsidiaries = useSubsidiaries();
  const names = useEntityNames(
    useMemo(() => query.data?.rows.map((row) => row.customerId) ?? [], [query.data]),
  );
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'number',
        header: 'Number',
        className: 'whitespace-nowrap',
        cell: (row) => <RowLink href={books.path(`revenue/${row.id}`)}>{row.contractNumber}</RowLink>,
      },
      { id: 'name', header: 'Name', className: 'max-w-72 truncate', cell: (row) => row.name },
      {
        id: 'customer',
        header: 'Customer',
        className: 'max-w-64 truncate',
        cell: (row) =>
          row.customerId && names.has(row.customerId) ? (
            <TextLink href={books.path(`customers/${row.customerId}`)} tabIndex={-1}>
              {names.get(row.customerId)}
            </TextLink>
          ) : null,
      },
      {
        id: 'date',
        header: 'Agreed',
        narrowLabel: true,
        cell: (row) => <DateText value={row.contractDate} />,
      },
      { id: 'start', header: 'Starts', narrowLabel: true, cell: (row) => <DateText value={row.startDate} /> },
      { id: 'end', header: 'Ends', narrowLabel: true, cell: (row) => <DateText value={row.endDate} /> },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.contractStatus} /> },
      {
        id: 'price',
        header: 'Transaction price',
        align: 'end',
        cell: (row) => (
          <FigureLink href={books.path(`revenue/${row.id}`)} tabIndex={-1}>
            <Money value={row.transactionPrice} currency={row.currencyCode} showCurrency />
          </FigureLink>
        ),
      },
    ],
    [books, names],
  );
  const shown = useShownColumns(columns);
  const isFiltered = filters.search !== '' || filters.status !== '' || filters.subsidiary !== '';
  const clear = () => void setFilters(null);
  const newButton = books.may('revenue.write') ? (
    <ButtonLink tone="primary" href={books.path('revenue/new')} prefetch={false}>
      <Plus aria-hidden="true" />
      New contract
    </ButtonLink>
  ) : null;
  return (
    <Page>
      <PageHeader
        title="Revenue contracts"
        actions={
          <>
            <SavedViewsMenu screen="contracts" />
            <ColumnsMenu columns={columns} />
            <LoadExample />
            {books.may('revenue.write') ? (
              <ButtonLink href={books.path('revenue/import')} prefetch={false}>
                Import events
              </ButtonLink>
            ) : null}
            {newButton}
          </>
        }
      />
      <RevenueTabs current="contracts" />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <SearchBox
          label="Search number or name"
          className="w-72"
          value={filters.search}
          onValue={(search) => void setFilters({ search: search || null, page: null })}
        />
        <FilterSelect
          label="Status"
          value={filters.status}
          choices={CONTRACT_STATUSES.map((status) => ({ value: status, label: statusWords(status) }))}
          onValue={(status) => void setFilters({ status: status || null, page: null })}
        />
        <FilterSelect
          label="Subsidiary"
          value={filters.subsidiary}
          choices={subsidiaries.choices}
          onValue={(subsidiary) => void setFilters({ subsidiary: subsidiary || null, page: null })}
        />
      </FilterBar>
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Revenue contracts"
              columns={shown}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <FilteredEmpty
                  isFiltered={isFiltered}
                  onClear={clear}
                  title="No contracts yet"
                  action={newButton}
                >
                  Contracts are created here, drafted from subscriptions and invoices, or sent through the
                  API.
                </FilteredEmpty>
              }
            />
            <Pager
              page={filters.page}
              limit={PAGE_SIZE}
              total={page.total}
              onPage={(next) => void setFilters({ page: next })}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}
