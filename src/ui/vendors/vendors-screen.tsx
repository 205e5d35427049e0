'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ImportLink } from '@/ui/imports/import-link';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useBooks } from '@/ui/shell/session';
import { type Vendor, VendorDialog } from './vendor-dialog';

/** The company's vendors. */
export function VendorsScreen() {
  const books = useBooks();
  const query = trpc.vendors.page.useQuery(listQuestion(useListFilters()), {
    placeholderData: keepPreviousData,
  });
  const columns = useMemo<Column<Vendor>[]>(
    () => [
      {
        id: 'code',
        header: 'Code',
        className: 'whitespace-nowrap w-28 text-ink-mute',
        cell: (row) => row.code,
      },
      {
        id: 'name',
        header: 'Vendor',
        narrow: 'title',
        cell: (row) => <RowLink href={books.path(`vendors/${row.id}`)}>{row.name}</RowLink>,
      },
      {
        id: 'email',
        header: 'Email',
        className: 'text-ink-mute max-md:hidden',
        cell: (row) => row.email,
      },
      { id: 'phone', header: 'Phone', className: 'max-lg:hidden', cell: (row) => row.phone },
      { id: 'terms', header: 'Terms', cell: (row) => row.paymentTerms },
      { id: 'currency', header: 'Currency', cell: (row) => row.currencyCode },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
    ],
    [books],
  );
  return (
    <ListScreen
      title="Vendors"
      searchLabel="Search name or code"
      query={query}
      columns={columns}
      emptyWords="No vendors yet"
      inactiveLabel="Inactive vendors"
      actions={<ImportLink noun="vendors" />}
      newLabel={books.may('purchasing.write') ? 'New vendor' : undefined}
      newDialog={(close) => <VendorDialog onClose={close} />}
    />
  );
}
