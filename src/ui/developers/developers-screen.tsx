'use client';

import { Plus } from 'lucide-react';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { InstantText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { notifyDone } from '@/ui/kit/notify';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { StatusPill } from '@/ui/kit/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { NewKey } from './new-key';

type Key = RouterOutputs['credentials']['keys'][number];

/** Keys of the external API: who may read what, and when a key was last used. */
export function DevelopersScreen() {
  const books = useBooks();
  const [isNew, setNew] = useState(false);
  const [revoking, setRevoking] = useState<Key | null>(null);
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
    {
      id: 'actions',
      header: <span className="sr-only">Actions</span>,
      align: 'end',
      cell: (row) =>
        mayWrite && row.revokedAt === null ? (
          <Button size="small" onPress={() => setRevoking(row)} aria-label={`Revoke ${row.name}`}>
            Revoke
          </Button>
        ) : null,
    },
  ];
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title="API keys"
        description="For the external API: every request carries the key, the organization and the company."
        actions={
          <>
            <TextLink href="/docs">API reference</TextLink>
            {mayWrite ? (
              <Button tone="primary" onPress={() => setNew(true)}>
                <Plus aria-hidden="true" />
                New key
              </Button>
            ) : null}
          </>
        }
      />
      <QueryView query={query}>
        {(rows) => (
          <DataTable
            label="API keys"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            empty={
              <EmptyState title="No key yet">
                A key lets another program read projects, budgets and reports.
              </EmptyState>
            }
          />
        )}
      </QueryView>
      {isNew ? <NewKey onClose={() => setNew(false)} /> : null}
      {revoking ? <Revoke apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </Page>
  );
}

function stateOf(key: Key): string {
  if (key.revokedAt !== null) return 'revoked';
  return key.expiresAt !== null && key.expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}

function Revoke({ apiKey, onClose }: { readonly apiKey: Key; readonly onClose: () => void }) {
  const revoke = trpc.credentials.revokeKey.useMutation();
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Revoke the key"
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
        Requests with this key are refused within seconds. It cannot be brought back.
      </p>
    </ConfirmDialog>
  );
}
