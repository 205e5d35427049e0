'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { formatMonth } from '@/ui/kit/date-format';
import { DateText, InstantText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { RowLink } from '@/ui/kit/row-link';
import { StatusPill, statusWords } from '@/ui/kit/status-pill';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { RevenueTabs } from './revenue-tabs';
import { RUNS_QUESTION } from './runs-question';

type Row = RouterOutputs['revenue']['runs']['list']['rows'][number];

/** The recognition runs, newest first. */
export function RunsScreen() {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  const query = trpc.revenue.runs.list.useQuery(RUNS_QUESTION);
  const columns: Column<Row>[] = [
    {
      id: 'number',
      header: 'Run',
      cell: (row) => <RowLink href={books.path(`revenue/runs/${row.id}`)}>{row.runNumber}</RowLink>,
    },
    { id: 'period', header: 'Month', cell: (row) => formatMonth(row.period) },
    { id: 'subsidiary', header: 'Subsidiary', cell: (row) => subsidiaries.nameOf(row.subsidiaryId) },
    { id: 'kind', header: 'Kind', cell: (row) => statusWords(row.kind) },
    { id: 'posting', header: 'Posted on', cell: (row) => <DateText value={row.postingDate} /> },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.runStatus} /> },
    { id: 'finished', header: 'Finished', cell: (row) => <InstantText value={row.finishedAt} /> },
    { id: 'contracts', header: 'Contracts', align: 'end', cell: (row) => row.postedContracts },
    { id: 'rows', header: 'Rows', align: 'end', cell: (row) => row.postedRows },
  ];
  return (
    <Page>
      <PageHeader title="Recognition runs" />
      <RevenueTabs current="runs" />
      <QueryView query={query}>
        {(page) => (
          <DataTable
            label="Recognition runs"
            columns={columns}
            rows={page.rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="No run yet">A run recognises a month’s revenue.</EmptyState>}
          />
        )}
      </QueryView>
    </Page>
  );
}
