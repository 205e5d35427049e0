'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { Notice } from '@/ui/kit/notice';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { useOrigin } from '@/ui/kit/use-origin';
import { EditableList } from '@/ui/records/editable-list';
import type { RowAct } from '@/ui/records/row-acts';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { ProviderDialog } from './provider-dialog';
import type { SignInProvider } from './role-names';

/** The OpenID providers of the organization, with each one's address and whom it admits. */
export function ProviderList() {
  const books = useBooks();
  const origin = useOrigin();
  const query = trpc.providers.list.useQuery({});
  const [removed, setRemoved] = useState<SignInProvider | null>(null);
  const update = trpc.providers.update.useMutation({
    onSuccess: ({ name, recordStatus }) =>
      notifyDone(recordStatus === 'active' ? `${name} is on.` : `${name} is off; its sessions have ended.`),
    onError: (error) => notifyProblem(sentenceOf(error)),
  });
  const mayWrite = books.may('org.member.write');
  const columns: Column<SignInProvider>[] = [
    { id: 'name', header: 'Provider', cell: (row) => <span className="font-medium">{row.name}</span> },
    {
      id: 'issuer',
      header: 'Issuer, and the redirect address to enter there',
      cell: (row) => (
        <span className="flex min-w-0 flex-col">
          <span className="break-all">{row.issuer}</span>
          <code className="break-all text-ink-mute text-small">
            {origin}
            {row.redirectPath}
          </code>
        </span>
      ),
    },
    {
      id: 'joins',
      header: 'Uninvited people become',
      cell: (row) =>
        row.joiningRoles.length === 0
          ? 'Nothing: only members and invited people can sign in'
          : row.joiningRoles.map(statusWords).join(', '),
    },
    { id: 'people', header: 'People', align: 'end', cell: (row) => row.people },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  const acts = (row: SignInProvider, open: () => void): RowAct[] => [
    { words: 'Change', label: `Change ${row.name}`, onPress: open },
    {
      words: row.recordStatus === 'active' ? 'Turn off' : 'Turn on',
      label: `Turn ${row.recordStatus === 'active' ? 'off' : 'on'} ${row.name}`,
      onPress: () =>
        update.mutate({
          id: row.id,
          recordStatus: row.recordStatus === 'active' ? 'inactive' : 'active',
          $call: { expectedVersion: row.version },
        }),
    },
    { words: 'Delete', label: `Delete ${row.name}`, onPress: () => setRemoved(row) },
  ];
  return (
    <>
      {(query.data ?? []).length === 0 ? null : (
        <Notice tone="accent">
          People sign in at{' '}
          <TextLink href={`/login?returnTo=/books/${books.organization.slug}`}>
            /login?returnTo=/books/{books.organization.slug}
          </TextLink>
          , where every page of these books sends whoever is not signed in.
        </Notice>
      )}
      <EditableList
        label="Sign-in providers"
        query={query}
        columns={columns}
        emptyTitle="No providers yet"
        emptyWords="With an OpenID provider, such as Okta, Entra ID or Google Workspace, people sign in with their company account."
        newLabel={mayWrite ? 'Add a provider' : undefined}
        newDialog={(close) => <ProviderDialog onClose={close} />}
        acts={mayWrite ? acts : undefined}
        rowDialog={(provider, close) => <ProviderDialog provider={provider} onClose={close} />}
      />
      {removed ? <RemoveDialog provider={removed} onClose={() => setRemoved(null)} /> : null}
    </>
  );
}

function RemoveDialog({
  provider,
  onClose,
}: {
  readonly provider: SignInProvider;
  readonly onClose: () => void;
}) {
  const remove = trpc.providers.remove.useMutation({
    onSuccess: ({ name }) => {
      notifyDone(`${name} is deleted.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${provider.name}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Delete"
      isPending={remove.isPending}
      error={remove.error ? sentenceOf(remove.error) : undefined}
      onConfirm={() => remove.mutate({ id: provider.id })}
    >
      <p className="text-ink-soft">
        Sessions that it began end now. Its people stay members; without a password they ask for one on the
        sign-in page.
      </p>
    </ConfirmDialog>
  );
}
