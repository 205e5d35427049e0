'use client';

import { type Column, DataTable } from '@/ui/kit/data-table';
import { DateText } from '@/ui/kit/date-text';
import { EmptyState } from '@/ui/kit/empty-state';
import { Money } from '@/ui/kit/money';
import type { Contract } from './contract-months';

type Commitment = NonNullable<Contract['obligations'][number]['commitments']>[number];

/** The commitment periods of every obligation with a minimum: what was used of each, beyond it and not at all, and what is owed. */
export function ContractCommitments({ view }: { readonly view: Contract }) {
  const currency = view.contract.currencyCode;
  const columns: Column<Commitment>[] = [
    {
      id: 'period',
      header: 'Commitment period',
      className: 'whitespace-nowrap',
      cell: (row) => (
        <>
          <DateText value={row.start} /> to <DateText value={row.end} />
        </>
      ),
    },
    ...(
      [
        ['minimum', 'Minimum'],
        ['carriedIn', 'Carried in'],
        ['used', 'Used'],
        ['unused', 'Not used'],
        ['beyond', 'Beyond the minimum'],
        ['due', 'Owed for the period'],
      ] as const
    ).map(
      ([id, header]): Column<Commitment> => ({
        id,
        header,
        align: 'end',
        cell: (row) => <Money value={row[id]} currency={currency} />,
      }),
    ),
  ];
  return view.obligations.flatMap(({ key, commitments }) =>
    commitments === undefined
      ? []
      : [
          <section key={key} aria-label={`Minimum of ${key}`} className="flex flex-col gap-2">
            <h2 className="font-semibold">
              Minimum of {key} ({currency})
            </h2>
            <DataTable
              label={`Minimum of ${key}`}
              columns={columns}
              rows={commitments}
              rowId={(row) => row.start}
              empty={<EmptyState title="No commitment periods" />}
            />
          </section>,
        ],
  );
}
