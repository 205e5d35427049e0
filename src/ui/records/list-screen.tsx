'use client';

import { Plus } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import type { ReactNode } from 'react';
import { Button } from '@/ui/kit/button';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { WorklistPage } from '@/ui/kit/pages/worklist';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { ColumnsMenu, useShownColumns } from '@/ui/kit/tables/shown-columns';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { QueryView } from '@/ui/shell/query-view';
import { listFilters } from './list-filters';

type PageQuery<Row> = {
  readonly data:
    | { readonly rows: readonly Row[]; readonly total: number; readonly isCounted: boolean }
    | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
  readonly isPlaceholderData: boolean;
};

/** A searchable, paged list of records with its "New" dialog; its state is in the URL. */
export function ListScreen<Row extends { readonly id: string }>({
  title,
  description,
  searchLabel,
  query,
  columns,
  emptyWords,
  newLabel,
  newDialog,
  inactiveLabel,
  actions,
}: {
  readonly title: string;
  readonly description?: string;
  readonly searchLabel: string;
  readonly query: PageQuery<Row>;
  readonly columns: readonly Column<Row>[];
  readonly emptyWords: string;
  /** Absent for users who may not create records. */
  readonly newLabel?: string | undefined;
  readonly newDialog?: (close: () => void) => ReactNode;
  readonly inactiveLabel?: string;
  /** Actions on the list itself. */
  readonly actions?: ReactNode;
}) {
  const [filters, setFilters] = useQueryStates(listFilters);
  const shown = useShownColumns(columns);
  const isFiltered = filters.search !== '' || filters.inactive;
  const clear = () => void setFilters({ search: null, inactive: null, page: null });
  const newButton = newLabel ? (
    <Button tone="primary" onPress={() => void setFilters({ new: true })}>
      <Plus aria-hidden="true" />
      {newLabel}
    </Button>
  ) : undefined;
  return (
    <WorklistPage
      title={title}
      description={description}
      views={
        <>
          {actions}
          <ColumnsMenu columns={columns} />
        </>
      }
      actions={newButton}
      filters={
        <FilterBar isFiltered={isFiltered} onClear={clear}>
          <SearchBox
            label={searchLabel}
            className="w-72"
            value={filters.search}
            onValue={(search) => void setFilters({ search: search || null, page: null })}
          />
          {inactiveLabel ? (
            <Checkbox
              className="h-field"
              label={inactiveLabel}
              checked={filters.inactive}
              onChange={(event) => void setFilters({ inactive: event.target.checked || null, page: null })}
            />
          ) : null}
        </FilterBar>
      }
    >
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label={title}
              columns={shown}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <FilteredEmpty
                  isFiltered={isFiltered}
                  onClear={clear}
                  title={emptyWords}
                  action={newButton}
                />
              }
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
      {filters.new && newLabel && newDialog ? newDialog(() => void setFilters({ new: null })) : null}
    </WorklistPage>
  );
}

/** The query input of the list, from its URL. */
export function useListFilters() {
  const [filters] = useQueryStates(listFilters);
  return filters;
}
