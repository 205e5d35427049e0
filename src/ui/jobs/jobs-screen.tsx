'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { isUnderWay } from '@/core/jobs/job-kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
import { PAGE_SIZE } from '@/ui/kit/tables/url-state';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { EVERY_MOMENT, type Job, kindWords, progressWords } from './job-words';
import { jobsFilters, jobsQuestion } from './jobs-question';
import { useJobActs } from './use-job-acts';

type Regular = RouterOutputs['jobs']['list']['regular'][number];

const REGULAR: Column<Regular>[] = [
  { id: 'what', header: 'What', narrow: 'title', cell: (row) => row.label },
  { id: 'words', header: 'Does', className: 'text-ink-mute', cell: (row) => row.words },
  {
    id: 'often',
    header: 'How often',
    cell: (row) => (row.everyMinutes < 1_440 ? `Every ${row.everyMinutes} minutes` : 'Every night'),
  },
  { id: 'next', header: 'Next', narrowLabel: true, cell: (row) => <InstantText value={row.nextAt} /> },
];

/** The work in the background, newest first, and the regular work that comes next. */
export function JobsScreen() {
  const books = useBooks();
  const acts = useJobActs();
  const [filters, setFilters] = useQueryStates(jobsFilters);
  const query = trpc.jobs.list.useQuery(jobsQuestion(filters), {
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ jobState }) => isUnderWay(jobState)) ? EVERY_MOMENT : 15_000,
  });
  const columns: Column<Job>[] = [
    {
      id: 'what',
      header: 'Work',
      narrow: 'title',
      cell: (row) => (
        <RowLink href={books.path(`jobs/${row.id}`)}>
          {row.title === '' ? kindWords(row) : `${kindWords(row)}: ${row.title}`}
        </RowLink>
      ),
    },
    { id: 'state', header: 'State', cell: (row) => <StatusPill status={row.jobState} /> },
    { id: 'progress', header: 'Progress', align: 'end', cell: progressWords },
    { id: 'by', header: 'Requested by', cell: (row) => row.createdByName },
    {
      id: 'when',
      header: 'Asked',
      narrowLabel: true,
      cell: (row) => <InstantText value={row.createdAt} />,
    },
    {
      id: 'end',
      header: 'Ended',
      narrowLabel: true,
      cell: (row) => (row.finishedAt === null ? '' : <InstantText value={row.finishedAt} />),
    },
    actsColumn(acts),
  ];
  return (
    <Page>
      <PageHeader
        title="Jobs"
        description="Work that continues in the background, even when you leave or a server stops."
      />
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Jobs"
              columns={columns}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <EmptyState title="No jobs yet">
                  Imports, recognition runs and the cut-over appear here with their progress.
                </EmptyState>
              }
            />
            <Pager
              page={filters.page}
              limit={PAGE_SIZE}
              total={page.total}
              onPage={(next) => void setFilters({ page: next })}
            />
            <Panel title="What comes next" flush>
              <DataTable
                label="Regular work"
                columns={REGULAR}
                rows={page.regular}
                rowId={(row) => row.label}
              />
            </Panel>
          </>
        )}
      </QueryView>
    </Page>
  );
}
