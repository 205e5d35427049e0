'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { STATUS_FIELD, writtenStatus } from '@/ui/records/form/coded-fields';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useAccounts } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import { UNITS_QUESTION } from '@/ui/units/units-question';
import { ITEM_TYPE_CHOICES, itemTypeOf } from './item-types';

export type Item = RouterOutputs['items']['get'];

/** Creates an item or edits an existing one. Prices and obligations are added on the item's page. */
export function ItemDialog({ item, onClose }: { readonly item?: Item; readonly onClose: () => void }) {
  const books = useBooks();
  const accounts = useAccounts();
  const units = trpc.unitsOfMeasure.page.useQuery(UNITS_QUESTION, {
    enabled: books.may('org.structure.read'),
  });
  const taxes = trpc.setup.taxCodes.list.useQuery({}, { enabled: books.may('gl.setup.read') });
  const { save, ...saving } = useSaving({
    record: item,
    create: trpc.items.create.useMutation(),
    update: trpc.items.update.useMutation(),
    added: ({ name }) => `${name} is an item.`,
    onClose,
  });
  const offered = <Row extends { readonly id: string; readonly recordStatus: string }>(
    rows: readonly Row[] | undefined,
    chosen: string | null | undefined,
  ) => (rows ?? []).filter(({ id, recordStatus }) => recordStatus === 'active' || id === chosen);
  return (
    <RecordDialog
      {...saving}
      title={item ? `Edit ${item.name}` : 'New item'}
      saveLabel={item ? 'Save' : 'Add item'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text' },
        { name: 'itemType', label: 'Type', kind: 'select', choices: ITEM_TYPE_CHOICES },
        {
          name: 'unitId',
          label: 'Unit',
          kind: 'select',
          empty: 'None',
          choices: offered(units.data?.rows, item?.unitId).map(({ id, name }) => ({
            value: id,
            label: name,
          })),
        },
        { name: 'revenueAccountId', label: 'Revenue account', kind: 'combo', choices: accounts.choices },
        { name: 'expenseAccountId', label: 'Expense account', kind: 'combo', choices: accounts.choices },
        {
          name: 'taxCodeId',
          label: 'Tax code',
          kind: 'select',
          empty: 'None',
          choices: offered(taxes.data, item?.taxCodeId).map(({ id, code, name }) => ({
            value: id,
            label: `${code} ${name}`,
          })),
        },
        ...(item ? [STATUS_FIELD] : []),
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{ itemType: 'SERVICE', ...(item as Readonly<Record<string, string | null>> | undefined) }}
      onSave={(values) =>
        save({
          ...(values.code?.trim() ? { code: values.code.trim() } : {}),
          name: (values.name ?? '').trim(),
          description: orNull(values.description),
          itemType: itemTypeOf(values.itemType),
          unitId: orNull(values.unitId),
          revenueAccountId: orNull(values.revenueAccountId),
          expenseAccountId: orNull(values.expenseAccountId),
          taxCodeId: orNull(values.taxCodeId),
          ...writtenStatus(values),
        })
      }
      onClose={onClose}
    />
  );
}
