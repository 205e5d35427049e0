'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { formatQuantity } from '@/ui/kit/figures/amount-format';
import { parentsFor, STATUS_FIELD, writtenCoded } from '@/ui/records/form/coded-fields';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';

export type Subsidiary = RouterOutputs['subsidiaries']['list']['rows'][number];

/** Creates a subsidiary or edits an existing one. */
export function SubsidiaryDialog({
  rows,
  subsidiary,
  onClose,
}: {
  readonly rows: readonly Subsidiary[];
  readonly subsidiary?: Subsidiary;
  readonly onClose: () => void;
}) {
  const { save, ...saving } = useSaving({
    record: subsidiary,
    create: trpc.subsidiaries.create.useMutation(),
    update: trpc.subsidiaries.update.useMutation(),
    added: ({ name }) => `${name} is a subsidiary.`,
    onClose,
  });
  const removal = trpc.subsidiaries.remove.useMutation();
  return (
    <RecordDialog
      {...saving}
      removal={subsidiary && { record: subsidiary, name: subsidiary.name, removal }}
      title={subsidiary ? `Edit ${subsidiary.name}` : 'New subsidiary'}
      saveLabel={subsidiary ? 'Save' : 'Add subsidiary'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        {
          name: 'parentId',
          label: 'Parent',
          kind: 'select',
          empty: 'None (top level)',
          choices: parentsFor(rows, subsidiary).map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'ownershipPercent', label: 'Ownership (percent)', kind: 'text' },
        {
          name: 'countryCode',
          label: 'Country (two letters)',
          kind: 'text',
          ...(subsidiary ? {} : { wide: true }),
        },
        ...(subsidiary ? [STATUS_FIELD] : []),
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{
        name: subsidiary?.name,
        code: subsidiary?.code,
        parentId: subsidiary?.parentId,
        ownershipPercent: formatQuantity(subsidiary?.ownershipPercent ?? '100'),
        countryCode: subsidiary?.countryCode,
        recordStatus: subsidiary?.recordStatus,
        description: subsidiary?.description,
      }}
      onSave={(values) =>
        save({
          ...writtenCoded(values),
          parentId: orNull(values.parentId),
          countryCode: orNull(values.countryCode)?.toUpperCase() ?? null,
          ...(values.ownershipPercent?.trim() ? { ownershipPercent: values.ownershipPercent.trim() } : {}),
        })
      }
      onClose={onClose}
    />
  );
}
