'use client';

import { trpc } from '@/surfaces/trpc/react';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useBooks } from '@/ui/shell/session';
import { ShownSecret } from './shown-secret';

/** Issues a key. It is shown only once and cannot be read again. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const issue = trpc.credentials.issueKey.useMutation();
  const companies = trpc.projects.companies.list.useQuery({});
  if (issue.data)
    return <IssuedKey secret={issue.data.key} companyId={issue.data.apiKey.companyId} onClose={onClose} />;
  return (
    <RecordDialog
      title="New API key"
      saveLabel="Issue key"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        {
          name: 'companyId',
          label: 'Company',
          kind: 'select',
          empty: 'None: the whole organization',
          choices: (companies.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'expiresOn', label: 'Expires on', kind: 'date' },
      ]}
      initial={{}}
      isSaving={issue.isPending}
      error={issue.error}
      onSave={(values) =>
        issue.mutate({
          name: (values.name ?? '').trim(),
          companyId: orNull(values.companyId),
          expiresAt: values.expiresOn ? `${values.expiresOn}T23:59:59Z` : null,
        })
      }
      onClose={onClose}
    />
  );
}

function IssuedKey({
  secret,
  companyId,
  onClose,
}: {
  readonly secret: string;
  readonly companyId: string | null;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const headers = [
    `x-api-key: ${secret}`,
    `x-organization-id: ${books.organization.id}`,
    ...(companyId === null ? [] : [`x-company-id: ${companyId}`]),
  ].join('\n');
  return (
    <ShownSecret
      title="Copy the key now"
      words="Send these headers with every request."
      text={headers}
      onClose={onClose}
    />
  );
}
