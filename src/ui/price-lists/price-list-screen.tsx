'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
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
import { Pager } from '@/ui/kit/tables/pager';
import { useRecordChoices } from '@/ui/records/choices/use-record-choices';
import { RemoveDialog, RemoveRecord } from '@/ui/records/remove-record';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { type Price, PriceDialog } from './price-dialog';
import { type PriceList, PriceListDialog } from './price-list-dialog';
import { PRICES_LIMIT } from './prices-limit';

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
  const [page, setPage] = useState(1);
  const prices = trpc.priceLists.prices.useQuery(
    { priceListId: list.id, page, limit: PRICES_LIMIT },
    { placeholderData: keepPreviousData },
  );
  // Only a price that is added or edited asks for an item.
  const items = useRecordChoices('ITEM', [], isAdding || edited !== null);
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
        {({ rows, total }) => (
          <>
            <DataTable
              label="Prices"
              rows={rows}
              rowId={(price) => price.id}
              empty={<EmptyState title="This list has no prices yet" />}
              columns={[
                { id: 'item', header: 'Item', cell: (price) => price.itemName },
                {
                  id: 'code',
                  header: 'Code',
                  className: 'whitespace-nowrap text-ink-mute',
                  cell: (price) => price.itemCode,
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
                  cell: (price) => (price.isInEffect ? <Pill tone="positive">In effect</Pill> : null),
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
                        const which = `the price of ${price.itemName} from ${price.validFrom}`;
                        return [
                          { words: 'Edit', label: `Edit ${which}`, onPress: () => setEdited(price) },
                          { words: 'Delete', label: `Delete ${which}`, onPress: () => setRemoved(price) },
                        ];
                      }),
                    ]
                  : []),
              ]}
            />
            {total > PRICES_LIMIT ? (
              <Pager page={page} limit={PRICES_LIMIT} total={total} onPage={setPage} />
            ) : null}
          </>
        )}
      </QueryView>
      <RecordHistory recordId={list.id} />
      {isEditing ? <PriceListDialog list={list} onClose={() => setEditing(false)} /> : null}
      {isAdding || edited ? (
        <PriceDialog
          title={edited ? `Price of ${edited.itemName} in ${list.name}` : `New price in ${list.name}`}
          price={edited ?? undefined}
          known={{ priceListId: list.id }}
          currency={list.currencyCode}
          choose={{
            label: 'Item',
            choices: items.choices,
            more: items.more,
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
          name={`the price of ${removed.itemName}`}
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
