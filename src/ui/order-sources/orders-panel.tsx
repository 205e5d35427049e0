import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { type Column, DataTable } from '@/ui/kit/data-table';
import { InstantText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { Notice } from '@/ui/kit/notice';
import { Pager } from '@/ui/kit/pager';
import { RowLink } from '@/ui/kit/row-link';
import { TextField } from '@/ui/kit/text-field';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { OrderState } from './order-state';

type Order = RouterOutputs['orderSources']['orders']['rows'][number];
const LIMIT = 50;

/** The orders of a source; those that wait with their reason, and the button that tries all of them again. */
export function OrdersPanel({ sourceId, state }: { readonly sourceId: string; readonly state?: 'WAITING' }) {
  const books = useBooks();
  const [page, setPage] = useState(1);
  const [search, setSearch] = useState('');
  const query = trpc.orderSources.orders.useQuery(
    { sourceId, state, page, limit: LIMIT, ...(search === '' ? {} : { search }) },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<Order>[] = [
    {
      id: 'order',
      header: 'Order',
      narrow: 'title',
      cell: (row) => <RowLink href={books.path(`source-orders/${row.id}`)}>{row.orderKey}</RowLink>,
    },
    { id: 'customer', header: 'Customer', cell: (row) => customerOf(row) },
    { id: 'what', header: 'Contents', className: 'max-w-80', cell: (row) => linesOf(row) },
    ...(state === 'WAITING'
      ? [{ id: 'waits', header: 'Why it waits', className: 'max-w-96', cell: (row: Order) => row.waitWords }]
      : [{ id: 'state', header: 'State', cell: (row: Order) => <OrderState order={row} /> }]),
    { id: 'since', header: 'Changed', cell: (row) => <InstantText value={row.updatedAt} /> },
  ];
  return (
    <div className="flex flex-col gap-4">
      {state === 'WAITING' ? (
        <TakeUp sourceId={sourceId} isEmpty={query.data?.total === 0} />
      ) : (
        <TextField
          label="Search by order ID"
          className="w-72"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            setPage(1);
          }}
        />
      )}
      <QueryView query={query}>
        {({ rows, total }) => (
          <>
            <DataTable
              label={state === 'WAITING' ? 'Orders that wait' : 'Orders'}
              columns={columns}
              rows={rows}
              rowId={(row) => row.id}
              isStale={query.isPlaceholderData}
              empty={
                <EmptyState title={state === 'WAITING' ? 'Nothing waits' : 'No orders yet'}>
                  {state === 'WAITING' ? 'A rule fitted every order so far.' : 'Upload a file first.'}
                </EmptyState>
              }
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
          </>
        )}
      </QueryView>
    </div>
  );
}

/** Tries every waiting order again, in the background. */
function TakeUp({ sourceId, isEmpty }: { readonly sourceId: string; readonly isEmpty: boolean }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const start = trpc.jobs.start.useMutation({ onSettled: () => utils.orderSources.invalidate() });
  if (!books.may('revenue.write') || isEmpty) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        isPending={start.isPending}
        onPress={() => start.mutate({ kind: 'orderSources.takeUp', recordId: sourceId })}
      >
        Try all of them again
      </Button>
      <span className="text-ink-mute">
        After a rule was added.{' '}
        {start.data ? (
          <TextLink href={books.path(`jobs/${start.data.id}`)}>See how far it is</TextLink>
        ) : null}
      </span>
      {start.error ? (
        <Notice tone="danger" role="alert">
          {sentenceOf(start.error)}
        </Notice>
      ) : null}
    </div>
  );
}

const valuesOf = ({ told }: Order) => Object.values(told).map(({ values }) => values);

const customerOf = (order: Order) => {
  const values = valuesOf(order).find((one) => one.customerName ?? one.customerEmail ?? one.customerId);
  return values?.customerName ?? values?.customerEmail ?? values?.customerId ?? '';
};

const linesOf = (order: Order) =>
  valuesOf(order)
    .slice(0, 3)
    .map(
      ({ description, product, plan, category, what }) => description ?? product ?? plan ?? category ?? what,
    )
    .filter(Boolean)
    .join(', ');
