'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { STATUS_FIELD, writtenCoded } from '@/ui/records/form/coded-fields';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';

export type Unit = RouterOutputs['unitsOfMeasure']['get'];

/** Creates a unit of measure or edits an existing one. A unit can be counted in another: a dozen is 12 pieces. */
export function UnitDialog({
  unit,
  units,
  onClose,
}: {
  readonly unit?: Unit;
  /** All units, as possible base units. */
  readonly units: readonly Unit[];
  readonly onClose: () => void;
}) {
  const { save, ...saving } = useSaving({
    record: unit,
    create: trpc.unitsOfMeasure.create.useMutation(),
    update: trpc.unitsOfMeasure.update.useMutation(),
    added: ({ name }) => `${name} is a unit of measure.`,
    onClose,
  });
  return (
    <RecordDialog
      {...saving}
      title={unit ? `Edit ${unit.name}` : 'New unit'}
      saveLabel={unit ? 'Save' : 'Add unit'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code', kind: 'text', required: true },
        { name: 'symbol', label: 'Symbol', kind: 'text' },
        { name: 'category', label: 'Category', kind: 'text' },
        {
          name: 'baseUnitId',
          label: 'Counted in',
          kind: 'select',
          empty: 'Itself',
          choices: units
            .filter(
              ({ id, recordStatus }) =>
                id !== unit?.id && (recordStatus === 'active' || id === unit?.baseUnitId),
            )
            .map(({ id, name }) => ({ value: id, label: name })),
        },
        { name: 'conversionFactor', label: 'How many of them', kind: 'number' },
        ...(unit ? [STATUS_FIELD] : []),
        { name: 'description', label: 'Description', kind: 'long' },
      ]}
      initial={{ ...unit } as Readonly<Record<string, string | null>>}
      onSave={(values) =>
        save({
          ...writtenCoded(values),
          symbol: orNull(values.symbol),
          category: orNull(values.category),
          baseUnitId: orNull(values.baseUnitId),
          conversionFactor: orNull(values.conversionFactor),
        })
      }
      onClose={onClose}
    />
  );
}
