'use client';

import { trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { RecordDialog } from '@/ui/records/record-dialog';
import { useBooks } from '@/ui/shell/session';
import { type Customer, customerFields, writtenCustomer } from './customer-fields';

/** A new customer, or the details of one that is there. */
export function CustomerDialog({
  customer,
  onClose,
}: {
  readonly customer?: Customer;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const create = trpc.customers.create.useMutation();
  const update = trpc.customers.update.useMutation();
  const others = trpc.directory.entityChoices.useQuery({ kind: 'CUSTOMER' }, { staleTime: 300_000 });
  const currencies = trpc.setup.currencies.list.useQuery({}, { staleTime: 300_000 });
  if (others.data === undefined || currencies.data === undefined) return null;
  const done = (words: string) => ({
    onSuccess: () => {
      notifyDone(words);
      onClose();
    },
  });
  return (
    <RecordDialog
      title={customer ? `Edit ${customer.companyName}` : 'New customer'}
      saveLabel={customer ? 'Save' : 'Add customer'}
      fields={customerFields(
        others.data
          .filter(({ id }) => id !== customer?.id)
          .map(({ id, code, name }) => ({ id, label: name, ...(code ? { code } : {}) })),
        currencies.data.map(({ code }) => code),
        books.organization.baseCurrency,
      )}
      initial={{ ...customer } as Readonly<Record<string, string | null>>}
      isSaving={create.isPending || update.isPending}
      error={customer ? update.error : create.error}
      onSave={(values) => {
        const data = writtenCustomer(values);
        if (customer === undefined) create.mutate(data, done(`${data.companyName} is a customer.`));
        else {
          update.mutate(
            { id: customer.id, data, $call: { expectedVersion: customer.version } },
            done('Saved.'),
          );
        }
      }}
      onClose={onClose}
    />
  );
}
