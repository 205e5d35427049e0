'use client';

import { Button } from '@/ui/kit/button';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { AmountField } from '@/ui/kit/input/amount-field';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { DataTable } from '@/ui/kit/tables/data-table';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';
import { type Amounts, amountInFull, type Payable, type Paying } from './allocation';
import type { PaymentDraft } from './payment-draft';
import type { OpenDocument } from './settling';

/** The open documents of the counterparty, oldest due date first: tick what is paid, or enter how much of it. */
export function PaidItems({
  documents,
  payables,
  paying,
  draft,
  problems,
  onAmounts,
  onOldest,
}: {
  readonly documents: readonly OpenDocument[];
  readonly payables: readonly Payable[];
  readonly paying: Paying;
  readonly draft: PaymentDraft;
  readonly problems: ReadonlyMap<string, string>;
  readonly onAmounts: (amounts: Amounts) => void;
  readonly onOldest: () => void;
}) {
  const books = useBooks();
  const { amounts, amount, currencyCode: currency } = draft;
  const set = (id: string, text: string) => onAmounts({ ...amounts, [id]: text });
  const rows = [...documents].sort((one, other) => (dueOf(one) < dueOf(other) ? -1 : 1));
  /** Without an amount the payment is what is ticked, so each is ticked whole. */
  const inFull = (row: OpenDocument) =>
    amount === '' ? row.openAmount : amountInFull(paying, payables, amounts, row.id);
  return (
    <section aria-label="What it pays" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <h2 className="font-semibold text-lead">What it pays</h2>
        {amount === '' || rows.length === 0 ? null : <Button onPress={onOldest}>Oldest first</Button>}
      </div>
      <DataTable
        label="Open documents"
        rows={rows}
        rowId={(row) => row.id}
        empty={
          <EmptyState
            title={draft.entityId === '' ? 'No customer or vendor yet' : `Nothing is open in ${currency}`}
          >
            {draft.entityId === ''
              ? 'Open documents appear here once you choose whose payment it is.'
              : 'The whole payment stays on account.'}
          </EmptyState>
        }
        columns={[
          {
            id: 'tick',
            header: <span className="sr-only">Pays</span>,
            className: 'w-10',
            cell: (row) => (
              <input
                type="checkbox"
                aria-label={`Pay ${row.transactionNumber}`}
                className="size-4 accent-accent-solid"
                checked={(amounts[row.id] ?? '') !== ''}
                onChange={(event) => set(row.id, event.target.checked ? inFull(row) : '')}
              />
            ),
          },
          {
            id: 'number',
            header: 'Document',
            narrow: 'title',
            className: 'whitespace-nowrap',
            cell: (row) => (
              <TextLink href={books.path(`transactions/${row.id}`)} target="_blank">
                {row.transactionNumber}
              </TextLink>
            ),
          },
          { id: 'date', header: 'Date', cell: (row) => <DateText value={row.transactionDate} /> },
          {
            id: 'due',
            header: 'Due',
            narrowLabel: true,
            cell: (row) => (
              <span className="whitespace-nowrap">
                <DateText value={row.dueDate} />
                {row.dueDate !== null && row.dueDate < books.today ? (
                  <span className="ml-2 text-danger text-small">Overdue</span>
                ) : null}
              </span>
            ),
          },
          {
            id: 'open',
            header: `Open (${currency})`,
            align: 'end',
            narrow: 'detail',
            cell: (row) => <Money value={row.openAmount} currency={currency} />,
          },
          {
            id: 'amount',
            header: `Pays (${currency})`,
            align: 'end',
            narrow: 'figure',
            className: 'w-44',
            cell: (row) => (
              <AmountField
                hideLabel
                label={`Amount for ${row.transactionNumber}`}
                className="ml-auto w-36"
                currency={currency}
                value={amounts[row.id] ?? ''}
                error={problems.get(row.id)}
                onValue={(text) => set(row.id, text)}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

const dueOf = (row: OpenDocument) => row.dueDate ?? row.transactionDate;
