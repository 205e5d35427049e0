'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { actsColumn } from '@/ui/records/row-acts';
import { sentenceOf } from '@/ui/shell/refusal';

type Session = RouterOutputs['session']['list'][number];

/** `Firefox on Linux` of a browser's long description of itself. */
function browserOf(agent: string | null): string {
  if (agent === null) return 'Unknown program';
  const program = /Edg|Firefox|Chrome|Safari|curl|node/i.exec(agent)?.[0] ?? agent.split(/[ /]/)[0] ?? '';
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(agent)?.[0];
  const name = program === 'Edg' ? 'Edge' : program;
  return system === undefined ? name : `${name} on ${system === 'Mac OS X' ? 'macOS' : system}`;
}

/** Where the person is signed in. Any session can be ended, e.g. on a lost laptop. */
export function SessionsPanel() {
  const query = trpc.session.list.useQuery();
  const onError = (error: unknown) => notifyProblem(sentenceOf(error));
  const end = trpc.session.endOne.useMutation({
    onError,
    onSuccess: () => notifyDone('The session has ended.'),
  });
  const columns: Column<Session>[] = [
    {
      id: 'where',
      header: 'Where',
      cell: (row) => (
        <span className="font-medium" title={row.userAgent ?? ''}>
          {browserOf(row.userAgent)}
          {row.isThisOne ? <span className="font-normal text-ink-mute"> (this one)</span> : null}
        </span>
      ),
    },
    { id: 'since', header: 'Since', cell: (row) => <InstantText value={row.createdAt} /> },
    {
      id: 'until',
      header: 'Until',
      className: 'max-md:hidden',
      cell: (row) => <InstantText value={row.expiresAt} />,
    },
    actsColumn((row) =>
      row.isThisOne
        ? []
        : [
            {
              words: 'End',
              label: `End the session of ${browserOf(row.userAgent)}`,
              onPress: () => end.mutate({ id: row.id }),
            },
          ],
    ),
  ];
  return (
    <Panel title="Sessions" flush>
      {query.data === undefined ? (
        <Skeleton className="m-4 h-16" />
      ) : (
        <DataTable
          label="Sessions"
          columns={columns}
          rows={query.data}
          rowId={(row) => row.id}
          empty={null}
        />
      )}
    </Panel>
  );
}
