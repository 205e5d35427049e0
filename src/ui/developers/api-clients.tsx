'use client';

import { ROLES, type Role } from '@/core/permissions';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { revokeAct } from './revoke-act';
import { ShownSecret } from './shown-secret';
import { stateOf } from './state-of';

type Client = RouterOutputs['credentials']['clients'][number];

/** Applications that sign in with their own roles at the token endpoint. */
export function ApiClients() {
  const books = useBooks();
  const query = trpc.credentials.clients.useQuery({});
  const columns: Column<Client>[] = [
    { id: 'name', header: 'Name', cell: (row) => <span className="font-medium">{row.name}</span> },
    {
      id: 'client',
      header: 'Client',
      className: 'max-w-72 truncate max-md:hidden',
      cell: (row) => <code className="text-small">{row.clientId}</code>,
    },
    { id: 'roles', header: 'Roles', cell: (row) => row.roles.map(statusWords).join(', ') },
    { id: 'expires', header: 'Expires', cell: (row) => <InstantText value={row.expiresAt} /> },
    { id: 'state', header: 'State', cell: (row) => <StatusPill status={stateOf(row)} /> },
  ];
  const mayWrite = books.may('org.credential.write');
  return (
    <EditableList
      label="API clients"
      query={query}
      columns={columns}
      emptyTitle="No clients yet"
      emptyWords="A client signs in with its own ID, secret and roles."
      newLabel={mayWrite ? 'New client' : undefined}
      newDialog={(close) => <NewClient onClose={close} />}
      acts={mayWrite ? revokeAct : undefined}
      rowDialog={(client, close) => <Revoke client={client} onClose={close} />}
    />
  );
}

function NewClient({ onClose }: { readonly onClose: () => void }) {
  const issue = trpc.credentials.issueClient.useMutation();
  if (issue.data) {
    return (
      <ShownSecret
        title="Copy the secret now"
        words="The client exchanges both for a token at /auth/token."
        text={`client_id: ${issue.data.apiClient.clientId}\nclient_secret: ${issue.data.clientSecret}`}
        onClose={onClose}
      />
    );
  }
  return (
    <RecordDialog
      title="New API client"
      saveLabel="Issue client"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        {
          name: 'role',
          label: 'Role',
          kind: 'select',
          required: true,
          choices: ROLES.map((role) => ({ value: role, label: statusWords(role) })),
        },
        { name: 'expiresOn', label: 'Expires on', kind: 'date' },
      ]}
      initial={{ role: 'viewer' }}
      isSaving={issue.isPending}
      error={issue.error}
      onSave={(values) => {
        const role: Role = ROLES.find((known) => known === values.role) ?? 'viewer';
        issue.mutate({
          name: (values.name ?? '').trim(),
          roles: [role],
          expiresAt: values.expiresOn ? `${values.expiresOn}T23:59:59Z` : null,
        });
      }}
      onClose={onClose}
    />
  );
}

function Revoke({ client, onClose }: { readonly client: Client; readonly onClose: () => void }) {
  const revoke = trpc.credentials.revokeClient.useMutation({
    onSuccess: () => {
      notifyDone(`${client.name} is revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${client.name}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Revoke client"
      isPending={revoke.isPending}
      error={revoke.error ? sentenceOf(revoke.error) : undefined}
      onConfirm={() => revoke.mutate({ id: client.id })}
    >
      <p className="text-ink-soft">
        The client and every token issued to it stop working within seconds. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
