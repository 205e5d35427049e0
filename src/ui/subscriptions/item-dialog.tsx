'use client';

import { type RouterInputs, type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { useRecordChoices } from '@/ui/records/choices/use-record-choices';
import { orNull } from '@/ui/records/form/or-null';
import { RecordDialog } from '@/ui/records/form/record-dialog';
import { useSaving } from '@/ui/records/form/use-saving';
import { keptName } from '@/ui/shell/kept-work';
import { useBooks } from '@/ui/shell/session';
import type { Subscription } from './subscription-dialog';

export type SubscriptionItem = RouterOutputs['subscriptions']['items'][number];
type Asked = RouterInputs['subscriptions']['addItem'];

/** Adds what a subscription bills each period. The items of a draft can be corrected; an active one changes with proration. */
export function SubscriptionItemDialog({
  subscription,
  item,
  onClose,
}: {
  readonly subscription: Subscription;
  readonly item?: SubscriptionItem;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const items = useRecordChoices('ITEM', [item?.itemId ?? '']);
  const { save, ...saving } = useSaving<Asked, SubscriptionItem>({
    record: item,
    create: trpc.subscriptions.addItem.useMutation(),
    update: trpc.subscriptions.updateItem.useMutation(),
    kept: keptName(books.organization.id, books.user.email, item?.id ?? `new item of ${subscription.id}`),
    added: ({ description }) => `${description ?? 'The item'} is added.`,
    onClose,
  });
  return (
    <RecordDialog
      {...saving}
      title={item ? `Edit ${item.description ?? 'the item'}` : 'New item'}
      saveLabel={item ? 'Save' : 'Add item'}
      fields={[
        {
          name: 'itemId',
          label: 'Item',
          kind: 'combo',
          wide: true,
          choices: items.choices,
          more: items.more,
        },
        { name: 'description', label: 'Description', kind: 'text', wide: true },
        { name: 'quantity', label: 'Quantity', kind: 'number', required: true },
        {
          name: 'unitPrice',
          label: `Price per unit and period (${subscription.currencyCode})`,
          kind: 'amount',
          currency: subscription.currencyCode,
          required: true,
        },
        { name: 'discountPercent', label: 'Discount (%)', kind: 'number' },
        { name: 'startDate', label: 'From', kind: 'date', required: true },
        { name: 'endDate', label: 'Last day', kind: 'date' },
      ]}
      initial={{
        itemId: item?.itemId,
        description: item?.description,
        quantity: item?.quantity ?? '1',
        unitPrice: item?.unitPrice,
        discountPercent: item?.discountPercent,
        startDate: item?.startDate ?? subscription.startDate,
        endDate: item?.endDate,
      }}
      onSave={(values) =>
        save({
          subscriptionId: subscription.id,
          itemId: orNull(values.itemId),
          description: orNull(values.description) ?? items.byId.get(values.itemId ?? '')?.name ?? null,
          quantity: (values.quantity ?? '').trim(),
          unitPrice: values.unitPrice ?? '',
          ...(values.discountPercent?.trim() ? { discountPercent: values.discountPercent.trim() } : {}),
          startDate: values.startDate ?? subscription.startDate,
          endDate: orNull(values.endDate),
        })
      }
      onClose={onClose}
    />
  );
}
