'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Money } from '@/ui/kit/figures/money';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '../document';

type Props = { readonly document: Document; readonly onClose: () => void };

/** Cancels a document before it is posted. */
export function CancelDialog({ document, onClose }: Props) {
  const [reason, setReason] = useState('');
  const cancel = trpc.transactions.cancel.useMutation();
  return (
    <ConfirmDialog
      title={`Cancel ${document.transactionNumber}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Cancel the transaction"
      isPending={cancel.isPending}
      error={cancel.error ? sentenceOf(cancel.error) : undefined}
      onConfirm={() =>
        cancel.mutate(
          { id: document.id, reason: reason.trim() || null, $call: { expectedVersion: document.version } },
          {
            onSuccess: () => {
              notifyDone(`${document.transactionNumber} is canceled.`);
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        <Money value={document.totalAmount} currency={document.currencyCode} showCurrency zero="digits" />{' '}
        will never be posted. The document stays readable under its number.
      </p>
      <TextAreaField label="Reason" value={reason} onChange={(event) => setReason(event.target.value)} />
    </ConfirmDialog>
  );
}

/** Sends a submitted document back to its author. */
export function RejectDialog({ document, onClose, onDone }: Props & { readonly onDone?: () => void }) {
  const [reason, setReason] = useState('');
  const reject = trpc.transactions.reject.useMutation();
  return (
    <ConfirmDialog
      title={`Send back ${document.transactionNumber}`}
      isOpen
      onClose={onClose}
      confirmLabel="Send back"
      isPending={reject.isPending}
      error={reject.error ? sentenceOf(reject.error) : undefined}
      onConfirm={() =>
        reject.mutate(
          { id: document.id, reason: reason.trim() || null, $call: { expectedVersion: document.version } },
          {
            onSuccess: () => {
              notifyDone(`${document.transactionNumber} is a draft again.`);
              onClose();
              onDone?.();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        It becomes a draft again, and its author reads your comment in the history.
      </p>
      <TextAreaField
        label="What should be changed"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}

/** Deletes a draft permanently. */
export function RemoveDialog({ document, onClose }: Props) {
  const books = useBooks();
  const router = useRouter();
  const remove = trpc.transactions.remove.useMutation();
  return (
    <ConfirmDialog
      title={`Delete ${document.transactionNumber}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Delete the draft"
      isPending={remove.isPending}
      error={remove.error ? sentenceOf(remove.error) : undefined}
      onConfirm={() =>
        remove.mutate(
          { id: document.id, $call: { expectedVersion: document.version } },
          {
            onSuccess: () => {
              notifyDone(`${document.transactionNumber} is deleted.`);
              router.replace(books.path('transactions'));
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        The draft and its {document.lines.length} lines are removed. The audit trail keeps their content.
      </p>
    </ConfirmDialog>
  );
}
