'use client';

import { startRegistration } from '@simplewebauthn/browser';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { TextField } from '@/ui/kit/input/text-field';
import { Panel } from '@/ui/kit/layout/panel';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { actsColumn } from '@/ui/records/row-acts';
import { sentenceOf } from '@/ui/shell/refusal';
import { authenticatorProblem } from './authenticator-problem';
import { ProofForm } from './proof-form';

type Passkey = RouterOutputs['session']['passkeys'][number];
type Doing =
  | { readonly what: 'nothing' | 'add' }
  | { readonly what: 'rename' | 'remove'; readonly of: Passkey };

/** Passkeys: added, named and removed; each signs in without address, password and code. */
export function PasskeysPanel() {
  const query = trpc.session.passkeys.useQuery();
  const [doing, setDoing] = useState<Doing>({ what: 'nothing' });
  const done = () => setDoing({ what: 'nothing' });
  const columns: Column<Passkey>[] = [
    {
      id: 'name',
      header: 'Passkey',
      cell: (row) => (
        <span className="font-medium">
          {row.name}
          {row.isBackedUp ? <span className="font-normal text-ink-mute"> (synced)</span> : null}
        </span>
      ),
    },
    {
      id: 'used',
      header: 'Last used',
      narrowLabel: true,
      cell: (row) => <InstantText value={row.lastUsedAt} />,
    },
    {
      id: 'since',
      header: 'Since',
      narrowLabel: true,
      className: 'max-md:hidden',
      cell: (row) => <InstantText value={row.createdAt} />,
    },
    actsColumn((row) => [
      { words: 'Rename', label: `Rename ${row.name}`, onPress: () => setDoing({ what: 'rename', of: row }) },
      { words: 'Remove', label: `Remove ${row.name}`, onPress: () => setDoing({ what: 'remove', of: row }) },
    ]),
  ];
  return (
    <Panel title="Passkeys" flush>
      <div className="flex flex-col gap-4 p-4">
        <p className="text-ink-soft">
          A passkey signs you in by fingerprint, face or PIN, without a password. It counts as two factors and
          works on this site only.
        </p>
        {doing.what === 'nothing' ? (
          <Button className="w-fit" onPress={() => setDoing({ what: 'add' })}>
            Add a passkey
          </Button>
        ) : null}
        {doing.what === 'add' ? <AddPasskey onDone={done} /> : null}
        {doing.what === 'rename' ? (
          <RenamePasskey key={doing.of.id} passkey={doing.of} onDone={done} />
        ) : null}
        {doing.what === 'remove' ? (
          <RemovePasskey key={doing.of.id} passkey={doing.of} onDone={done} />
        ) : null}
      </div>
      {query.data === undefined ? <Skeleton className="m-4 h-10" /> : null}
      {query.data !== undefined && query.data.length > 0 ? (
        <div className="border-line border-t">
          <DataTable
            label="Passkeys"
            columns={columns}
            rows={query.data}
            rowId={(row) => row.id}
            empty={null}
          />
        </div>
      ) : null}
    </Panel>
  );
}

function AddPasskey({ onDone }: { readonly onDone: () => void }) {
  const begin = trpc.session.beginPasskey.useMutation();
  const finish = trpc.session.finishPasskey.useMutation();
  const [name, setName] = useState('');
  const [isAsking, setAsking] = useState(false);
  const add = async (password: string) => {
    setAsking(true);
    try {
      const optionsJSON = await begin.mutateAsync({ password });
      const response = await startRegistration({ optionsJSON });
      await finish.mutateAsync({ name: name.trim() || 'Passkey', response });
      notifyDone('The passkey is added.');
      onDone();
    } catch (error) {
      const problem = authenticatorProblem(error);
      if (problem !== null) notifyProblem(problem);
    } finally {
      setAsking(false);
    }
  };
  return (
    <ProofForm
      asks={['password']}
      isOptional
      label="Add passkey"
      isPending={isAsking}
      error={begin.error ?? finish.error}
      onCancel={onDone}
      onSubmit={({ password }) => void add(password)}
    >
      <TextField
        label="Name"
        hint="To tell it apart from others, such as “Phone” or “Blue key”."
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </ProofForm>
  );
}

function RenamePasskey({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const [name, setName] = useState(passkey.name);
  const rename = trpc.session.namePasskey.useMutation({
    onSuccess: onDone,
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  return (
    <form
      className="flex max-w-md flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate({ id: passkey.id, name });
      }}
    >
      <TextField
        label="Name"
        required
        maxLength={100}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="flex gap-2">
        <Button onPress={onDone}>Cancel</Button>
        <Button type="submit" tone="primary" isPending={rename.isPending}>
          Save name
        </Button>
      </div>
    </form>
  );
}

function RemovePasskey({ passkey, onDone }: { readonly passkey: Passkey; readonly onDone: () => void }) {
  const remove = trpc.session.endPasskey.useMutation({
    onSuccess: () => {
      notifyDone(`${passkey.name} is removed. Delete it on its device, too.`);
      onDone();
    },
  });
  return (
    <ProofForm
      asks={['password']}
      isOptional
      label="Remove passkey"
      isPending={remove.isPending}
      error={remove.error}
      onCancel={onDone}
      onSubmit={({ password }) => remove.mutate({ id: passkey.id, password })}
    >
      <p className="text-ink-soft">{passkey.name} no longer signs you in.</p>
    </ProofForm>
  );
}
