'use client';

import { dec, sum, toPlainString } from '@/core/money/decimal';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Money } from '@/ui/kit/figures/money';
import type { Document } from '@/ui/transactions/document';
import type { Applied, OpenDocument } from './settling';

/** Asks before money in a foreign currency is applied, and shows the resulting exchange gain or loss. */
export function ExchangeDialog({
  payment,
  documents,
  preview,
  isPending,
  error,
  onClose,
  onConfirm,
}: {
  readonly payment: Document;
  readonly documents: readonly OpenDocument[];
  readonly preview: Applied;
  readonly isPending: boolean;
  readonly error: string | undefined;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}) {
  const { currencyCode: currency, baseCurrencyCode: base } = payment;
  const gain = sum(preview.applications.map(({ exchangeGain }) => exchangeGain));
  const total = sum(preview.applications.map(({ amount }) => amount));
  const numberOf = (id: string) => documents.find((document) => document.id === id)?.transactionNumber ?? '';
  return (
    <ConfirmDialog
      title={`Apply ${payment.transactionNumber}`}
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
      confirmLabel="Apply"
      isPending={isPending}
      error={error}
    >
      <p className="text-ink-soft">
        <Money value={toPlainString(total)} currency={currency} showCurrency /> is applied.{' '}
        {gain.isZero() ? (
          'The exchange rate has not changed, so nothing else is booked.'
        ) : (
          <>
            The exchange rate has changed since, so an exchange {gain.isNegative() ? 'loss' : 'gain'} of{' '}
            <strong className="font-semibold text-ink">
              <Money value={toPlainString(gain.abs())} currency={base} showCurrency />
            </strong>{' '}
            is booked in a separate entry.
          </>
        )}
      </p>
      <ul className="flex flex-col gap-1">
        {preview.applications.map(({ documentId, amount, documentOpen, documentStatus, exchangeGain }) => (
          <li key={documentId} className="flex flex-wrap justify-between gap-x-4 border-line border-b py-1">
            <span>
              {numberOf(documentId)}{' '}
              <span className="text-ink-mute">
                {documentStatus === 'PAID' ? (
                  'is paid'
                ) : (
                  <>
                    has <Money value={documentOpen} currency={currency} /> open
                  </>
                )}
              </span>
            </span>
            <span>
              <Money value={amount} currency={currency} />
              {dec(exchangeGain).isZero() ? null : (
                <span className="ml-3 text-ink-mute">
                  <Money value={exchangeGain} currency={base} showCurrency />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
