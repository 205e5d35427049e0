'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Quantity } from '@/ui/kit/figures/money';
import { TextField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Document } from '../document';

/** Says that the exchange rate a document states is far from the table's, and who confirmed it; asks, if no one did. */
export function RateNotice({ document }: { readonly document: Document }) {
  const books = useBooks();
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const query = trpc.transactions.rate.useQuery({ id: document.id }, { enabled: document.exchangeRateGiven });
  const confirm = trpc.transactions.confirmRate.useMutation();
  const { jump = null, confirmation = null } = query.data ?? {};
  if (jump === null) return null;
  return (
    <Notice tone={confirmation === null ? 'caution' : 'neutral'}>
      <p>
        {`The exchange rate differs by ${jump.changePercent}% from the rate of the day, `}
        <Quantity value={jump.last} />.{' '}
        {confirmation === null ? 'No one has confirmed it yet.' : `Confirmed: ${confirmation.reason}`}
      </p>
      {confirmation === null && books.may('gl.transaction.create') ? (
        <Button size="small" className="mt-2" onPress={() => setAsking(true)}>
          Confirm the rate…
        </Button>
      ) : null}
      {isAsking ? (
        <ConfirmDialog
          title="Confirm the exchange rate"
          isOpen
          onClose={() => setAsking(false)}
          confirmLabel="Confirm"
          isPending={confirm.isPending}
          isDisabled={reason.trim() === ''}
          error={confirm.error ? sentenceOf(confirm.error) : undefined}
          onConfirm={() =>
            confirm.mutate(
              { id: document.id, reason: reason.trim() },
              {
                onSuccess: () => {
                  notifyDone('The rate is confirmed.');
                  setAsking(false);
                },
              },
            )
          }
        >
          <TextField
            label="Why the rate is right"
            required
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        </ConfirmDialog>
      ) : null}
    </Notice>
  );
}
