'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { IMPORT_NOUNS, IMPORT_PERMISSIONS } from '@/core/imports/import-noun';
import { IMPORTABLE } from '@/core/imports/importable';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { ButtonLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { countColumns } from './count-columns';
import { count, isUnderWay, nounOf, stateOf, titleOf } from './import-words';
import { importsFilters, importsQuestion } from './imports-question';

type Row = RouterOutputs['imports']['list']['rows'][number];

const EVERY_MOMENT = 2_000;

/** The imports from spreadsheets, newest first, with their results. */
export function ImportsScreen() {
  const books = useBooks();
  const [filters, setFilters] = useQueryStates(importsFilters);
  const query = trpc.imports.list.useQuery(importsQuestion(filters), {
    placeholderData: keepPreviousData,
    // The list refreshes while an import is running.
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? EVERY_MOMENT : false),
  });
  const columns: Column<Row>[] = [
    {
      id: 'file',
      header: 'File',
      narrow: 'title',
      cell: (row) => <RowLink href={books.path(`imports/${row.id}`)}>{titleOf(row)}</RowLink>,
    },
    { id: 'noun', header: 'What', cell: (row) => IMPORTABLE[nounOf(row)].label },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={stateOf(row)} /> },
    ...countColumns<Row>(),
    {
      id: 'failed',
      header: 'Failed',
      narrowLabel: true,
      align: 'end',
      cell: (row) =>
        row.counts.failed === 0 ? '0' : <span className="text-danger">{count(row.counts.failed)}</span>,
    },
    { id: 'by', header: 'By', className: 'max-lg:hidden', cell: (row) => row.createdByName },
    { id: 'when', header: 'Uploaded', cell: (row) => <InstantText value={row.createdAt} /> },
  ];
  const newLink = IMPORT_NOUNS.some((noun) => books.may(IMPORT_PERMISSIONS[noun])) ? (
    <ButtonLink tone="primary" href={books.path('imports/new')}>
      <FileUp aria-hidden="true" />
      New import
    </ButtonLink>
  ) : null;
  return (
    <Page>
      <PageHeader
        title="Imports"
        description="Records and journal entries from spreadsheets: who uploaded them, and what became of their rows."
        actions={newLink}
      />
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Imports"
              columns={columns}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <EmptyState title="No imports yet" action={newLink}>
                  Every row is checked before anything is added to the books.
                </EmptyState>
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
