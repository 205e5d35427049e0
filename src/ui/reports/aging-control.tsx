'use client';

import type { RouterOutputs } from '@/surfaces/trpc/react';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { statusWords } from '@/ui/kit/figures/status-pill';
import { EmptyState } from '@/ui/kit/layout/empty-state';
import { Notice } from '@/ui/kit/notice';
import { DataTable } from '@/ui/kit/tables/data-table';
import { RowLink } from '@/ui/kit/tables/row-link';
import { useBooks } from '@/ui/shell/session';

type Control = NonNullable<RouterOutputs['reports']['aging']['control']>;
type Reason = Control['rows'][number]['lines'][number] & { currencyCode: string; baseCurrencyCode: string };

/** Whether the aging equals the balance of its control accounts; if not, the entries that make up the difference. */
export function AgingControl({ control }: { readonly control: Control }) {
  const books = useBooks();
  if (control.agrees) {
    return (
      <Notice tone="accent" role="status">
        Every total equals the balance of the control account in the ledger.
      </Notice>
    );
  }
  const reasons = control.rows.flatMap(({ currencyCode, baseCurrencyCode, lines }) =>
    lines.map((line): Reason => ({ ...line, currencyCode, baseCurrencyCode })),
  );
  return (
    <section aria-label="Difference from the control account" className="flex flex-col gap-2">
      <Notice tone="danger" role="status">
        {control.rows
          .filter(({ lines }) => lines.length > 0)
          .map(
            (row) =>
              `The ledger has ${row.ledger} ${row.currencyCode}, the aging ${row.subledger} ${row.currencyCode} (in ${row.baseCurrencyCode}: ${row.ledgerBase} and ${row.subledgerBase}).`,
          )
          .join(' ')}
      </Notice>
      <DataTable
        label="Difference from the control account"
        rows={reasons}
        rowId={(line) => `${line.kind}/${line.entryId}/${line.currencyCode}`}
        empty={<EmptyState title="No entries" />}
        columns={[
          {
            id: 'entry',
            header: 'Entry',
            cell: (line) =>
              line.entryId === null ? (
                'Not explained by any entry'
              ) : (
                <RowLink href={books.path(`entries/${line.entryId}`)}>
                  {line.entryNumber ?? line.entryId}
                </RowLink>
              ),
          },
          { id: 'date', header: 'Date', cell: (line) => <DateText value={line.postingDate} /> },
          { id: 'why', header: 'Why', cell: (line) => REASONS[line.kind] },
          {
            id: 'memo',
            header: 'Memo',
            cell: (line) => line.memo ?? (line.sourceKind === null ? '' : statusWords(line.sourceKind)),
          },
          {
            id: 'amount',
            header: 'Amount',
            align: 'end',
            cell: (line) => <Money value={line.amount} currency={line.currencyCode} showCurrency />,
          },
          {
            id: 'base',
            header: 'In base currency',
            align: 'end',
            cell: (line) => <Money value={line.base} currency={line.baseCurrencyCode} />,
          },
        ]}
      />
    </section>
  );
}

const REASONS: Readonly<Record<Reason['kind'], string>> = {
  ENTRY: 'Not from a document or contract',
  LATER_CORRECTION: 'Exchange rate corrected after this day',
  REVERSED_SIDE: 'Reversed before it was unapplied',
  NOT_EXPLAINED: 'Applied amounts differ from the ledger',
};
