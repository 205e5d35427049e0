'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { actsColumn } from '@/ui/records/row-acts';
import { ProofForm } from './proof-form';

type Session = RouterOutputs['session']['list'][number];

/** `Firefox on Linux` from a browser's user agent string. */
function browserOf(agent: string | null): string {
  if (agent === null) return 'Unknown program';
  const program = /Edg|Firefox|Chrome|Safari|curl|node/i.exec(agent)?.[0] ?? agent.split(/[ /]/)[0] ?? '';
  const system = /Windows|Mac OS X|Android|iPhone|iPad|Linux/.exec(agent)?.[0];
  const name = program === 'Edg' ? 'Edge' : program;
  return system === undefined ? name : `${name} on ${system === 'Mac OS X' ? 'macOS' : system}`;
}

type Doing = { readonly what: 'nothing' | 'others' } | { readonly what: 'one'; readonly of: Session };

/** The list may be long: whoever presses a button far down is brought to the password it asks for. */
const focusField = (box: HTMLElement | null) => box?.querySelector('input')?.focus();

/** Where the person is signed in. Any session can be ended, e.g. on a lost laptop, or all but this one. */
export function SessionsPanel() {
  const query = trpc.session.list.useQuery();
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' });
  const done = () => setDoing({ what: 'nothing' });
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
    { id: 'since', header: 'Since', narrowLabel: true, cell: (row) => <InstantText value={row.createdAt} /> },
    {
      id: 'until',
      header: 'Until',
      narrowLabel: true,
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
              onPress: () => setDoing({ what: 'one', of: row }),
            },
          ],
    ),
  ];
  const hasOthers = query.data?.some((row) => !row.isThisOne) ?? false;
  return (
    <Panel title="Sessions" flush>
      {hasOthers ? (
        <div
          key={doing.what === 'one' ? doing.of.id : doing.what}
          className="border-line border-b p-4"
          ref={doing.what === 'nothing' ? undefined : focusField}
        >
          {doing.what === 'nothing' ? (
            <Button onPress={() => setDoing({ what: 'others' })}>End all others</Button>
          ) : null}
          {doing.what === 'others' ? <EndOthers onDone={done} /> : null}
          {doing.what === 'one' ? <EndOne session={doing.of} onDone={done} /> : null}
        </div>
      ) : null}
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

function EndOne({ session, onDone }: { readonly session: Session; readonly onDone: () => void }) {
  const end = trpc.session.endOne.useMutation({
    onSuccess: () => {
      notifyDone('The session has ended.');
      onDone();
    },
  });
  return (
    <ProofForm
      asks={['password']}
      isOptional
      label="End session"
      isPending={end.isPending}
      error={end.error}
      onCancel={onDone}
      onSubmit={({ password }) => end.mutate({ id: session.id, password })}
    >
      <p className="text-ink-soft">
        {browserOf(session.userAgent)}, since <InstantText value={session.createdAt} />, is signed out.
      </p>
    </ProofForm>
  );
}

function EndOthers({ onDone }: { readonly onDone: () => void }) {
  const end = trpc.session.endOthers.useMutation({
    onSuccess: ({ ended }) => {
      notifyDone(ended === 1 ? '1 session has ended.' : `${ended} sessions have ended.`);
      onDone();
    },
  });
  return (
    <ProofForm
      asks={['password']}
      isOptional
      label="End all others"
      isPending={end.isPending}
      error={end.error}
      onCancel={onDone}
      onSubmit={({ password }) => end.mutate({ password })}
    >
      <p className="text-ink-soft">Every other browser and program is signed out; this one stays.</p>
    </ProofForm>
  );
}
