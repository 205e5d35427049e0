'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useState } from 'react';
import { AUDITED } from '@/core/nouns';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { DateField } from '@/ui/kit/input/date-field';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, FilterSelect } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { QueryView } from '@/ui/shell/query-view';
import { auditFilters, auditQuestion } from './audit-filters';
import { changesInWords } from './changes-in-words';
import { ChangesTable } from './changes-table';
import { deedOf, SURFACES } from './timeline-of';
import { useNamesIn } from './use-named-timeline';

type Row = RouterOutputs['audit']['list']['rows'][number];

/** Capitalizes the first letter and keeps the others, so that "API key" keeps its capitals. */
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
          <OneChange row={open} />
        </Drawer>
      ) : null}
    </Page>
  );
}

/** A record's own name, for records without a page. */
function ownNameIn(record: unknown): string | undefined {
  const { name } = (record ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' ? name : undefined;
}

/** One change in words: who, when and from where, every field before and after, and how it is sealed. */
function OneChange({ row }: { readonly row: Row }) {
  const names = useNamesIn([row.before, row.after, { record: row.recordId }]);
  const subject = names.get(row.recordId ?? '') ?? ownNameIn(row.after) ?? ownNameIn(row.before);
  return (
    <div className="flex flex-col gap-5">
      {subject === undefined ? null : <p className="font-semibold text-lead">{subject}</p>}
      <p>
        <span className="font-medium">{row.actorName ?? 'Daybook'}</span> {deedOf(row.action)}
        <span className="block text-ink-mute text-small">
          <InstantText value={row.occurredAt} /> · {SURFACES[row.surface] ?? row.surface}
        </span>
      </p>
      <ChangesTable changes={changesInWords(row.before, row.after, names)} />
      <Facts
        facts={[
          { label: 'Request', value: <code className="text-small">{row.requestId}</code>, wide: true },
          {
            label: 'Seal',
            value:
              row.hash === null ? 'Sealed soon' : <code className="break-all text-small">{row.hash}</code>,
            wide: true,
          },
        ]}
      />
    </div>
  );
}
