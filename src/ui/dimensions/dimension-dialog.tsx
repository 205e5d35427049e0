'use client';

import { trpc } from '@/surfaces/trpc/react';
import { parentsFor, STATUS_FIELD, writtenCoded } from '@/ui/records/form/coded-fields';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { type DimensionKind, type DimensionValue, ONE_OF } from './dimension-kinds';

/** Creates a dimension value or edits an existing one. */
export function DimensionDialog({
  kind,
  rows,
  value,
  onClose,
}: {
  readonly kind: DimensionKind;
  /** All values of the dimension, as possible parents. */
  readonly rows: readonly DimensionValue[];
  readonly value?: DimensionValue;
  readonly onClose: () => void;
}) {
  const creations = {
    departments: trpc.departments.create.useMutation(),
    classes: trpc.classes.create.useMutation(),
    locations: trpc.locations.create.useMutation(),
    warehouses: trpc.warehouses.create.useMutation(),
  };
  const updates = {
    departments: trpc.departments.update.useMutation(),
    classes: trpc.classes.update.useMutation(),
    locations: trpc.locations.update.useMutation(),
    warehouses: trpc.warehouses.update.useMutation(),
  };
  const { save, ...saving } = useSaving<Written, { name: string }>({
    record: value,
    create: creations[kind],
    update: updates[kind],
    added: ({ name }) => `${name} is added.`,
    onClose,
  });
  const removals = {
    departments: trpc.departments.remove.useMutation(),
    classes: trpc.classes.remove.useMutation(),
    locations: trpc.locations.remove.useMutation(),
    warehouses: trpc.warehouses.remove.useMutation(),
  };
  const hasTree = kind !== 'warehouses';
  return (
    <RecordDialog
      {...saving}
      removal={value && { record: value, name: value.name, removal: removals[kind] }}
      title={value ? `Edit ${value.name}` : `New ${ONE_OF[kind]}`}
      saveLabel={value ? 'Save' : 'Add'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        ...(hasTree
          ? [
              {
                name: 'parentId',
                label: 'Parent',
                kind: 'select' as const,
                empty: 'Top level',
                choices: parentsFor(rows, value).map(({ id, name }) => ({ value: id, label: name })),
              },
            ]
          : []),
        ...(value ? [STATUS_FIELD] : []),
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{
        name: value?.name,
        code: value?.code,
        parentId: value?.parentId,
        recordStatus: value?.recordStatus,
        description: value?.description,
      }}
      onSave={(values) =>
        save({ ...writtenCoded(values), ...(hasTree ? { parentId: orNull(values.parentId) } : {}) })
      }
      onClose={onClose}
    />
  );
}

type Written = ReturnType<typeof writtenCoded> & { parentId?: string | null };
