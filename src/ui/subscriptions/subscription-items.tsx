'use client';

import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { DateText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { Quantity } from '@/ui/kit/money';
import { TableSkeleton } from '@/ui/kit/skeleton';
import { QueryView } from '@/ui/shell/query-view';

type Item = RouterOutputs['subscriptions']['items'][number];

/** What a subscription bills each period. */
export function SubscriptionItems({ id, currency }: { readonly id: string; readonly currency: string }) {
  const query = trpc.subscriptions.items.useQuery({ subscriptionId: id });
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
  ];
  return (
    <section aria-label="Items" className="flex flex-col gap-2">
      <h2 className="font-semibold">Items</h2>
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
    </section>
  );
}
