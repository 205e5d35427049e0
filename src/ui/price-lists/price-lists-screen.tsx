'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Pill } from '@/ui/kit/figures/pill';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { editColumn } from '@/ui/records/row-acts';
import { useBooks } from '@/ui/shell/session';
import { type PriceList, PriceListDialog } from './price-list-dialog';

/** Every price list. */
export function PriceListsScreen() {
  const books = useBooks();
  const mayWrite = books.may('billing.write');
  const [edited, setEdited] = useState<PriceList | null>(null);
  const query = trpc.priceLists.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<Column<PriceList>[]>(
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
      ...editColumn<PriceList>(mayWrite, setEdited),
    ],
    [books, mayWrite],
  );
  return (
    <>
      <ListScreen
        title="Price lists"
        searchLabel="Search name or code"
        query={query}
        columns={columns}
        emptyWords="No price lists yet"
        inactiveLabel="Inactive lists"
        newLabel={mayWrite ? 'New price list' : undefined}
        newDialog={(close) => <PriceListDialog onClose={close} />}
      />
      {edited ? <PriceListDialog list={edited} onClose={() => setEdited(null)} /> : null}
    </>
  );
}
