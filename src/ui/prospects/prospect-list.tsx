'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { listQuestion, prospectFilters } from './prospect-filters';

type Row = RouterOutputs['prospects']['list']['rows'][number];

/** Prospects as rows, sorted by the server. */
export function ProspectList() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(prospectFilters);
  const query = trpc.prospects.list.useQuery(listQuestion(filters), { placeholderData: keepPreviousData });
  const columns = useMemo<Column<Row>[]>(
    () => [
      {
        id: 'name',
        header: 'Name',
        sort: 'name',
        cell: (row) => <RowLink href={books.path(`prospects/${row.id}`)}>{row.name}</RowLink>,
      },
      { id: 'industry', header: 'Industry', sort: 'industry', cell: (row) => row.industry },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.prospectStatus} /> },
      {
        id: 'revenue',
        header: `Estimated revenue (${books.organization.baseCurrency})`,
        sort: 'estimatedRevenue',
        align: 'end',
        narrow: 'figure',
        cell: (row) => <Money value={row.estimatedRevenue} currency={books.organization.baseCurrency} />,
      },
      {
        id: 'people',
        header: 'Employees',
        sort: 'employeeCount',
        align: 'end',
        cell: (row) => <span className="figures">{row.employeeCount?.toLocaleString('en-US')}</span>,
      },
      {
        id: 'updated',
        header: 'Changed',
        sort: 'updatedAt',
        cell: (row) => <InstantText value={row.updatedAt} />,
      },
    ],
    [books],
  );
  return (
    <QueryView query={query}>
      {(page) => (
        <>
          <DataTable
            label="Prospects"
            columns={columns}
            rows={page.rows}
            rowId={(row) => row.id}
            sorting={{ by: filters.sort, order: filters.order }}
            onSort={({ by, order }) =>
              void setFilters({ sort: by as typeof filters.sort, order, page: null })
            }
            isStale={query.isPlaceholderData}
            empty={
              <FilteredEmpty
                isFiltered={filters.search !== '' || filters.status !== ''}
                onClear={() => void setFilters({ search: null, status: null, page: null })}
                title="No prospects yet"
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
  );
}
