'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { KIND_FACTS, TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { trpc } from '@/surfaces/trpc/react';
import { ImportLink } from '@/ui/imports/import-link';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { DateField } from '@/ui/kit/input/date-field';
import { WorklistPage } from '@/ui/kit/pages/worklist';
import { FilterBar, FilterSelect, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { SearchedNote } from '@/ui/kit/tables/searched-note';
import { ColumnsMenu } from '@/ui/kit/tables/shown-columns';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { useChosen } from '@/ui/kit/tables/use-chosen';
import { ButtonLink } from '@/ui/kit/text-link';
import { DownloadMenu } from '@/ui/records/export-menu';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { SavedViewsMenu } from '@/ui/views/saved-views-menu';
import { isPostable, PostChosen } from './acts/post-chosen';
import type { TransactionRow } from './document';
import { useShownTotals } from './shown-totals';
import { listQuestion, transactionFilters } from './transaction-filters';
import { TRANSACTION_COLUMNS, TransactionsTable } from './transactions-table';

const NO_ROWS: readonly TransactionRow[] = [];

/** Every document, newest first; the filters are in the URL. */
export function TransactionsScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(transactionFilters);
  const set = (change: Partial<Record<keyof typeof filters, string | null>>) =>
    void setFilters({ ...change, page: null } as Parameters<typeof setFilters>[0]);
  const question = listQuestion(filters);
  const query = trpc.transactions.list.useQuery(question, { placeholderData: keepPreviousData });
  const subsidiaries = useSubsidiaries();
  const isFiltered = Object.entries(filters).some(
    ([name, value]) => name !== 'page' && value !== '' && value !== false,
  );
  const clear = () => void setFilters(null);
  const rows = query.data?.rows ?? NO_ROWS;
  const totalOf = useShownTotals(rows);
  const postable = books.may('gl.transaction.post') ? rows.filter(isPostable) : [];
  const chosen = useChosen(postable.map(({ id }) => id));
  const isOffered = postable.length > 0;
  const choosing = useMemo(
    () => (isOffered ? { isOffered: isPostable, chosen } : undefined),
    [isOffered, chosen],
  );
  const mayCreate = books.may('gl.transaction.create');
  const newLink = (
    <ButtonLink href={books.path('transactions/new')} tone="primary" prefetch={false}>
      <Plus aria-hidden="true" />
      New transaction
    </ButtonLink>
  );
  return (
    <WorklistPage
      title="Transactions"
      views={
        <>
          <SavedViewsMenu screen="transactions" />
          <ColumnsMenu columns={TRANSACTION_COLUMNS} />
        </>
      }
      actions={
        <>
          <ImportLink noun="journals" />
          <DownloadMenu sheet="documents" input={query.data?.total ? question : null} />
          {mayCreate ? newLink : null}
        </>
      }
      filters={
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <SearchBox
            label="Search number, memo, reference"
            className="w-64"
            value={filters.search}
            onValue={(search) => set({ search: search || null })}
          />
          <FilterSelect
            label="Type"
            value={filters.kind}
            choices={TRANSACTION_KINDS.map((kind) => ({ value: kind, label: KIND_FACTS[kind].label }))}
            onValue={(kind) => set({ kind: kind || null })}
          />
          <FilterSelect
            label="Status"
            value={filters.status}
            choices={TRANSACTION_STATUSES.map((status) => ({ value: status, label: statusWords(status) }))}
            onValue={(status) => set({ status: status || null })}
          />
          <FilterSelect
            label="Subsidiary"
            value={filters.subsidiary}
            choices={subsidiaries.choices}
            onValue={(subsidiary) => set({ subsidiary: subsidiary || null })}
          />
          <DateField
            hideLabel
            label="From"
            className="w-36"
            value={filters.from}
            onValue={(from) => set({ from: from || null })}
          />
          <DateField
            hideLabel
            label="To"
            className="w-36"
            value={filters.to}
            onValue={(to) => set({ to: to || null })}
          />
        </FilterBar>
      }
    >
      <QueryView query={query}>
        {(page) => (
          <>
            <PostChosen
              rows={postable}
              chosen={postable.filter(({ id }) => chosen.ids.has(id))}
              totalOf={totalOf}
              onChoose={chosen.set}
            />
            <TransactionsTable
              rows={page.rows}
              choosing={choosing}
              isStale={query.isPlaceholderData}
              empty={
                <FilteredEmpty
                  isFiltered={isFiltered}
                  onClear={clear}
                  title="No transaction has been recorded yet"
                  action={mayCreate ? newLink : undefined}
                />
              }
            />
            <SearchedNote
              since={page.searchedFrom}
              search={filters.search}
              further="Others of that day are found by more of their text."
              onOlder={page.searchedFrom === filters.to ? undefined : (to) => set({ to })}
            />
            <Pager
              page={filters.page}
              limit={PAGE_SIZE}
              total={page.total}
              isCounted={page.isCounted}
              onPage={(next) => void setFilters({ page: next })}
            />
          </>
        )}
      </QueryView>
    </WorklistPage>
  );
}
