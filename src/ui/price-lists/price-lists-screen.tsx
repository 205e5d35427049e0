'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import type { Column } from '@/ui/kit/data-table';
import { DateText } from '@/ui/kit/date-text';
import { Pill } from '@/ui/kit/pill';
import { RowLink } from '@/ui/kit/row-link';
import { StatusPill } from '@/ui/kit/status-pill';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useBooks } from '@/ui/shell/session';
import { NewPriceList } from './new-price-list';

type Row = RouterOutputs['priceLists']['page']['rows'][number];

/** Every price list. */
export function PriceListsScreen() {
  const books = useBooks();
  const query = trpc.priceLists.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<Column<Row>[]>(
    () => [
      { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
      {
        id: 'name',
        header: 'Price list',
        narrow: 'title',
        cell: (row) => (
          <span className="flex items-center gap-2">
            <RowLink href={books.path(`price-lists/${row.id}`)}>{row.name}</RowLink>
            {row.isDefault ? <Pill tone="accent">Default</Pill> : null}
          </span>
        ),
      },
      { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
      { id: 'from', header: 'Valid from', cell: (row) => <DateText value={row.validFrom} /> },
      { id: 'to', header: 'Valid to', narrowLabel: true, cell: (row) => <DateText value={row.validTo} /> },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
    ],
    [books],
  );
  return (
    <ListScreen
      title="Price lists"
      searchLabel="Search name or code"
      query={query}
      columns={columns}
      emptyWords="No price list yet"
      inactiveLabel="Inactive lists"
      newLabel={books.may('billing.write') ? 'New price list' : undefined}
      newDialog={(close) => <NewPriceList onClose={close} />}
    />
  );
}
