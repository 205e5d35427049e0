'use client';

import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill, statusWords } from '@/ui/kit/figures/status-pill';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from './contract-months';

type Document = Contract['documents'][number];

/** The invoices and credit memos that bill a contract, and the open amount of each. */
export function ContractDocuments({ view }: { readonly view: Contract }) {
  const books = useBooks();
  const currency = view.contract.currencyCode;
  const columns: Column<Document>[] = [
    {
      id: 'number',
      header: 'Number',
      cell: (row) => <TextLink href={books.path(`transactions/${row.id}`)}>{row.transactionNumber}</TextLink>,
    },
    { id: 'kind', header: 'Kind', className: 'max-md:hidden', cell: (row) => statusWords(row.kind) },
    { id: 'date', header: 'Date', cell: (row) => <DateText value={row.transactionDate} /> },
    { id: 'status', header: 'Status', cell: (row) => <StatusPill status={row.status} /> },
    {
      id: 'total',
      header: `Total with tax (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.totalAmount} currency={currency} />,
    },
    {
      id: 'open',
      header: `Open (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.openAmount} currency={currency} />,
    },
  ];
  return (
    <section aria-label="Invoices and credits" className="flex flex-col gap-2">
      <h2 className="font-semibold">Invoices and credits</h2>
      <DataTable
        label="Invoices and credits"
        columns={columns}
        rows={view.documents}
        rowId={(row) => row.id}
        empty={null}
      />
    </section>
  );
}
