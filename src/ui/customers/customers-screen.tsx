'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ImportLink } from '@/ui/imports/import-link';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import type { Column } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { DownloadMenu } from '@/ui/records/export-menu';
import { listQuestion } from '@/ui/records/list-filters';
import { ListScreen, useListFilters } from '@/ui/records/list-screen';
import { useBooks } from '@/ui/shell/session';
import { SavedViewsMenu } from '@/ui/views/saved-views-menu';
import { CustomerDialog } from './customer-dialog';
import { OpenBalances } from './open-balances';

type Row = RouterOutputs['customers']['page']['rows'][number];

/** Every customer with the amount owed. */
export function CustomersScreen() {
  const books = useBooks();
  const question = listQuestion(useListFilters());
  const query = trpc.customers.page.useQuery(question, { placeholderData: keepPreviousData });
  const columns = useMemo<Column<Row>[]>(() => {
    const open = (row: Row) => books.path(`reports/aging?entity=${row.id}`);
    return [
      {
        id: 'name',
        header: 'Customer',
        cell: (row) => <RowLink href={books.path(`customers/${row.id}`)}>{row.companyName}</RowLink>,
      },
      { id: 'code', header: 'Number', className: 'whitespace-nowrap', cell: (row) => row.customerId },
      {
        id: 'email',
        header: 'Email',
        className: 'text-ink-mute max-lg:hidden',
        cell: (row) => row.contactEmail,
      },
      { id: 'terms', header: 'Terms', className: 'max-md:hidden', cell: (row) => row.paymentTerms },
      { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
      {
        id: 'overdue',
        header: 'Overdue',
        align: 'end',
        cell: (row) => <OpenBalances balances={row.openBalances} figure="overdueAmount" href={open(row)} />,
      },
      {
        id: 'open',
        header: 'Open balance',
        align: 'end',
        cell: (row) => <OpenBalances balances={row.openBalances} figure="openAmount" href={open(row)} />,
      },
    ];
  }, [books]);
  return (
    <ListScreen
      title="Customers"
      searchLabel="Search name, number, email"
      query={query}
      columns={columns}
      emptyWords="No customers yet"
      inactiveLabel="Inactive customers"
      actions={
        <>
          <SavedViewsMenu screen="customers" />
          <ImportLink noun="customers" />
          <DownloadMenu sheet="customers" input={query.data?.total ? question : null} />
        </>
      }
      newLabel={books.may('crm.customer.write') ? 'New customer' : undefined}
      newDialog={(close) => <CustomerDialog onClose={close} />}
    />
  );
}
