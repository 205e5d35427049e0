import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { isUnderWay as isJobUnderWay } from '@/core/jobs/job-kinds';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { useLastJob } from '@/ui/jobs/use-last-job';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Notice } from '@/ui/kit/notice';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { FilterBar, SearchBox } from '@/ui/kit/tables/filter-bar';
import { FilteredEmpty } from '@/ui/kit/tables/filtered-empty';
import { Pager } from '@/ui/kit/tables/pager';
import { RowLink } from '@/ui/kit/tables/row-link';
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
  const find = (text: string) => {
    setSearch(text);
    setPage(1);
  };
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
        <FilterBar isFiltered={search !== ''} onClear={() => find('')}>
          <SearchBox label="Search by order ID" className="w-72" value={search} onValue={find} />
        </FilterBar>
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
                <FilteredEmpty
                  isFiltered={search !== ''}
                  onClear={() => find('')}
                  title={state === 'WAITING' ? 'Nothing waits' : 'No orders yet'}
                >
                  {state === 'WAITING'
                    ? 'Every order so far matches a rule or was answered.'
                    : 'Upload a file first.'}
                </FilteredEmpty>
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
  const start = trpc.jobs.start.useMutation({ onSettled: () => utils.jobs.list.invalidate() });
  const job = useLastJob('orderSources.takeUp', sourceId, () => {
    void utils.orderSources.invalidate();
    // The rows of its files say which orders wait.
    void utils.imports.invalidate();
  });
  const isUnderWay = job !== undefined && isJobUnderWay(job.jobState);
  if (!books.may('revenue.write') || (isEmpty && !isUnderWay)) return null;
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button
        isPending={start.isPending || isUnderWay}
        onPress={() => start.mutate({ kind: 'orderSources.takeUp', recordId: sourceId })}
      >
        Try all of them again
      </Button>
      <span className="text-ink-mute" role="status">
        {isUnderWay ? 'They are being tried. You can leave this page.' : 'After a rule was added.'}{' '}
        {isUnderWay || job?.jobState === 'FAILED' ? (
          <TextLink href={books.path(`jobs/${job.id}`)}>
            {isUnderWay ? 'See the progress' : 'The last try was interrupted: show why'}
          </TextLink>
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

const valuesOf = ({ told: reported }: Order) => Object.values(reported).map(({ values }) => values);

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
