'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { notifyDone } from '@/ui/kit/notify';
import { orNull, RecordDialog } from '@/ui/records/record-dialog';
import { useAccounts } from '@/ui/records/use-names';

export type Vendor = RouterOutputs['vendors']['get'];

/** A new vendor, or the details of one that is there. */
export function VendorDialog({
  vendor,
  onClose,
}: {
  readonly vendor?: Vendor;
  readonly onClose: () => void;
}) {
  const create = trpc.vendors.create.useMutation();
  const update = trpc.vendors.update.useMutation();
  const accounts = useAccounts();
  const done = {
    onSuccess: (saved: Vendor) => {
      notifyDone(vendor ? 'Saved.' : `${saved.name} is a vendor.`);
      onClose();
    },
  };
  return (
    <RecordDialog
      title={vendor ? `Edit ${vendor.name}` : 'New vendor'}
      saveLabel={vendor ? 'Save' : 'Add vendor'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        { name: 'email', label: 'E-mail', kind: 'email' },
        { name: 'phone', label: 'Phone', kind: 'tel' },
        { name: 'paymentTerms', label: 'Payment terms', kind: 'text' },
        { name: 'taxId', label: 'Tax id', kind: 'text' },
        {
          name: 'defaultExpenseAccountId',
          label: 'Usual expense account',
          kind: 'combo',
          wide: true,
          choices: accounts.choices,
        },
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{ ...vendor } as Readonly<Record<string, string | null>>}
      isSaving={create.isPending || update.isPending}
      error={vendor ? update.error : create.error}
      onSave={(values) => {
        const data = {
          name: (values.name ?? '').trim(),
          email: orNull(values.email),
          phone: orNull(values.phone),
          paymentTerms: orNull(values.paymentTerms),
          taxId: orNull(values.taxId),
          defaultExpenseAccountId: orNull(values.defaultExpenseAccountId),
          description: orNull(values.description),
        };
        if (vendor === undefined) create.mutate(data, done);
        else update.mutate({ id: vendor.id, data, $call: { expectedVersion: vendor.version } }, done);
      }}
      onClose={onClose}
    />
  );
}
