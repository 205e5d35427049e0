'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money, Quantity } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { TableSkeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone, notifyProblem } from '@/ui/kit/notify';
import { DataTable } from '@/ui/kit/tables/data-table';
import { actsColumn, type RowAct } from '@/ui/records/row-acts';
import { useEntityNames } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { PurchaseOrderDialog } from './order-dialogs';
import type { Project } from './project-dialog';

type Order = RouterOutputs['projects']['purchaseOrders']['list']['rows'][number];
const NEXT: Readonly<Record<string, readonly ('RECEIVED' | 'CLOSED' | 'CANCELLED')[]>> = {
  ISSUED: ['RECEIVED', 'CLOSED', 'CANCELLED'],
  RECEIVED: ['CLOSED'],
};
const WORDS = { RECEIVED: 'Received', CLOSED: 'Close', CANCELLED: 'Cancel' } as const;

/** The purchase orders of a project; each is a commitment of it. */
export function ProjectOrders({ project }: { readonly project: Project }) {
  const books = useBooks();
  const mayWrite = books.may('purchasing.write');
  const query = trpc.projects.purchaseOrders.list.useQuery({ projectId: project.id, limit: 100 });
  const names = useEntityNames(query.data?.rows.map(({ vendorId }) => vendorId) ?? []);
  const [asked, setAsked] = useState<Order | 'new' | null>(null);
  const move = trpc.projects.purchaseOrders.move.useMutation({
    onError: (error) => notifyProblem(sentenceOf(error)),
    onSuccess: ({ orderNumber, orderState }) => notifyDone(`${orderNumber} is ${orderState.toLowerCase()}.`),
  });
  const acts = (row: Order): RowAct[] => [
    { words: 'Lines', label: `Lines of ${row.orderNumber}`, onPress: () => setAsked(row) },
    ...(mayWrite ? (NEXT[row.orderState] ?? []) : []).map((orderState) => ({
      words: WORDS[orderState],
      label: `${WORDS[orderState]} ${row.orderNumber}`,
      isPending: move.isPending,
      onPress: () => move.mutate({ id: row.id, orderState, $call: { expectedVersion: row.version } }),
    })),
  ];
  return (
    <section aria-label="Purchase orders" className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold text-lead">Purchase orders</h2>
        {mayWrite ? (
          <Button size="small" onPress={() => setAsked('new')}>
            New purchase order
          </Button>
        ) : null}
      </div>
      <QueryView query={query} skeleton={<TableSkeleton rows={2} />}>
        {(page) => (
          <DataTable
            label="Purchase orders"
            rows={page.rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="No purchase orders" />}
            columns={[
              { id: 'number', header: 'Number', narrow: 'title', cell: (row) => row.orderNumber },
              { id: 'vendor', header: 'Vendor', cell: (row) => names.get(row.vendorId) },
              { id: 'date', header: 'Date', cell: (row) => <DateText value={row.orderDate} /> },
              {
                id: 'expected',
                header: 'Expected',
                narrowLabel: true,
                cell: (row) => <DateText value={row.expectedDate} />,
              },
              { id: 'state', header: 'State', cell: (row) => <StatusPill status={row.orderState} /> },
              {
                id: 'total',
                header: 'Total',
                align: 'end',
                narrow: 'figure',
                cell: (row) => <Money value={row.totalAmount} currency={row.currencyCode} showCurrency />,
              },
              actsColumn<Order>(acts),
            ]}
          />
        )}
      </QueryView>
      {asked === 'new' ? (
        <PurchaseOrderDialog project={project} onClose={() => setAsked(null)} />
      ) : asked ? (
        <OrderDrawer order={asked} onClose={() => setAsked(null)} />
      ) : null}
    </section>
  );
}

function OrderDrawer({ order, onClose }: { readonly order: Order; readonly onClose: () => void }) {
  const query = trpc.projects.purchaseOrders.get.useQuery({ id: order.id });
  return (
    <Drawer title={order.orderNumber} isOpen onClose={onClose}>
      <QueryView query={query}>
        {(whole) => (
          <DataTable
            label="Lines"
            rows={whole.lines.map((line) => ({ ...line, key: String(line.lineNumber) }))}
            rowId={(line) => line.key}
            columns={[
              { id: 'code', header: 'Cost code', className: 'text-ink-mute', cell: (line) => line.costCode },
              { id: 'description', header: 'Description', narrow: 'title', cell: (line) => line.description },
              {
                id: 'quantity',
                header: 'Quantity',
                align: 'end',
                narrow: 'detail',
                cell: (line) => <Quantity value={line.quantity} />,
              },
              {
                id: 'price',
                header: 'Unit price',
                align: 'end',
                narrow: 'detail',
                cell: (line) => <Quantity value={line.unitPrice} least={2} />,
              },
              {
                id: 'amount',
                header: 'Amount',
                align: 'end',
                narrow: 'figure',
                cell: (line) => <Money value={line.amount} currency={whole.currencyCode} />,
                total: <Money value={whole.totalAmount} currency={whole.currencyCode} />,
              },
            ]}
          />
        )}
      </QueryView>
    </Drawer>
  );
}
