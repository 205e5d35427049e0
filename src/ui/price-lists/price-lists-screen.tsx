'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { formatQuantity } from '@/ui/kit/amount-format';
import { Button } from '@/ui/kit/button';
import type { Column } from '@/ui/kit/data-table';
import { DateText } from '@/ui/kit/date-text';
import { Drawer } from '@/ui/kit/dialog';
import { Pill } from '@/ui/kit/pill';
import { Skeleton } from '@/ui/kit/skeleton';
import { StatusPill } from '@/ui/kit/status-pill';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { QueryView } from '@/ui/shell/query-view';

type Row = RouterOutputs['priceLists']['page']['rows'][number];

/** What things cost, for whom and when. */
export function PriceListsScreen() {
  const [open, setOpen] = useState<Row | null>(null);
  const query = trpc.priceLists.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const columns: Column<Row>[] = [
    { id: 'code', header: 'Code', className: 'text-ink-mute', cell: (row) => row.code },
    {
      id: 'name',
      header: 'Name',
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Button tone="quiet" size="small" className="-ml-2" onPress={() => setOpen(row)}>
            {row.name}
          </Button>
          {row.isDefault ? <Pill tone="accent">Default</Pill> : null}
        </span>
      ),
    },
    { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
    { id: 'from', header: 'From', cell: (row) => <DateText value={row.validFrom} /> },
    { id: 'to', header: 'Until', cell: (row) => <DateText value={row.validTo} /> },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
  ];
  return (
    <>
      <ListScreen
        title="Price lists"
        searchLabel="Search code or name"
        query={query}
        columns={columns}
        emptyWords="No price list yet"
      />
      {open ? <Prices list={open} onClose={() => setOpen(null)} /> : null}
    </>
  );
}

function Prices({ list, onClose }: { readonly list: Row; readonly onClose: () => void }) {
  const query = trpc.priceLists.prices.useQuery({ priceListId: list.id });
  const items = trpc.items.page.useQuery({ limit: 200 });
  const nameOf = new Map(items.data?.rows.map((item) => [item.id, item.name]));
  return (
    <Drawer title={list.name} isOpen onClose={onClose}>
      <QueryView query={query} skeleton={<Skeleton className="h-32" />}>
        {(prices) => (
          <table className="w-full" aria-label={`Prices of ${list.name}`}>
            <thead>
              <tr className="text-left text-ink-mute text-small">
                <th scope="col" className="py-1.5 font-medium">
                  Item
                </th>
                <th scope="col" className="py-1.5 font-medium">
                  From
                </th>
                <th scope="col" className="py-1.5 text-right font-medium">
                  Least
                </th>
                <th scope="col" className="py-1.5 text-right font-medium">
                  Price ({list.currencyCode})
                </th>
              </tr>
            </thead>
            <tbody>
              {prices.map((price) => (
                <tr key={price.id} className="border-line border-t">
                  <td className="py-1.5">{nameOf.get(price.itemId) ?? price.itemId}</td>
                  <td className="py-1.5">
                    <DateText value={price.validFrom} />
                  </td>
                  <td className="figures py-1.5 text-right">{formatQuantity(price.minimumQuantity)}</td>
                  <td className="figures py-1.5 text-right">{formatQuantity(price.unitPrice, 2)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </QueryView>
    </Drawer>
  );
}
