'use client';

import { trpc } from '@/surfaces/trpc/react';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useBooks } from '@/ui/shell/session';

/** The subcustomers of this customer; renders nothing if there are none. */
export function CustomerChildren({ id }: { readonly id: string }) {
  const books = useBooks();
  const { data } = trpc.customers.children.useQuery({ id });
  if (data === undefined || data.length === 0) return null;
  return (
    <section aria-label="Subcustomers" className="flex flex-col gap-2">
      <h2 className="font-semibold">Subcustomers</h2>
      <DataTable
        label="Subcustomers"
        rows={data}
        rowId={(row) => row.id}
        columns={[
          {
            id: 'name',
            header: 'Customer',
            cell: (row) => <RowLink href={books.path(`customers/${row.id}`)}>{row.companyName}</RowLink>,
          },
          { id: 'number', header: 'Number', cell: (row) => row.customerId },
          {
            id: 'email',
            header: 'Email',
            className: 'text-ink-mute max-sm:hidden',
            cell: (row) => row.contactEmail,
          },
          { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.recordStatus} /> },
        ]}
      />
    </section>
  );
}
