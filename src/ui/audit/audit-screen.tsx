'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { AUDITED } from '@/core/nouns';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { DateField } from '@/ui/kit/date-field';
import { InstantText } from '@/ui/kit/date-text';
import { Drawer } from '@/ui/kit/dialog';
import { FilterBar, FilterSelect } from '@/ui/kit/filter-bar';
import { FilteredEmpty } from '@/ui/kit/filtered-empty';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Timeline } from '@/ui/kit/timeline';
import { QueryView } from '@/ui/shell/query-view';
import { auditFilters, auditQuestion } from './audit-filters';
import { deedOf, SURFACES, timelineOf } from './timeline-of';

type Row = RouterOutputs['audit']['list']['rows'][number];

/** Capitalizes the first letter and leaves the others alone, so that "API key" keeps its capitals. */
const wordsOf = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Who changed what in these books, newest first; each row is chained to the preceding one. */
export function AuditScreen() {
  const [filters, setFilters] = useQueryStates(auditFilters);
  const [open, setOpen] = useState<Row | null>(null);
  const query = trpc.audit.list.useQuery(auditQuestion(filters), { placeholderData: keepPreviousData });
  const columns: Column<Row>[] = [
    { id: 'when', header: 'When', cell: (row) => <InstantText value={row.occurredAt} /> },
    { id: 'who', header: 'Who', cell: (row) => row.actorName ?? 'Daybook' },
    {
      id: 'what',
      header: 'What',
      cell: (row) => (
        <Button tone="quiet" size="small" className="-ml-2" onPress={() => setOpen(row)}>
          {wordsOf(row.noun)}: {deedOf(row.action).replace(/ it\b/, '')}
        </Button>
      ),
    },
    {
      id: 'where',
      header: 'Through',
      className: 'text-ink-mute',
      cell: (row) => wordsOf(SURFACES[row.surface] ?? row.surface),
    },
    {
      id: 'chain',
      header: 'Sealed',
      align: 'end',
      cell: (row) => <span className="figures text-ink-mute">{row.sequence ?? 'soon'}</span>,
    },
  ];
  const isFiltered = filters.noun !== '' || filters.from !== '' || filters.to !== '';
  const clear = () => void setFilters(null);
  return (
    <Page className="max-w-6xl">
      <PageHeader title="Audit trail" />
      <FilterBar isFiltered={isFiltered} onClear={clear}>
        <FilterSelect
          label="Records"
          value={filters.noun}
          choices={AUDITED.map((noun) => ({ value: noun, label: wordsOf(noun) }))}
          onValue={(noun) => void setFilters({ noun: noun || null, before: null })}
        />
        <DateField
          hideLabel
          label="From"
          className="w-36"
          value={filters.from}
          onValue={(from) => void setFilters({ from: from || null, before: null })}
        />
        <DateField
          hideLabel
          label="To"
          className="w-36"
          value={filters.to}
          onValue={(to) => void setFilters({ to: to || null, before: null })}
        />
      </FilterBar>
      <QueryView query={query}>
        {(page) => (
          <>
            <DataTable
              label="Audit trail"
              columns={columns}
              rows={page.rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={<FilteredEmpty isFiltered={isFiltered} onClear={clear} title="No changes yet" />}
            />
            <div className="flex justify-center gap-2">
              {filters.before === '' ? null : (
                <Button onPress={() => void setFilters({ before: null })}>Newest</Button>
              )}
              {page.nextCursor === null ? null : (
                <Button onPress={() => void setFilters({ before: page.nextCursor }, { history: 'push' })}>
                  Earlier
                </Button>
              )}
            </div>
          </>
        )}
      </QueryView>
      {open ? (
        <Drawer title="Change" isOpen onClose={() => setOpen(null)}>
          <Timeline items={timelineOf([open])} />
          <pre className="mt-4 overflow-x-auto rounded border border-line bg-sunken p-3 font-mono text-tiny">
            {JSON.stringify(
              { before: open.before, after: open.after, hash: open.hash, request: open.requestId },
              null,
              2,
            )}
          </pre>
        </Drawer>
      ) : null}
    </Page>
  );
}
