'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import type { ComboChoice, MoreChoices } from '@/ui/kit/input/combo-choice';
import type { FormField } from '@/ui/records/form/form-field';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { useBooks } from '@/ui/shell/session';

export type Price = RouterOutputs['priceLists']['prices']['rows'][number];

/** Adds a dated price of an item to a list, or corrects one. One side is known, the other is chosen. */
export function PriceDialog({
  title,
  price,
  known,
  currency,
  choose,
  onClose,
}: {
  readonly title: string;
  readonly price?: Price | undefined;
  /** The list the price is added to, or the item it is the price of. */
  readonly known: { readonly priceListId: string } | { readonly itemId: string };
  readonly currency: string;
  /** The items of a list, or the lists for an item. */
  readonly choose: {
    readonly label: string;
    readonly choices: readonly ComboChoice[];
    readonly more?: MoreChoices | undefined;
  };
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const { save, ...saving } = useSaving<
    Parameters<ReturnType<typeof trpc.priceLists.createPrice.useMutation>['mutate']>[0],
    RouterOutputs['priceLists']['createPrice']
  >({
    record: price,
    create: trpc.priceLists.createPrice.useMutation(),
    update: trpc.priceLists.updatePrice.useMutation(),
    added: () => 'The price is added to the list.',
    onClose,
  });
  const chosen: FormField[] = price
    ? []
    : [
        {
          name: 'chosen',
          label: choose.label,
          kind: 'combo',
          required: true,
          wide: true,
          choices: choose.choices,
          more: choose.more,
        },
      ];
  return (
    <RecordDialog
      {...saving}
      title={title}
      saveLabel={price ? 'Save' : 'Add price'}
      fields={[
        ...chosen,
        { name: 'unitPrice', label: 'Unit price', kind: 'amount', currency, required: true },
        { name: 'minimumQuantity', label: 'From quantity', kind: 'number' },
        { name: 'validFrom', label: 'Valid from', kind: 'date', required: true },
        { name: 'validTo', label: 'Valid to', kind: 'date' },
      ]}
      initial={{
        unitPrice: price?.unitPrice,
        minimumQuantity: price?.minimumQuantity,
        validFrom: price?.validFrom ?? books.today,
        validTo: price?.validTo,
      }}
      onSave={(values) => {
        const terms = {
          unitPrice: (values.unitPrice ?? '').trim(),
          validFrom: values.validFrom ?? '',
          validTo: orNull(values.validTo),
          ...(values.minimumQuantity?.trim() ? { minimumQuantity: values.minimumQuantity.trim() } : {}),
        };
        const other = values.chosen ?? '';
        const { priceListId, itemId } = price ?? { priceListId: other, itemId: other, ...known };
        save({ priceListId, itemId, ...terms });
      }}
      onClose={onClose}
    />
  );
}
