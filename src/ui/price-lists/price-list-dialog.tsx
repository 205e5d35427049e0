'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { STATUS_FIELD, writtenStatus } from '@/ui/records/form/coded-fields';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useBooks } from '@/ui/shell/session';

export type PriceList = RouterOutputs['priceLists']['get'];

/** Creates an empty price list or edits an existing one. The currency cannot change because the prices are in it. */
export function PriceListDialog({
  list,
  onClose,
}: {
  readonly list?: PriceList;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const currencies = trpc.setup.currencies.list.useQuery({}, { staleTime: 300_000 });
  const { save, ...saving } = useSaving({
    record: list,
    create: trpc.priceLists.create.useMutation(),
    update: trpc.priceLists.update.useMutation(),
    added: ({ name }) => `${name} is a price list.`,
    onClose,
  });
  if (currencies.data === undefined) return null;
  return (
    <RecordDialog
      {...saving}
      title={list ? `Edit ${list.name}` : 'New price list'}
      saveLabel={list ? 'Save' : 'Add price list'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        list
          ? STATUS_FIELD
          : {
              name: 'currencyCode',
              label: 'Currency',
              kind: 'select',
              choices: currencies.data.map(({ code }) => ({ value: code, label: code })),
            },
        { name: 'validFrom', label: 'Valid from', kind: 'date' },
        { name: 'validTo', label: 'Valid to', kind: 'date' },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{
        name: list?.name,
        recordStatus: list?.recordStatus,
        currencyCode: books.organization.baseCurrency,
        validFrom: list?.validFrom,
        validTo: list?.validTo,
        description: list?.description,
      }}
      onSave={(values) =>
        save({
          name: (values.name ?? '').trim(),
          ...(list ? writtenStatus(values) : { currencyCode: values.currencyCode }),
          validFrom: orNull(values.validFrom),
          validTo: orNull(values.validTo),
          description: orNull(values.description),
        })
      }
      onClose={onClose}
    />
  );
}
