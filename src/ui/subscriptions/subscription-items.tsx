'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Quantity } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { TableSkeleton } from '@/ui/kit/layout/skeleton';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { RemoveDialog } from '@/ui/records/remove-record';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type SubscriptionItem as Item, SubscriptionItemDialog } from './item-dialog';
import type { Subscription } from './subscription-dialog';

/** What a subscription bills each period. */
export function SubscriptionItems({ subscription }: { readonly subscription: Subscription }) {
  const { id, currencyCode: currency } = subscription;
  const query = trpc.subscriptions.items.useQuery({ subscriptionId: id });
  const mayEdit = useBooks().may('billing.write') && subscription.subscriptionStatus === 'DRAFT';
  const removal = trpc.subscriptions.removeItem.useMutation();
  const [asked, setAsked] = useState<{ item: Item | null; to: 'edit' | 'delete' } | null>(null);
  const close = () => {
    removal.reset();
    setAsked(null);
  };
  const columns: Column<Item>[] = [
    {
      id: 'description',
      header: 'Item',
      cell: (row) => <span className="font-medium">{row.description ?? 'Item'}</span>,
    },
    { id: 'from', header: 'From', cell: (row) => <DateText value={row.startDate} /> },
    { id: 'to', header: 'To', className: 'max-sm:hidden', cell: (row) => <DateText value={row.endDate} /> },
    { id: 'quantity', header: 'Quantity', align: 'end', cell: (row) => <Quantity value={row.quantity} /> },
    {
      id: 'price',
      header: `Price per period (${currency})`,
      align: 'end',
      cell: (row) => <Quantity value={row.unitPrice} least={2} />,
    },
    {
      id: 'discount',
      header: 'Discount (%)',
      align: 'end',
      className: 'max-sm:hidden',
      cell: (row) => (/[1-9]/.test(row.discountPercent) ? <Quantity value={row.discountPercent} /> : '–'),
    },
    ...(mayEdit
      ? [
          actsColumn<Item>((row) => {
            const name = row.description ?? 'the item';
            return [
              { words: 'Edit', label: `Edit ${name}`, onPress: () => setAsked({ item: row, to: 'edit' }) },
              {
                words: 'Delete',
                label: `Delete ${name}`,
                onPress: () => setAsked({ item: row, to: 'delete' }),
              },
            ];
          }),
        ]
      : []),
  ];
  return (
    <section aria-label="Items" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold">Items</h2>
        {mayEdit ? (
          <Button size="small" onPress={() => setAsked({ item: null, to: 'edit' })}>
            New item
          </Button>
        ) : null}
      </div>
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {(rows) => (
          <DataTable
            label="Items"
            columns={columns}
            rows={rows}
            rowId={(row) => row.id}
            empty={
              <EmptyState title="No items yet">It can be activated once it has an item to bill.</EmptyState>
            }
          />
        )}
      </QueryView>
      {asked?.to === 'edit' ? (
        <SubscriptionItemDialog
          subscription={subscription}
          // As it is now: someone else may have saved it while the form is open.
          {...(asked.item ? { item: query.data?.find(({ id }) => id === asked.item?.id) ?? asked.item } : {})}
          onClose={close}
        />
      ) : null}
      {asked?.to === 'delete' && asked.item ? (
        <RemoveDialog
          record={asked.item}
          name={asked.item.description ?? 'the item'}
          words="The draft no longer bills it."
          removal={removal}
          onClose={close}
        />
      ) : null}
    </section>
  );
}
