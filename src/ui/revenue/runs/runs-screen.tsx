'use client';

import { Plus } from 'lucide-react';
import dynamic from 'next/dynamic';
import { parseAsBoolean, useQueryState } from 'nuqs';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { runPeriodText } from '../period-text';
import { RevenueTabs } from '../revenue-tabs';
import { RUNS_QUESTION } from './runs-question';

// Loaded on demand; not part of the list behind it.
const NewRun = dynamic(() => import('./new-run').then((part) => part.NewRun), { ssr: false });

const EVERY_MOMENT = 2_000;

const KINDS: Readonly<Record<string, string>> = {
  PERIOD: 'Period',
  EVENT: 'Single event',
  REVERSAL: 'Reversal',
};

type Row = RouterOutputs['revenue']['runs']['list']['rows'][number];

/** The recognition runs, newest first. */
export function RunsScreen() {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  const [isNew, setNew] = useQueryState('new', parseAsBoolean.withDefault(false));
  const query = trpc.revenue.runs.list.useQuery(RUNS_QUESTION, {
    // The list refreshes while a run is posting.
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ runStatus }) => runStatus === 'POSTING') ? EVERY_MOMENT : false,
  });
  const columns: Column<Row>[] = [
    {
      id: 'number',
      header: 'Run',
      className: 'whitespace-nowrap',
      cell: (row) => <RowLink href={books.path(`revenue/runs/${row.id}`)}>{row.runNumber}</RowLink>,
    },
    { id: 'period', header: 'Period', className: 'whitespace-nowrap', cell: runPeriodText },
    {
      id: 'subsidiary',
      header: 'Subsidiary',
      className: 'whitespace-nowrap max-lg:hidden',
      cell: (row) => subsidiaries.nameOf(row.subsidiaryId),
    },
    {
      id: 'kind',
      header: 'Kind',
      className: 'max-lg:hidden',
      cell: (row) => KINDS[row.kind] ?? statusWords(row.kind),
    },
    { id: 'posting', header: 'Posted on', cell: (row) => <DateText value={row.postingDate} /> },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.runStatus} /> },
    { id: 'finished', header: 'Finished', cell: (row) => <InstantText value={row.finishedAt} /> },
    { id: 'contracts', header: 'Contracts', align: 'end', cell: (row) => row.postedContracts },
    { id: 'rows', header: 'Rows', align: 'end', cell: (row) => row.postedRows },
  ];
  const newButton = books.may('revenue.run') ? (
    <Button tone="primary" onPress={() => void setNew(true)}>
      <Plus aria-hidden="true" />
      New run
    </Button>
  ) : null;
  const last =
    query.data?.rows
      .filter((row) => row.kind === 'PERIOD')
      .reduce<Row | null>(
        (newest, row) => (newest !== null && newest.period >= row.period ? newest : row),
        null,
      ) ?? null;
  return (
    <Page>
      <PageHeader title="Recognition runs" actions={newButton} />
      <RevenueTabs current="runs" />
      <QueryView query={query}>
        {(page) => (
          <DataTable
            label="Recognition runs"
            columns={columns}
            rows={page.rows}
            rowId={(row) => row.id}
            empty={
              <EmptyState title="No runs yet" action={newButton}>
                A run recognizes the revenue of a month, or of another fiscal period.
              </EmptyState>
            }
          />
        )}
      </QueryView>
      {isNew && query.data ? <NewRun last={last} onClose={() => void setNew(null)} /> : null}
    </Page>
  );
}
