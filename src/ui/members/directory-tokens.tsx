'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { revokeAct } from '@/ui/developers/revoke-act';
import { ShownSecret } from '@/ui/developers/shown-secret';
import { stateOf } from '@/ui/developers/state-of';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { notifyDone } from '@/ui/kit/notify';
import type { Column } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { sentenceOf } from '@/ui/shell/refusal';

type Token = RouterOutputs['provisioning']['tokens'][number];

/** The tokens with which directories report people and groups. */
export function DirectoryTokens({ mayWrite }: { readonly mayWrite: boolean }) {
  const query = trpc.provisioning.tokens.useQuery({});
  const columns: Column<Token>[] = [
    { id: 'name', header: 'Name', cell: (row) => <span className="font-medium">{row.name}</span> },
    { id: 'used', header: 'Last used', cell: (row) => <InstantText value={row.lastUsedAt} /> },
    {
      id: 'expires',
      header: 'Expires',
      className: 'max-md:hidden',
      cell: (row) => <InstantText value={row.expiresAt} />,
    },
    { id: 'state', header: 'State', cell: (row) => <StatusPill status={stateOf(row)} /> },
  ];
  return (
    <EditableList
      label="Directory tokens"
      query={query}
      columns={columns}
      emptyTitle="No tokens yet"
      emptyWords="With a token, your directory makes members of people and gives them the roles of their groups."
      newLabel={mayWrite ? 'New token' : undefined}
      newDialog={(close) => <NewToken onClose={close} />}
      acts={mayWrite ? revokeAct : undefined}
      rowDialog={(token, close) => <RevokeToken token={token} onClose={close} />}
    />
  );
}

function NewToken({ onClose }: { readonly onClose: () => void }) {
  const issue = trpc.provisioning.issueToken.useMutation();
  if (issue.data) {
    return (
      <ShownSecret
        title="Copy the token now"
        words="Your directory sends it as the bearer token. Anyone who has it can add anyone to any of your groups."
        text={issue.data.token}
        onClose={onClose}
      />
    );
  }
  return (
    <RecordDialog
      title="New directory token"
      saveLabel="Issue token"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        { name: 'expiresOn', label: 'Expires on', kind: 'date' },
      ]}
      initial={{}}
      isSaving={issue.isPending}
      error={issue.error}
      onSave={(values) =>
        issue.mutate({
          name: (values.name ?? '').trim(),
          expiresAt: values.expiresOn ? `${values.expiresOn}T23:59:59Z` : null,
        })
      }
      onClose={onClose}
    />
  );
}

function RevokeToken({ token, onClose }: { readonly token: Token; readonly onClose: () => void }) {
  const revoke = trpc.provisioning.revokeToken.useMutation({
    onSuccess: () => {
      notifyDone(`${token.name} is revoked.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${token.name}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Revoke token"
      isPending={revoke.isPending}
      error={revoke.error ? sentenceOf(revoke.error) : undefined}
      onConfirm={() => revoke.mutate({ id: token.id })}
    >
      <p className="text-ink-soft">
        Your directory is refused within seconds. Members keep the roles they have. This cannot be undone.
      </p>
    </ConfirmDialog>
  );
}
