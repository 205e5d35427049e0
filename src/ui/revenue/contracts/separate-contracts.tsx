'use client';

import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from './contract-months';

type Separate = Contract['separateContracts'][number];

/** Whether a separate contract came to its end because the modification that made it was voided. */
export const isWithdrawn = (view: Contract): boolean =>
  view.events.some(({ sourceKind }) => sourceKind === 'SEPARATION_VOIDED');

/** The contracts of their own that modifications of a contract are (606-10-25-12); those of a voided modification are withdrawn. */
export function SeparateContracts({ view }: { readonly view: Contract }) {
  const books = useBooks();
  const currency = view.contract.currencyCode;
  const columns: Column<Separate>[] = [
    {
      id: 'number',
      header: 'Number',
      cell: (row) => <TextLink href={books.path(`revenue/${row.id}`)}>{row.contractNumber}</TextLink>,
    },
    { id: 'date', header: 'Agreed', cell: (row) => <DateText value={row.contractDate} /> },
    {
      id: 'status',
      header: 'Status',
      cell: (row) => (row.isVoid ? 'Modification voided' : <StatusPill status={row.contractStatus} />),
    },
    {
      id: 'price',
      header: `Transaction price (${currency})`,
      align: 'end',
      cell: (row) => <Money value={row.transactionPrice} currency={currency} />,
    },
  ];
  return (
    <section aria-label="Separate contracts" className="flex flex-col gap-2">
      <h2 className="font-semibold">Separate contracts</h2>
      <DataTable
        label="Separate contracts"
        columns={columns}
        rows={view.separateContracts}
        rowId={(row) => row.id}
        empty={null}
      />
    </section>
  );
}
