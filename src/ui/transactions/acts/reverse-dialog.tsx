'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { type RouterOutputs, trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { Money } from '@/ui/kit/figures/money';
import { DateField } from '@/ui/kit/input/date-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '../document';

/** Why this day is proposed. */
const whyReversed = ({ date, ownDate, isOwn }: RouterOutputs['transactions']['day']): string =>
  isOwn
    ? 'The date the document was posted on.'
    : `The document was posted on ${formatDate(ownDate)}, whose period is not open. ${formatDate(date)} is the first open day.`;

/** Reversal with its reason and date, and the amounts it reverses. */
export function ReverseDialog({
  document,
  onClose,
}: {
  readonly document: Document;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const router = useRouter();
  const [reason, setReason] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const proposed = trpc.transactions.day.useQuery({ ids: [document.id] });
  const date = chosen ?? proposed.data?.date ?? '';
  const impact = trpc.transactions.glImpact.useQuery({ id: document.id });
  const reverse = trpc.transactions.reverse.useMutation();
  return (
    <ConfirmDialog
      title={`Reverse ${document.transactionNumber}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Reverse"
      isPending={reverse.isPending}
      isDisabled={!isWords(reason) || date === ''}
      error={reverse.error ? sentenceOf(reverse.error) : undefined}
      onConfirm={() =>
        reverse.mutate(
          {
            id: document.id,
            reversalReason: reason.trim(),
            reversalDate: date,
            $call: { expectedVersion: document.version },
          },
          {
            onSuccess: (reversed) => {
              notifyDone(`${document.transactionNumber} is reversed by ${reversed.reversalNumber}.`, {
                label: 'Open',
                onClick: () => router.push(books.path(`transactions/${reversed.reversalTransactionId}`)),
              });
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        A mirrored entry of{' '}
        {impact.data ? (
          <strong className="font-semibold text-ink">
            <Money value={impact.data.totals.debits} currency={impact.data.currencyCode} showCurrency />
          </strong>
        ) : (
          '…'
        )}{' '}
        reverses all {impact.data?.lines.length ?? ''} lines at their original rates. Both entries stay in the
        ledger.
      </p>
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <DateField
        label="Reversal date"
        className="w-72"
        required
        value={date}
        onValue={setChosen}
        hint={proposed.data === undefined ? undefined : whyReversed(proposed.data)}
      />
    </ConfirmDialog>
  );
}
