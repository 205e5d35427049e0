'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { minorUnits } from '@/core/money/minor-units';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Quantity } from '@/ui/kit/figures/money';
import { Pill } from '@/ui/kit/figures/pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Panel } from '@/ui/kit/layout/panel';
import { DataTable } from '@/ui/kit/tables/data-table';
import { Pager } from '@/ui/kit/tables/pager';
import { TextLink } from '@/ui/kit/text-link';
import { type Price, PriceDialog } from '@/ui/price-lists/price-dialog';
import { PRICES_LIMIT } from '@/ui/price-lists/prices-limit';
import { actsColumn } from '@/ui/records/row-acts';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import type { Item } from './item-dialog';

/** The item's prices on every list; those in effect today are marked. */
export function ItemPrices({ item }: { readonly item: Item }) {
  const books = useBooks();
  const mayWrite = books.may('billing.write');
  const [isAdding, setAdding] = useState(false);
  const [edited, setEdited] = useState<Price | null>(null);
  const [page, setPage] = useState(1);
  const prices = trpc.priceLists.prices.useQuery(
    { itemId: item.id, page, limit: PRICES_LIMIT },
    { placeholderData: keepPreviousData },
  );
  const lists = trpc.priceLists.page.useQuery({ page: 1, limit: 200, includeInactive: true });
  const listOf = useMemo(() => new Map(lists.data?.rows.map((list) => [list.id, list])), [lists.data]);
  const offered = (lists.data?.rows ?? []).filter(({ recordStatus }) => recordStatus === 'active');
  return (
    <Panel
      title="Prices"
      flush
      actions={
        mayWrite && offered.length > 0 ? (
          <Button size="small" onPress={() => setAdding(true)}>
            New price
          </Button>
        ) : null
      }
    >
      <QueryView query={prices}>
        {({ rows, total }) => (
          <>
            <DataTable
              label="Prices"
              rows={rows}
              rowId={(price) => price.id}
              empty={
                <EmptyState title="No prices yet">
                  {lists.data?.total === 0 ? (
                    <>
                      Prices are kept in price lists:{' '}
                      <TextLink href={books.path('price-lists?new=true')}>create one</TextLink>.
                    </>
                  ) : (
                    'Document lines with this item start without a price.'
                  )}
                </EmptyState>
              }
              columns={[
                {
                  id: 'list',
                  header: 'Price list',
                  narrow: 'title',
                  cell: (price) => (
                    <TextLink href={books.path(`price-lists/${price.priceListId}`)}>
                      {listOf.get(price.priceListId)?.name ?? 'Price list'}
                    </TextLink>
                  ),
                },
                {
                  id: 'quantity',
                  header: 'From quantity',
                  align: 'end',
                  narrow: 'detail',
                  narrowLabel: true,
                  cell: (price) => <Quantity value={price.minimumQuantity} />,
                },
                { id: 'from', header: 'Valid from', cell: (price) => <DateText value={price.validFrom} /> },
                {
                  id: 'to',
                  header: 'Valid to',
                  narrowLabel: true,
                  cell: (price) => <DateText value={price.validTo} />,
                },
                {
                  id: 'now',
                  header: 'Today',
                  cell: (price) => (price.isInEffect ? <Pill tone="positive">In effect</Pill> : null),
                },
                {
                  id: 'currency',
                  header: 'Currency',
                  cell: (price) => listOf.get(price.priceListId)?.currencyCode,
                },
                {
                  id: 'price',
                  header: 'Unit price',
                  align: 'end',
                  narrow: 'figure',
                  cell: (price) => (
                    <Quantity
                      value={price.unitPrice}
                      least={minorUnits(listOf.get(price.priceListId)?.currencyCode ?? 'USD')}
                    />
                  ),
                },
                ...(mayWrite
                  ? [
                      actsColumn<Price>((price) => [
                        {
                          words: 'Edit',
                          label: `Edit the price on ${listOf.get(price.priceListId)?.name ?? 'the list'} from ${price.validFrom}`,
                          onPress: () => setEdited(price),
                        },
                      ]),
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
      {isAdding || edited ? (
        <PriceDialog
          title={edited ? `Price of ${item.name}` : `New price of ${item.name}`}
          price={edited ?? undefined}
          known={{ itemId: item.id }}
          currency={
            (edited ? listOf.get(edited.priceListId)?.currencyCode : undefined) ??
            books.organization.baseCurrency
          }
          choose={{
            label: 'Price list',
            choices: offered.map(({ id, name, currencyCode }) => ({
              id,
              label: `${name} (${currencyCode})`,
            })),
          }}
          onClose={() => {
            setAdding(false);
            setEdited(null);
          }}
        />
      ) : null}
    </Panel>
  );
}
