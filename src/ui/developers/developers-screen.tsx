'use client';

import { Plus } from 'lucide-react';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { InstantText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { LinkTabs } from '@/ui/kit/link-tabs';
import { notifyDone } from '@/ui/kit/notify';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { StatusPill } from '@/ui/kit/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { ApiClients } from './api-clients';
import { NewKey } from './new-key';
import { stateOf } from './state-of';
import { Webhooks } from './webhooks';

type Key = RouterOutputs['credentials']['keys'][number];

const TABS = ['keys', 'clients', 'webhooks'] as const;
const TAB_WORDS = {
  keys: {
    label: 'API keys',
    newLabel: 'New key',
    words: 'For the external API: every request carries the key, the organization and the company.',
  },
  clients: {
    label: 'API clients',
    newLabel: 'New client',
    words: 'For programs that work in these books with a role of their own.',
  },
  webhooks: {
    label: 'Webhooks',
    newLabel: 'New webhook',
    words: 'Events are sent, signed, to every address that asks for them.',
  },
} as const;

/** How other programs come in: keys, clients, and the addresses that hear of events. */
export function DevelopersScreen() {
  const books = useBooks();
  const [of] = useQueryState('of', parseAsStringLiteral(TABS).withDefault('keys'));
  const [isNew, setNew] = useState(false);
  const tab = TAB_WORDS[of];
  const close = () => setNew(false);
  return (
    <Page className="max-w-6xl">
      <PageHeader
        title={tab.label}
        description={tab.words}
        actions={
          <>
            <TextLink href="/docs">API reference</TextLink>
            {books.may('org.credential.write') ? (
              <Button tone="primary" onPress={() => setNew(true)}>
                <Plus aria-hidden="true" />
                {tab.newLabel}
              </Button>
            ) : null}
          </>
        }
      />
      <LinkTabs
        label="Developers"
        current={of}
        tabs={TABS.map((id) => ({ id, label: TAB_WORDS[id].label, href: books.path(`developers?of=${id}`) }))}
      />
      {of === 'keys' ? <ApiKeys isNew={isNew} onNewClosed={close} /> : null}
      {of === 'clients' ? <ApiClients isNew={isNew} onNewClosed={close} /> : null}
      {of === 'webhooks' ? <Webhooks isNew={isNew} onNewClosed={close} /> : null}
    </Page>
  );
}

/** Keys of the external API: who may read what, and when a key was last used. */
function ApiKeys({ isNew, onNewClosed }: { readonly isNew: boolean; readonly onNewClosed: () => void }) {
  const books = useBooks();
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
    <>
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
      {isNew ? <NewKey onClose={onNewClosed} /> : null}
      {revoking ? <Revoke apiKey={revoking} onClose={() => setRevoking(null)} /> : null}
    </>
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
