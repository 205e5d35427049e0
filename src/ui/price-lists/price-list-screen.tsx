'use client';

import { Pencil, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Quantity } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { DataTable } from '@/ui/kit/tables/data-table';
import { RemoveDialog, RemoveRecord } from '@/ui/records/remove-record';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Price, PriceDialog } from './price-dialog';
import { type PriceList, PriceListDialog } from './price-list-dialog';
import { inEffect } from './prices-in-effect';

/** A price list with its dated prices; those in effect today are marked. */
export function PriceListScreen({ id }: { readonly id: string }) {
  const query = trpc.priceLists.get.useQuery({ id });
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(list) => <PriceListView list={list} />}
    </QueryView>
  );
}

function PriceListView({ list }: { readonly list: PriceList }) {
  const books = useBooks();
  const [isAdding, setAdding] = useState(false);
  const [isEditing, setEditing] = useState(false);
  const [edited, setEdited] = useState<Price | null>(null);
  const [removed, setRemoved] = useState<Price | null>(null);
  const removal = trpc.priceLists.remove.useMutation();
  const priceRemoval = trpc.priceLists.removePrice.useMutation();
  const mayWrite = books.may('billing.write');
  const prices = trpc.priceLists.prices.useQuery({ priceListId: list.id });
  const items = trpc.directory.recordChoices.useQuery({ kind: 'ITEM', includeInactive: true });
  const itemOf = useMemo(() => new Map(items.data?.map((item) => [item.id, item])), [items.data]);
  const rows = useMemo(
    () => sorted(prices.data ?? [], (id) => itemOf.get(id)?.name ?? ''),
    [prices.data, itemOf],
  );
  const nameOf = ({ itemId }: Price) => itemOf.get(itemId)?.name ?? 'the item';
  const holding = useMemo(() => inEffect(rows, books.today), [rows, books.today]);
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title={list.name}
        trail={[{ label: 'Price lists', href: books.path('price-lists') }]}
        status={<StatusPill status={list.recordStatus} />}
        actions={
          mayWrite ? (
            <>
              <RemoveRecord
                record={list}
                name={list.name}
                removal={removal}
                backTo={books.path('price-lists')}
              />
              <Button onPress={() => setEditing(true)}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
              <Button tone="primary" onPress={() => setAdding(true)}>
                <Plus aria-hidden="true" />
                New price
              </Button>
            </>
          ) : null
        }
      />
      <Panel title="Details">
        <Facts
          facts={[
            { label: 'Code', value: list.code },
            { label: 'Currency', value: list.currencyCode },
            { label: 'Valid from', value: <DateText value={list.validFrom} /> },
            { label: 'Valid to', value: <DateText value={list.validTo} /> },
            { label: 'Default', value: list.isDefault ? 'Yes' : 'No' },
            ...(list.description ? [{ label: 'Description', value: list.description, wide: true }] : []),
          ]}
        />
      </Panel>
      <QueryView query={prices}>
        {() => (
          <DataTable
            label="Prices"
            rows={rows}
            rowId={(price) => price.id}
            empty={<EmptyState title="This list has no prices yet" />}
            columns={[
              { id: 'item', header: 'Item', cell: (price) => itemOf.get(price.itemId)?.name },
              {
                id: 'code',
                header: 'Code',
                className: 'whitespace-nowrap text-ink-mute',
                cell: (price) => itemOf.get(price.itemId)?.code,
              },
              {
                id: 'quantity',
                header: 'From quantity',
                align: 'end',
                cell: (price) => <Quantity value={price.minimumQuantity} />,
              },
              { id: 'from', header: 'Valid from', cell: (price) => <DateText value={price.validFrom} /> },
              { id: 'to', header: 'Valid to', cell: (price) => <DateText value={price.validTo} /> },
              {
                id: 'now',
                header: 'Today',
                cell: (price) => (holding.has(price.id) ? <Pill tone="positive">In effect</Pill> : null),
              },
              {
                id: 'price',
                header: `Unit price (${list.currencyCode})`,
                align: 'end',
                cell: (price) => <Quantity value={price.unitPrice} least={2} />,
              },
              ...(mayWrite
                ? [
                    actsColumn<Price>((price) => {
                      const which = `the price of ${nameOf(price)} from ${price.validFrom}`;
                      return [
                        { words: 'Edit', label: `Edit ${which}`, onPress: () => setEdited(price) },
                        { words: 'Delete', label: `Delete ${which}`, onPress: () => setRemoved(price) },
                      ];
                    }),
                  ]
                : []),
            ]}
          />
        )}
      </QueryView>
      <RecordHistory recordId={list.id} />
      {isEditing ? <PriceListDialog list={list} onClose={() => setEditing(false)} /> : null}
      {isAdding || edited ? (
        <PriceDialog
          title={edited ? `Price of ${nameOf(edited)} in ${list.name}` : `New price in ${list.name}`}
          price={edited ?? undefined}
          known={{ priceListId: list.id }}
          currency={list.currencyCode}
          choose={{
            label: 'Item',
            choices: (items.data ?? [])
              .filter(({ isActive }) => isActive)
              .map(({ id, code, name }) => ({ id, code, label: name })),
          }}
          onClose={() => {
            setAdding(false);
            setEdited(null);
          }}
        />
      ) : null}
      {removed ? (
        <RemoveDialog
          record={removed}
          name={`the price of ${nameOf(removed)}`}
          words="Documents keep the price they were written with. New ones take the price that is then in effect."
          removal={priceRemoval}
          onClose={() => {
            priceRemoval.reset();
            setRemoved(null);
          }}
        />
      ) : null}
    </Page>
  );
}

/** By item, then quantity, the newest price first. */
function sorted(prices: readonly Price[], nameOf: (itemId: string) => string): Price[] {
  const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
  return [...prices].sort(
    (a, b) =>
      order(nameOf(a.itemId), nameOf(b.itemId)) ||
      a.minimumQuantity.length - b.minimumQuantity.length ||
      order(a.minimumQuantity, b.minimumQuantity) ||
      order(b.validFrom, a.validFrom),
  );
}
