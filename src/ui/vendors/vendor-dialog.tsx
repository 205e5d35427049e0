'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useAgreedChoices } from '@/ui/records/use-agreed-choices';
import { useAccounts } from '@/ui/records/use-names';

export type Vendor = RouterOutputs['vendors']['get'];

/** Creates a vendor or edits an existing one. */
export function VendorDialog({
  vendor,
  onClose,
}: {
  readonly vendor?: Vendor;
  readonly onClose: () => void;
}) {
  const { save, ...saving } = useSaving({
    record: vendor,
    create: trpc.vendors.create.useMutation(),
    update: trpc.vendors.update.useMutation(),
    added: ({ name }) => `${name} is a vendor.`,
    onClose,
  });
  const accounts = useAccounts();
  const agreed = useAgreedChoices();
  return (
    <RecordDialog
      {...saving}
      title={vendor ? `Edit ${vendor.name}` : 'New vendor'}
      saveLabel={vendor ? 'Save' : 'Add vendor'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true, wide: true },
        { name: 'email', label: 'Email', kind: 'email' },
        { name: 'phone', label: 'Phone', kind: 'tel' },
        { name: 'paymentTerms', label: 'Payment terms', kind: 'text' },
        { name: 'discountPercent', label: 'Discount in percent', kind: 'text' },
        { name: 'taxCodeId', label: 'Tax code for bills', kind: 'combo', choices: agreed.taxCodes },
        { name: 'taxId', label: 'Tax ID', kind: 'text' },
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
      onSave={(values) =>
        save({
          name: (values.name ?? '').trim(),
          email: orNull(values.email),
          phone: orNull(values.phone),
          paymentTerms: orNull(values.paymentTerms),
          discountPercent: orNull(values.discountPercent),
          taxCodeId: orNull(values.taxCodeId),
          taxId: orNull(values.taxId),
          defaultExpenseAccountId: orNull(values.defaultExpenseAccountId),
          description: orNull(values.description),
        })
      }
      onClose={onClose}
    />
  );
}
