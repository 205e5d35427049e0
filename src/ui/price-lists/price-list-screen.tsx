'use client';

import { Pencil, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { RecordHistory } from '@/ui/audit/record-history';
import { Button } from '@/ui/kit/button';
import { DataTable } from '@/ui/kit/data-table';
import { DateText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { Facts } from '@/ui/kit/facts';
import { Quantity } from '@/ui/kit/money';
import { notifyDone } from '@/ui/kit/notify';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Panel } from '@/ui/kit/panel';
import { Pill } from '@/ui/kit/pill';
import { PageSkeleton } from '@/ui/kit/skeleton';
import { StatusPill } from '@/ui/kit/status-pill';
import { orNull } from '@/ui/records/or-null';
import { RecordDialog } from '@/ui/records/record-dialog';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type PriceList, PriceListDialog } from './price-list-dialog';

type Price = RouterOutputs['priceLists']['prices'][number];

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
  const prices = trpc.priceLists.prices.useQuery({ priceListId: list.id });
  const items = trpc.directory.recordChoices.useQuery({ kind: 'ITEM', includeInactive: true });
  const itemOf = useMemo(() => new Map(items.data?.map((item) => [item.id, item])), [items.data]);
  const rows = useMemo(
    () => sorted(prices.data ?? [], (id) => itemOf.get(id)?.name ?? ''),
    [prices.data, itemOf],
  );
  const holding = useMemo(() => pricesOn(rows, books.today), [rows, books.today]);
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title={list.name}
        trail={[{ label: 'Price lists', href: books.path('price-lists') }]}
        status={<StatusPill status={list.recordStatus} />}
        actions={
          books.may('billing.write') ? (
            <>
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
            ]}
          />
        )}
      </QueryView>
      <RecordHistory recordId={list.id} />
      {isEditing ? <PriceListDialog list={list} onClose={() => setEditing(false)} /> : null}
      {isAdding ? (
        <NewPrice
          list={list}
          items={items.data?.filter(({ isActive }) => isActive) ?? []}
          onClose={() => setAdding(false)}
        />
      ) : null}
    </Page>
  );
}

/** For each item and quantity, the newest price valid on the date, which is the one used. */
function pricesOn(prices: readonly Price[], day: string): ReadonlySet<string> {
  const taken = new Map<string, string>();
  for (const price of prices) {
    const key = `${price.itemId}/${price.minimumQuantity}`;
    const isValid = price.validFrom <= day && (price.validTo === null || price.validTo >= day);
    if (isValid && !taken.has(key)) taken.set(key, price.id);
  }
  return new Set(taken.values());
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

function NewPrice({
  list,
  items,
  onClose,
}: {
  readonly list: PriceList;
  readonly items: readonly { id: string; code: string; name: string }[];
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const create = trpc.priceLists.createPrice.useMutation();
  return (
    <RecordDialog
      title={`New price in ${list.name}`}
      saveLabel="Add price"
      fields={[
        {
          name: 'itemId',
          label: 'Item',
          kind: 'combo',
          required: true,
          wide: true,
          choices: items.map(({ id, code, name }) => ({ id, code, label: name })),
        },
        {
          name: 'unitPrice',
          label: 'Unit price',
          kind: 'amount',
          currency: list.currencyCode,
          required: true,
        },
        { name: 'minimumQuantity', label: 'From quantity', kind: 'number' },
        { name: 'validFrom', label: 'Valid from', kind: 'date', required: true },
        { name: 'validTo', label: 'Valid to', kind: 'date' },
      ]}
      initial={{ validFrom: books.today }}
      isSaving={create.isPending}
      error={create.error}
      onSave={(values) =>
        create.mutate(
          {
            priceListId: list.id,
            itemId: values.itemId ?? '',
            unitPrice: (values.unitPrice ?? '').trim(),
            validFrom: values.validFrom ?? '',
            validTo: orNull(values.validTo),
            ...(values.minimumQuantity?.trim() ? { minimumQuantity: values.minimumQuantity.trim() } : {}),
          },
          {
            onSuccess: () => {
              notifyDone('The price is added to the list.');
              onClose();
            },
          },
        )
      }
      onClose={onClose}
    />
  );
}
