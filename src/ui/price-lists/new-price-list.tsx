'use client';

import { trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { orNull, RecordDialog } from '@/ui/records/record-dialog';
import { useBooks } from '@/ui/shell/session';

/** A new, empty price list. */
export function NewPriceList({ onClose }: { readonly onClose: () => void }) {
  const books = useBooks();
  const currencies = trpc.setup.currencies.list.useQuery({}, { staleTime: 300_000 });
  const create = trpc.priceLists.create.useMutation();
  if (currencies.data === undefined) return null;
  return (
    <RecordDialog
      title="New price list"
      saveLabel="Add price list"
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        {
          name: 'currencyCode',
          label: 'Currency',
          kind: 'select',
          choices: currencies.data.map(({ code }) => ({ value: code, label: code })),
        },
        { name: 'validFrom', label: 'Valid from', kind: 'date' },
        { name: 'validTo', label: 'Valid to', kind: 'date' },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{ currencyCode: books.organization.baseCurrency }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            name: (values.name ?? '').trim(),
            currencyCode: values.currencyCode || books.organization.baseCurrency,
            validFrom: orNull(values.validFrom),
            validTo: orNull(values.validTo),
            description: orNull(values.description),
          },
          {
            onSuccess: (list) => {
              notifyDone(`${list.name} is a price list.`);
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
