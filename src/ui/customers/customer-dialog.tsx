'use client';

import { trpc } from '@/surfaces/trpc/react';
import { useCounterparties } from '@/ui/records/choices/use-counterparties';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useAgreedChoices } from '@/ui/records/use-agreed-choices';
import { useBooks } from '@/ui/shell/session';
import { type Customer, customerFields, writtenCustomer } from './customer-fields';

/** Creates a customer or edits an existing one. */
export function CustomerDialog({
  customer,
  onClose,
}: {
  readonly customer?: Customer;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const { save, ...saving } = useSaving({
    record: customer,
    create: trpc.customers.create.useMutation(),
    update: trpc.customers.update.useMutation(),
    added: ({ companyName }) => `${companyName} is a customer.`,
    onClose,
  });
  const others = useCounterparties('CUSTOMER', customer?.parentCustomerId ?? '');
  const currencies = trpc.setup.currencies.list.useQuery({}, { staleTime: 300_000 });
  const agreed = useAgreedChoices();
  if (!others.isLoaded || currencies.data === undefined) return null;
  return (
    <RecordDialog
      {...saving}
      title={customer ? `Edit ${customer.companyName}` : 'New customer'}
      saveLabel={customer ? 'Save' : 'Add customer'}
      fields={customerFields(
        { choices: others.choices.filter(({ id }) => id !== customer?.id), more: others.more },
        currencies.data.map(({ code }) => code),
        books.organization.baseCurrency,
        agreed,
      )}
      initial={{ ...customer } as Readonly<Record<string, string | null>>}
      onSave={(values) => save(writtenCustomer(values))}
      onClose={onClose}
    />
  );
}
