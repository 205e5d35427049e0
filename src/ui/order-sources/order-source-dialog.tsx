'use client';

import type { DayStyle } from '@/core/imports/written-day';
import type { SourceDefaults } from '@/core/orders/order-source';
import { SOURCE_FACTS, SOURCE_KINDS, type SourceKind } from '@/core/orders/source-kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { STATUS_FIELD, writtenStatus } from '@/ui/records/form/coded-fields';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useSubsidiaries } from '@/ui/records/use-names';

export type OrderSource = RouterOutputs['orderSources']['get'];

const YES_OR_NO = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
];
const DAYS: readonly { value: DayStyle; label: string }[] = [
  { value: 'YMD', label: 'Year first: 2026-01-31' },
  { value: 'MDY', label: 'Month first: 1/31/2026' },
  { value: 'DMY', label: 'Day first: 31/1/2026' },
];

const written = (value: boolean | undefined) => (value === undefined ? '' : value ? 'yes' : 'no');
const reported = (value: string | undefined) => (value === 'yes' ? true : value === 'no' ? false : undefined);

/** Adds a source of orders and bills, or changes how its files are read. */
export function OrderSourceDialog({
  source,
  onClose,
}: {
  readonly source?: OrderSource;
  readonly onClose: () => void;
}) {
  const subsidiaries = useSubsidiaries();
  const others = trpc.orderSources.page.useQuery({ limit: 100 });
  const { save, ...saving } = useSaving({
    record: source,
    create: trpc.orderSources.create.useMutation(),
    update: trpc.orderSources.update.useMutation(),
    added: ({ name }) => `${name} is added. Add its rules next.`,
    onClose,
  });
  const defaults = (source?.defaults ?? {}) as SourceDefaults;
  return (
    <RecordDialog
      {...saving}
      title={source ? `Edit ${source.name}` : 'New source'}
      saveLabel={source ? 'Save' : 'Add source'}
      fields={[
        { name: 'name', label: 'Name', kind: 'text', required: true },
        { name: 'code', label: 'Code, the prefix of its references', kind: 'text', required: true },
        ...(source
          ? []
          : [
              {
                name: 'kind',
                label: 'Its files are',
                kind: 'select' as const,
                choices: SOURCE_KINDS.map((kind) => ({ value: kind, label: SOURCE_FACTS[kind].label })),
              },
              {
                name: 'subsidiaryId',
                label: 'Orders of',
                kind: 'select' as const,
                required: true,
                choices: subsidiaries.choices,
              },
            ]),
        {
          name: 'ordersOfId',
          label: 'Its rows are about the orders of',
          kind: 'select',
          empty: 'This source',
          choices: (others.data?.rows ?? [])
            .filter((one) => one.id !== source?.id && one.ordersOfId === null)
            .map((one) => ({ value: one.id, label: one.name })),
        },
        { name: 'currencyCode', label: 'Currency where a row has none', kind: 'text' },
        {
          name: 'days',
          label: 'Days are written',
          kind: 'select',
          empty: 'As usual for that kind',
          choices: DAYS,
        },
        {
          name: 'isBilled',
          label: 'An order is also a bill',
          kind: 'select',
          empty: 'As usual for that kind',
          choices: YES_OR_NO,
        },
        {
          name: 'isMinor',
          label: 'Amounts are in cents',
          kind: 'select',
          empty: 'As usual for that kind',
          choices: YES_OR_NO,
        },
        {
          name: 'endIsExclusive',
          label: 'A period ends the day before its end date',
          kind: 'select',
          empty: 'As usual for that kind',
          choices: YES_OR_NO,
        },
        {
          name: 'pricesIncludeTax',
          label: 'Prices include tax',
          kind: 'select',
          empty: 'No',
          choices: YES_OR_NO,
        },
        ...(source ? [STATUS_FIELD] : []),
      ]}
      initial={{
        name: source?.name,
        code: source?.code,
        kind: 'STRIPE_INVOICES',
        subsidiaryId: subsidiaries.choices[0]?.value,
        ordersOfId: source?.ordersOfId,
        currencyCode: defaults.currencyCode,
        days: defaults.days,
        isBilled: written(defaults.isBilled),
        isMinor: written(defaults.isMinor),
        endIsExclusive: written(defaults.endIsExclusive),
        pricesIncludeTax: written(defaults.pricesIncludeTax),
        recordStatus: source?.recordStatus,
      }}
      onSave={(values) =>
        save({
          name: (values.name ?? '').trim(),
          code: (values.code ?? '').trim(),
          ...(source
            ? {}
            : {
                kind: values.kind as SourceKind,
                subsidiaryId: values.subsidiaryId || subsidiaries.choices[0]?.value,
              }),
          ordersOfId: orNull(values.ordersOfId),
          defaults: {
            currencyCode: (values.currencyCode ?? '').trim().toUpperCase() || undefined,
            days: (values.days || undefined) as DayStyle | undefined,
            isBilled: reported(values.isBilled),
            isMinor: reported(values.isMinor),
            endIsExclusive: reported(values.endIsExclusive),
            pricesIncludeTax: reported(values.pricesIncludeTax),
          },
          ...(source ? writtenStatus(values) : {}),
        })
      }
      onClose={onClose}
    />
  );
}
