'use client';

import { isTransactionKind, KIND_FACTS } from '@/core/transactions/kinds';
import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useBooks } from '@/ui/shell/session';
import { type Amounts, amountInFull, type Payable, type Paying } from './allocation';
import type { OpenDocument } from './settling';

/** The open documents, oldest due date first, with an amount field for each. */
export function ApplyTable({
  paying,
  documents,
  payables,
  amounts,
  problems,
  onAmounts,
}: {
  readonly paying: Paying;
  readonly documents: readonly OpenDocument[];
  readonly payables: readonly Payable[];
  readonly amounts: Amounts;
  readonly problems: ReadonlyMap<string, string>;
  readonly onAmounts: (amounts: Amounts) => void;
}) {
  const books = useBooks();
  const currency = paying.currencyCode;
  const set = (id: string, amount: string) => onAmounts({ ...amounts, [id]: amount });
  return (
    <DataTable
      label="Open documents"
      rows={documents}
      rowId={(row) => row.id}
      columns={[
        {
          id: 'number',
          header: 'Document',
          className: 'whitespace-nowrap',
          cell: (row) => (
            <RowLink href={books.path(`transactions/${row.id}`)}>{row.transactionNumber}</RowLink>
          ),
        },
        {
          id: 'kind',
          header: 'Type',
          cell: (row) => (isTransactionKind(row.kind) ? KIND_FACTS[row.kind].label : row.kind),
        },
        { id: 'date', header: 'Date', cell: (row) => <DateText value={row.transactionDate} /> },
        { id: 'due', header: 'Due', narrowLabel: true, cell: (row) => <Due row={row} today={books.today} /> },
        {
          id: 'open',
          header: `Open (${currency})`,
          align: 'end',
          narrow: 'detail',
          cell: (row) => <Money value={row.openAmount} currency={currency} />,
        },
        {
          id: 'amount',
          header: `Apply (${currency})`,
          align: 'end',
          narrow: 'figure',
          className: 'w-64',
          cell: (row) => (
            <span className="flex items-start justify-end gap-2">
              <Button
                aria-label={`Settle ${row.transactionNumber} in full`}
                onPress={() => set(row.id, amountInFull(paying, payables, amounts, row.id))}
              >
                All
              </Button>
              <AmountField
                hideLabel
                label={`Amount for ${row.transactionNumber}`}
                className="w-36"
                currency={currency}
                value={amounts[row.id] ?? ''}
                error={problems.get(row.id)}
                onValue={(amount) => set(row.id, amount)}
              />
            </span>
          ),
        },
      ]}
    />
  );
}

function Due({ row, today }: { readonly row: OpenDocument; readonly today: string }) {
  if (row.dueDate === null) return null;
  return (
    <span className="whitespace-nowrap">
      <DateText value={row.dueDate} />
      {row.dueDate < today ? <span className="ml-2 text-danger text-small">Overdue</span> : null}
    </span>
  );
}
