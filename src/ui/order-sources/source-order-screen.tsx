'use client';

import { IMPORTABLE } from '@/core/imports/importable';
import { outcomeWords } from '@/core/orders/order-rules';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { RecordPage } from '@/ui/kit/pages/record';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { AnswerForm } from './answer-form';
import { OrderState } from './order-state';

type Order = RouterOutputs['orderSources']['order'];
type Line = { readonly key: string } & Order['told'][string];
type Part = { readonly part: string } & Order['made']['facts'][string];

const LABELS = new Map(IMPORTABLE.orders.fields.map(({ name, label }) => [name, label]));
/** The order in which a person reads an order, whatever the order of its file. */
const FIELDS = [...LABELS.keys()];
const FACT_WORDS = {
  invoice: 'Billed',
  payment: 'Paid',
  payout: 'Refunded',
  creditNote: 'Credited',
  delivery: 'Delivered',
  usage: 'Used',
} as const;

/** An order of another system: what was reported about it and by which file, what was created from it, and the answer it waits for. */
export function SourceOrderScreen({ id }: { readonly id: string }) {
  const query = trpc.orderSources.order.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(order) => <OrderView key={order.version} order={order} />}
    </QueryView>
  );
}

function OrderView({ order }: { readonly order: Order }) {
  const books = useBooks();
  const source = trpc.orderSources.get.useQuery({ id: order.sourceId });
  const name = source.data?.name ?? 'Source';
  return (
    <RecordPage
      title={order.orderKey}
      trail={[
        { label: 'Order sources', href: books.path('order-sources') },
        { label: name, href: books.path(`order-sources/${order.sourceId}`) },
      ]}
      status={<OrderState order={order} />}
      notices={
        order.waitWords === null ? null : (
          <Notice tone="caution">
            <span className="font-medium">It waits.</span> {order.waitWords}
          </Notice>
        )
      }
      rail={
        <Panel title="About">
          <Facts
            facts={[
              { label: 'Source', value: name },
              { label: 'First received', value: <InstantText value={order.createdAt} /> },
              { label: 'Changed', value: <InstantText value={order.updatedAt} /> },
            ]}
          />
        </Panel>
      }
    >
      {order.orderState === 'WAITING' && books.may('revenue.write') ? <AnswerForm order={order} /> : null}
      <Reported order={order} />
      <Made order={order} />
    </RecordPage>
  );
}

function Reported({ order }: { readonly order: Order }) {
  const books = useBooks();
  const rows: Line[] = Object.entries(order.told).map(([key, row]) => ({ key, ...row }));
  const columns: Column<Line>[] = [
    {
      id: 'line',
      header: 'Line',
      narrow: 'title',
      cell: (row) => <span className="whitespace-nowrap font-medium">{row.key}</span>,
    },
    {
      id: 'values',
      header: 'Contents',
      cell: (row) => (
        <span>
          {Object.entries(row.values)
            .filter(([field]) => field !== 'orderId' && field !== 'lineId' && field !== 'what')
            .sort(([one], [another]) => FIELDS.indexOf(one) - FIELDS.indexOf(another))
            .map(([field, value]) => `${LABELS.get(field) ?? field}: ${value}`)
            .join(' · ')}
        </span>
      ),
    },
    {
      id: 'answer',
      header: 'Answer',
      cell: (row) => {
        const answer = order.answers[row.key];
        return answer === undefined ? null : outcomeWords(answer);
      },
    },
    {
      id: 'from',
      header: 'From',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <TextLink href={books.path(`imports/${row.importId}`)}>Row {row.rowNumber} of its file</TextLink>
      ),
    },
  ];
  return (
    <Panel title="Rows received" flush>
      <DataTable label="Rows received" columns={columns} rows={rows} rowId={(row) => row.key} />
    </Panel>
  );
}

function Made({ order }: { readonly order: Order }) {
  const books = useBooks();
  const { contract, invoice, endsOn, facts } = order.made;
  const parts: Part[] = Object.entries(facts).map(([part, one]) => ({ part, ...one }));
  const currency = contract?.terms.currencyCode ?? '';
  const columns: Column<Part>[] = [
    { id: 'kind', header: 'Fact', narrow: 'title', cell: ({ fact }) => FACT_WORDS[fact.kind] },
    { id: 'on', header: 'Date', cell: ({ fact }) => <DateText value={fact.effectiveDate} /> },
    {
      id: 'amount',
      header: 'Amount',
      align: 'end',
      cell: ({ fact }) => ('amount' in fact ? <Money value={fact.amount} currency={currency} /> : null),
    },
  ];
  if (contract === null && invoice === null) {
    return (
      <Panel title="What was created from it">
        <EmptyState title="Nothing is in the books" />
      </Panel>
    );
  }
  return (
    <Panel title="What was created from it" flush>
      <div className="p-4">
        <Facts
          facts={[
            ...(contract === null
              ? []
              : [
                  {
                    label: 'Contract',
                    value: (
                      <TextLink href={books.path(`revenue/${contract.id}`)}>{contract.terms.number}</TextLink>
                    ),
                  },
                  { label: 'Price', value: <Money value={contract.terms.fixed} currency={currency} /> },
                ]),
            ...(invoice === null
              ? []
              : [
                  {
                    label: 'Invoice',
                    value: (
                      <TextLink href={books.path(`transactions/${invoice.id}`)}>
                        {invoice.terms.number}
                      </TextLink>
                    ),
                  },
                ]),
            ...(endsOn === null ? [] : [{ label: 'Ended', value: <DateText value={endsOn} /> }]),
          ]}
        />
      </div>
      {parts.length === 0 ? null : (
        <DataTable label="Facts" columns={columns} rows={parts} rowId={({ part }) => part} />
      )}
    </Panel>
  );
}
