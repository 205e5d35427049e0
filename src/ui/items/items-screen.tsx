'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useAccounts } from '@/ui/records/use-names';
import { useBooks } from '@/ui/shell/session';
import { type Item, ItemDialog } from './item-dialog';
import { itemTypeWords } from './item-types';

/** What the company sells and buys. */
export function ItemsScreen() {
  const books = useBooks();
  const accounts = useAccounts();
  const query = trpc.items.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<Column<Item>[]>(() => {
    const account = (id: string | null) => {
      const found = id === null ? undefined : accounts.byId.get(id);
      return found ? `${found.code} ${found.name}` : null;
    };
    return [
      { id: 'code', header: 'Code', className: 'whitespace-nowrap text-ink-mute', cell: (row) => row.code },
      {
        id: 'name',
        header: 'Item',
        narrow: 'title',
        cell: (row) => <RowLink href={books.path(`items/${row.id}`)}>{row.name}</RowLink>,
      },
      { id: 'type', header: 'Type', cell: (row) => itemTypeWords(row.itemType) },
      {
        id: 'revenue',
        header: 'Revenue account',
        className: 'max-md:hidden',
        cell: (row) => account(row.revenueAccountId),
      },
      {
        id: 'expense',
        header: 'Expense account',
        className: 'max-lg:hidden',
        cell: (row) => account(row.expenseAccountId),
      },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
    ];
  }, [books, accounts]);
  return (
    <ListScreen
      title="Items"
      searchLabel="Search name or code"
      query={query}
      columns={columns}
      emptyWords="No items yet"
      inactiveLabel="Inactive items"
      newLabel={books.may('billing.write') ? 'New item' : undefined}
      newDialog={(close) => <ItemDialog onClose={close} />}
    />
  );
}
