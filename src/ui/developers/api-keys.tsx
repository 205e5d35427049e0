'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { NewKey } from './new-key';
import { revokeAct } from './revoke-act';
import { stateOf } from './state-of';

type Key = RouterOutputs['credentials']['keys'][number];

/** Keys of the external API, their scopes, and when each was last used. */
export function ApiKeys() {
  const books = useBooks();
  const query = trpc.credentials.keys.useQuery({});
  const mayWrite = books.may('org.credential.write');
  const columns: Column<Key>[] = [
    { id: 'name', header: 'Name', cell: (row) => <span className="font-medium">{row.name}</span> },
    { id: 'prefix', header: 'Key', cell: (row) => <code className="text-small">dbk_{row.prefix}_…</code> },
    {
      id: 'scopes',
      header: 'Scopes',
      cell: (row) => (row.scopes.length === 0 ? 'Everything' : row.scopes.length),
    },
    { id: 'used', header: 'Last used', cell: (row) => <InstantText value={row.lastUsedAt} /> },
    { id: 'expires', header: 'Expires', cell: (row) => <InstantText value={row.expiresAt} /> },
    { id: 'state', header: 'State', cell: (row) => <StatusPill status={stateOf(row)} /> },
  ];
  return (
    <EditableList
      label="API keys"
      query={query}
      columns={columns}
      emptyTitle="No keys yet"
      emptyWords="A key lets another application read projects, budgets and reports."
      newLabel={mayWrite ? 'New key' : undefined}
      newDialog={(close) => <NewKey onClose={close} />}
      acts={mayWrite ? revokeAct : undefined}
      rowDialog={(key, close) => <Revoke apiKey={key} onClose={close} />}
    />
  );
}

function Revoke({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  const revoke = trpc.credentials.revokeKey.useMutation();
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Revoke key"
      isPending={revoke.isPending}
      error={revoke.error ? sentenceOf(revoke.error) : undefined}
      onConfirm={() =>
        revoke.mutate(
          { id: apiKey.id },
          {
            onSuccess: () => {
              notifyDone(`${apiKey.name} is revoked.`);
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        Requests with this key stop working within seconds. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
