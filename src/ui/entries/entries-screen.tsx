'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { FinanceBar } from '@/ui/finance/finance-bar';
import { useFinance } from '@/ui/finance/use-finance';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { SearchedNote } from '@/ui/kit/tables/searched-note';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { TextLink } from '@/ui/kit/text-link';
import { DownloadMenu } from '@/ui/records/export-menu';
import { QueryView } from '@/ui/shell/query-view';
import { entriesQuestion, entryFilters } from './entry-filters';

type Row = RouterOutputs['reports']['entries']['rows'][number];

/** What was posted in the period, newest first. */
export function EntriesScreen() {
  const finance = useFinance();
  const [filters, setFilters] = useQueryStates(entryFilters);
  const question = entriesQuestion(finance, filters);
  const query = trpc.reports.entries.useQuery(question, { placeholderData: keepPreviousData });
  const columns: Column<Row>[] = [
    { id: 'date', header: 'Date', cell: (row) => <DateText value={row.postingDate} /> },
    {
      id: 'number',
      header: 'Entry',
      narrow: 'title',
      className: 'whitespace-nowrap',
      cell: (row) => <RowLink href={finance.link(`entries/${row.id}`)}>{row.entryNumber}</RowLink>,
    },
    {
      id: 'document',
      header: 'Document',
      className: 'whitespace-nowrap',
      cell: (row) =>
        row.transactionId ? (
          <TextLink href={finance.link(`transactions/${row.transactionId}`)}>
            {row.transactionNumber}
          </TextLink>
        ) : null,
    },
    {
      id: 'memo',
      header: 'Description',
      cell: (row) => row.memo,
      className: 'max-w-96 truncate max-sm:hidden',
    },
    {
      id: 'subsidiary',
      header: 'Subsidiary',
      className: 'whitespace-nowrap max-lg:hidden',
      cell: (row) => row.subsidiaryName,
    },
    {
      id: 'state',
      header: 'State',
      cell: (row) =>
        row.reversedById ? (
          <Pill tone="plum">Reversed</Pill>
        ) : row.reversalOfId ? (
          <Pill>Reversal</Pill>
        ) : null,
    },
    {
      id: 'total',
      header: 'Amount',
      align: 'end',
      cell: (row) => <Money value={row.baseTotal} currency={row.baseCurrencyCode} showCurrency />,
    },
  ];
  return (
    <Page>
      <PageHeader
        title="Ledger entries"
        actions={
          <DownloadMenu sheet="journal" input={query.data?.total ? question : null} label="Export lines" />
        }
      />
      <div className="flex flex-wrap items-center gap-2">
        <FinanceBar />
        <SearchBox
          label="Search number or memo"
          value={filters.search}
          onValue={(search) => void setFilters({ search: search || null, page: null })}
        />
      </div>
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Ledger entries"
              columns={columns}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <FilteredEmpty
                  isFiltered={filters.search !== ''}
                  onClear={() => void setFilters({ search: null, page: null })}
                  title="Nothing posted in this period"
                >
                  Choose another period.
                </FilteredEmpty>
              }
            />
            <SearchedNote
              since={page.searchedFrom}
              search={filters.search}
              further="For older ones, choose an earlier or shorter period."
            />
            <Pager
              page={filters.page}
              limit={PAGE_SIZE}
              total={page.total ?? 0}
              isCounted={page.isCounted}
              onPage={(next) => void setFilters({ page: next })}
            />
          </>
        )}
      </QueryView>
    </Page>
  );
}
