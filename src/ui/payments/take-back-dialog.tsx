'use client';

import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Money } from '@/ui/kit/figures/money';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Application } from './settling';

/** Asks for confirmation before an application is reversed and shows what becomes open again. */
export function TakeBackDialog({
  application,
  onClose,
}: {
  readonly application: Application;
  readonly onClose: () => void;
}) {
  const undo = trpc.transactions.unapplyPayment.useMutation();
  const { paymentNumber, documentNumber, amount, currencyCode, baseCurrencyCode, exchangeGain } = application;
  const hasMoved = application.ledgerEntryId !== null;
  return (
    <ConfirmDialog
      title={`Unapply ${paymentNumber} from ${documentNumber}`}
      isOpen
      onClose={onClose}
      confirmLabel="Unapply"
      isPending={undo.isPending}
      error={undo.error ? sentenceOf(undo.error) : undefined}
      onConfirm={() =>
        undo.mutate(
          { applicationId: application.id },
          {
            onSuccess: () => {
              notifyDone(`${paymentNumber} is unapplied from ${documentNumber}.`);
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        <strong className="font-semibold text-ink">
          <Money value={amount} currency={currencyCode} showCurrency />
        </strong>{' '}
        of {paymentNumber} becomes unapplied again, and the open amount of {documentNumber} increases by the
        same amount.
      </p>
      {hasMoved ? (
        <p className="text-ink-soft">
          The exchange {exchangeGain.startsWith('-') ? 'loss' : 'gain'} of{' '}
          <Money value={exchangeGain.replace('-', '')} currency={baseCurrencyCode} showCurrency /> is reversed
          in a separate entry, on the day it was applied or the first open day after it.
        </p>
      ) : null}
    </ConfirmDialog>
  );
}
