'use client';

import { Copy } from 'lucide-react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Dialog, DialogActions } from '@/ui/kit/dialog';
import { notifyDone } from '@/ui/kit/notify';
import { RecordDialog } from '@/ui/records/record-dialog';
import { useBooks } from '@/ui/shell/session';

/** Issues a key; it is shown this once and cannot be read again. */
export function NewKey({ onClose }: { readonly onClose: () => void }) {
  const issue = trpc.credentials.issueKey.useMutation();
  const companies = trpc.projects.companies.list.useQuery({});
  if (issue.data)
    return <IssuedKey secret={issue.data.key} companyId={issue.data.apiKey.companyId} onClose={onClose} />;
  return (
    <RecordDialog
      title="New API key"
      saveLabel="Issue the key"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        {
          name: 'companyId',
          label: 'Company',
          kind: 'select',
          required: true,
          empty: 'Choose a company',
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
          companyId: values.companyId ?? '',
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
  readonly companyId: string;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const headers = `x-api-key: ${secret}\nx-organization-id: ${books.organization.id}\nx-company-id: ${companyId}`;
  return (
    <Dialog title="Copy the key now" isOpen onClose={onClose} isDismissable={false}>
      <p className="text-ink-soft">
        It is not stored and will not be shown again. Every request carries these headers.
      </p>
      <pre className="mt-3 overflow-x-auto rounded border border-line bg-sunken p-3 font-mono text-small">
        {headers}
      </pre>
      <DialogActions>
        <Button onPress={() => void navigator.clipboard.writeText(headers).then(() => notifyDone('Copied.'))}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button tone="primary" onPress={onClose}>
          I have it
        </Button>
      </DialogActions>
    </Dialog>
  );
}
