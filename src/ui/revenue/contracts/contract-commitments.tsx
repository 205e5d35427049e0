'use client';

import dynamic from 'next/dynamic';
import { useState } from 'react';
import { dec } from '@/core/money/decimal';
import { Button } from '@/ui/kit/button';
import { formatDate } from '@/ui/kit/figures/date-format';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { type Column, DataTable } from '@/ui/kit/tables/data-table';
import { useBooks } from '@/ui/shell/session';
import { billedText } from './billed-text';
import type { Contract } from './contract-months';
import type { ProposedInvoice } from './invoice-dialog';

const InvoiceDialog = dynamic(() => import('./invoice-dialog').then((part) => part.InvoiceDialog), {
  ssr: false,
});

type Commitment = NonNullable<Contract['obligations'][number]['commitments']>[number];

/**
 * The commitment periods of every obligation with a minimum: what was used of each, beyond it and not at all, what is owed and what
 * of that is billed. Once a period has begun, an invoice can be drafted for what is still to bill.
 */
export function ContractCommitments({ view, isPast }: { readonly view: Contract; readonly isPast: boolean }) {
  const books = useBooks();
  const [bill, setBill] = useState<ProposedInvoice | null>(null);
  const { currencyCode: currency, customerId } = view.contract;
  const mayBill =
    !isPast && customerId !== null && books.may('revenue.write') && books.may('gl.transaction.create');
  const columnsOf = (key: string): Column<Commitment>[] => [
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
        ['billed', 'Billed'],
        ['toBill', 'To bill'],
      ] as const
    ).map(
      ([id, header]): Column<Commitment> => ({
        id,
        header,
        align: 'end',
        cell: (row) => <Money value={row[id]} currency={currency} />,
      }),
    ),
    ...(mayBill
      ? [
          {
            id: 'bill',
            header: '',
            align: 'end' as const,
            cell: (row: Commitment) =>
              row.start > books.today || !dec(row.toBill).gt('0') ? null : (
                <Button
                  size="small"
                  aria-label={`Invoice ${key} for the period to ${formatDate(row.end)}`}
                  onPress={() =>
                    setBill({
                      date: row.end < books.today ? row.end : books.today,
                      amount: row.toBill,
                      description: `${key}, ${formatDate(row.start)} to ${formatDate(row.end)}`,
                      billed: billedText({ key, from: row.start }),
                    })
                  }
                >
                  Invoice…
                </Button>
              ),
          },
        ]
      : []),
  ];
  const tables = view.obligations.flatMap(({ key, commitments }) =>
    commitments === undefined
      ? []
      : [
          <section key={key} aria-label={`Minimum of ${key}`} className="flex flex-col gap-2">
            <h2 className="font-semibold">
              Minimum of {key} ({currency})
            </h2>
            <DataTable
              label={`Minimum of ${key}`}
              columns={columnsOf(key)}
              rows={commitments}
              rowId={(row) => row.start}
              empty={<EmptyState title="No commitment periods" />}
            />
          </section>,
        ],
  );
  return (
    <>
      {tables}
      {bill ? <InvoiceDialog view={view} proposed={bill} onClose={() => setBill(null)} /> : null}
    </>
  );
}
