'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { booksPath } from '@/ui/shell/session-path';

/** The country of the reader's language, which is most often the company's too; undefined for a region of several. */
function countryOfReader(): string | undefined {
  const { region } = new Intl.Locale(navigator.language).maximize();
  return region?.length === 2 ? region : undefined;
}

/** Founds another organization with the reader as its admin, and opens its founding. */
export function NewOrganization({ onClose }: { readonly onClose: () => void }) {
  const [country] = useState(countryOfReader);
  const named = trpc.welcome.choices.useQuery(undefined, { staleTime: 3_600_000 });
  const create = trpc.organizations.create.useMutation();
  return (
    <RecordDialog
      title="New organization"
      saveLabel="Create the books"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        {
          name: 'countryCode',
          label: 'Country',
          kind: 'select',
          required: true,
          empty: 'Choose a country',
          choices: (named.data?.countries ?? []).map(({ code, name }) => ({ value: code, label: name })),
        },
        {
          name: 'baseCurrency',
          label: 'Base currency',
          kind: 'select',
          required: true,
          empty: 'Choose a currency',
          choices: (named.data?.currencies ?? []).map(({ code, name }) => ({
            value: code,
            label: `${code} ${name}`,
          })),
        },
      ]}
      initial={{ countryCode: country }}
      isSaving={create.isPending || create.isSuccess}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            name: (values.name ?? '').trim(),
            countryCode: values.countryCode ?? '',
            baseCurrency: values.baseCurrency ?? '',
            timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
          },
          { onSuccess: ({ slug }) => window.location.assign(booksPath(slug, 'founding')) },
        )
      }
      onClose={onClose}
    />
  );
}
