'use client';

import { trpc } from '@/surfaces/trpc/react';
import { Pill } from '@/ui/kit/figures/pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { QueryView } from '@/ui/shell/query-view';
import { permissionWords } from './permission-words';

type Line = {
  readonly id: string;
  readonly name: string | null;
  readonly words: string;
  readonly by: string;
  readonly isStopped: boolean;
};

const COLUMNS: readonly Column<Line>[] = [
  {
    id: 'name',
    header: 'Member',
    className: 'whitespace-nowrap',
    cell: (row) => <span className="font-medium">{row.name}</span>,
  },
  { id: 'words', header: 'Can do alone', cell: (row) => row.words },
  {
    id: 'by',
    header: 'Because of',
    className: 'text-ink-mute text-small max-lg:hidden',
    cell: (row) => row.by,
  },
  {
    id: 'state',
    header: 'State',
    cell: (row) =>
      row.isStopped ? <Pill tone="positive">Stopped by a rule</Pill> : <Pill tone="caution">Possible</Pill>,
  },
];

/** Who can do two things that one person should not do both of. */
export function ConflictList() {
  const query = trpc.members.conflicts.useQuery({});
  return (
    <QueryView query={query}>
      {(members) => (
        <DataTable
          label="Conflicts of duties"
          columns={COLUMNS}
          rows={members.flatMap(({ id, name, conflicts }) =>
            conflicts.map(({ key, words, make, approve, isStopped }, index) => ({
              id: `${id} ${key}`,
              name: index === 0 ? name : null,
              words,
              by: [...make, ...approve].map(permissionWords).join('; '),
              isStopped,
            })),
          )}
          rowId={(row) => row.id}
          empty={
            <EmptyState title="No conflicts">
              No one’s roles let them both prepare and approve the same thing.
            </EmptyState>
          }
        />
      )}
    </QueryView>
  );
}
