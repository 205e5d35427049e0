'use client';

import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Drawer } from '@/ui/kit/dialogs/dialog';
import { InstantText } from '@/ui/kit/figures/date-text';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { notifyProblem } from '@/ui/kit/notify';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { EditableList } from '@/ui/records/editable-list';
import { RemoveDialog } from '@/ui/records/remove-record';
import type { RowAct } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { NewWebhook } from './new-webhook';

type Endpoint = RouterOutputs['webhooks']['list'][number];
type Delivery = RouterOutputs['webhooks']['deliveries'][number];

/** Webhook endpoints and the results of their deliveries. */
export function Webhooks() {
  const books = useBooks();
  const query = trpc.webhooks.list.useQuery({});
  const update = trpc.webhooks.update.useMutation({ onError: (error) => notifyProblem(sentenceOf(error)) });
  const removal = trpc.webhooks.remove.useMutation();
  const [removed, setRemoved] = useState<Endpoint | null>(null);
  const columns: Column<Endpoint>[] = [
    {
      id: 'url',
      header: 'Address',
      className: 'max-w-96 truncate',
      cell: (row) => <span className="font-medium">{row.url}</span>,
    },
    {
      id: 'events',
      header: 'Events',
      cell: (row) => (row.eventTypes.length === 0 ? 'All' : row.eventTypes.join(', ')),
    },
    {
      id: 'since',
      header: 'Since',
      className: 'max-md:hidden',
      cell: (row) => <InstantText value={row.createdAt} />,
    },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  const mayWrite = books.may('org.credential.write');
  const acts = (row: Endpoint, open: () => void): RowAct[] => {
    const isOn = row.recordStatus === 'active';
    const words = isOn ? 'Pause' : 'Resume';
    const deliveries = { words: 'Deliveries', label: `Deliveries to ${row.url}`, onPress: open };
    if (!mayWrite) return [deliveries];
    const onPress = () =>
      update.mutate({
        id: row.id,
        recordStatus: isOn ? 'inactive' : 'active',
        $call: { expectedVersion: row.version },
      });
    return [
      deliveries,
      { words, label: `${words} ${row.url}`, isPending: update.isPending, onPress },
      { words: 'Remove', label: `Remove ${row.url}`, onPress: () => setRemoved(row) },
    ];
  };
  return (
    <>
      <EditableList
        label="Webhooks"
        query={query}
        columns={columns}
        emptyTitle="No webhooks yet"
        emptyWords="An endpoint receives an event for every change it subscribes to, signed and in order."
        newLabel={mayWrite ? 'New webhook' : undefined}
        newDialog={(close) => <NewWebhook onClose={close} />}
        acts={acts}
        rowDialog={(endpoint, close) => <Deliveries endpoint={endpoint} onClose={close} />}
      />
      {removed === null ? null : (
        <RemoveDialog
          record={removed}
          name={removed.url}
          removal={removal}
          words="Nothing more is sent to it, and pending deliveries are dropped. Pause it instead to keep them."
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  );
}

const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { id: 'at', header: 'Event of', cell: (row) => <InstantText value={row.createdAt} /> },
  { id: 'state', header: 'State', cell: (row) => <StatusPill status={row.deliveryState} /> },
  { id: 'attempts', header: 'Attempts', align: 'end', cell: (row) => row.attempts },
  { id: 'answer', header: 'Response', cell: (row) => row.lastError ?? row.lastStatus },
];

function Deliveries({ endpoint, onClose }: { readonly endpoint: Endpoint; readonly onClose: () => void }) {
  const query = trpc.webhooks.deliveries.useQuery({ endpointId: endpoint.id });
  return (
    <Drawer title="Deliveries" isOpen onClose={onClose}>
      <p className="mb-3 break-all text-ink-mute">{endpoint.url}</p>
      <QueryView query={query}>
        {(rows) => (
          <DataTable
            label="Deliveries"
            columns={DELIVERY_COLUMNS}
            rows={rows}
            rowId={(row) => row.id}
            empty={<EmptyState title="Nothing has been sent yet" />}
          />
        )}
      </QueryView>
    </Drawer>
  );
}
