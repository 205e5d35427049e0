'use client';

import { useState } from 'react';
import { dec } from '@/core/money/decimal';
import { type RouterInputs, trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Money } from '@/ui/kit/figures/money';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { SelectField } from '@/ui/kit/input/select-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Document } from '@/ui/transactions/document';
import type { Applied, OpenDocument } from './settling';
import { useSettlementDay } from './use-settlement-day';

/** Settles a document in another currency than the payment's: how much of it, by how much of the payment. */
export function AcrossCurrencies({
  payment,
  documents,
}: {
  readonly payment: Document;
  readonly documents: readonly OpenDocument[];
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onPress={() => setOpen(true)}>Apply to a document in another currency…</Button>
      {isOpen ? (
        <AcrossDialog payment={payment} documents={documents} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}

function AcrossDialog({
  payment,
  documents,
  onClose,
}: {
  readonly payment: Document;
  readonly documents: readonly OpenDocument[];
  readonly onClose: () => void;
}) {
  const [chosen, setChosen] = useState(documents[0]?.id ?? '');
  const [amount, setAmount] = useState('');
  const [paymentAmount, setPaymentAmount] = useState('');
  const { appliedOn, setAppliedOn, hint } = useSettlementDay([payment.id, chosen]);
  const [preview, setPreview] = useState<Applied | null>(null);
  const apply = trpc.transactions.applyPayment.useMutation();
  const document = documents.find(({ id }) => id === chosen);
  const input = (dryRun: boolean): RouterInputs['transactions']['applyPayment'] => ({
    paymentId: payment.id,
    applications: [{ documentId: chosen, amount, paymentAmount }],
    appliedOn,
    $call: { expectedVersion: payment.version, dryRun },
  });
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setPreview(null);
  };
  const isComplete = amount !== '' && paymentAmount !== '' && appliedOn !== '' && document !== undefined;
  const post = () =>
    apply.mutate(input(false), {
      onSuccess: () => {
        notifyDone(
          `${payment.transactionNumber} is applied to ${document?.transactionNumber ?? '1 document'}.`,
        );
        onClose();
      },
    });
  return (
    <ConfirmDialog
      title={`Apply ${payment.transactionNumber} in another currency`}
      isOpen
      onClose={onClose}
      // The realized difference is shown before it is booked, from the same calculation.
      onConfirm={() => (preview === null ? apply.mutate(input(true), { onSuccess: setPreview }) : post())}
      confirmLabel={preview === null ? 'Show the effect' : 'Apply'}
      isPending={apply.isPending}
      isDisabled={!isComplete}
      error={apply.error ? sentenceOf(apply.error) : undefined}
    >
      <SelectField
        label="Document"
        value={chosen}
        choices={documents.map(({ id, transactionNumber, openAmount, currencyCode }) => ({
          value: id,
          label: `${transactionNumber}, ${openAmount} ${currencyCode} open`,
        }))}
        onChange={(event) => change(setChosen)(event.target.value)}
      />
      <div className="grid gap-3 sm:grid-cols-3">
        <AmountField
          label={`Settles (${document?.currencyCode ?? ''})`}
          currency={document?.currencyCode ?? payment.currencyCode}
          required
          value={amount}
          onValue={change(setAmount)}
        />
        <AmountField
          label={`Takes from the payment (${payment.currencyCode})`}
          currency={payment.currencyCode}
          required
          value={paymentAmount}
          onValue={change(setPaymentAmount)}
        />
        <DateField label="Applied on" required value={appliedOn} onValue={change(setAppliedOn)} hint={hint} />
      </div>
      {preview === null ? null : <Effect payment={payment} document={document} preview={preview} />}
    </ConfirmDialog>
  );
}

function Effect({
  payment,
  document,
  preview,
}: {
  readonly payment: Document;
  readonly document: OpenDocument | undefined;
  readonly preview: Applied;
}) {
  const [only] = preview.applications;
  if (only === undefined || document === undefined) return null;
  const gain = dec(only.exchangeGain);
  return (
    <p>
      {document.transactionNumber} has{' '}
      <Money value={only.documentOpen} currency={document.currencyCode} showCurrency /> open afterward, the
      payment <Money value={preview.paymentOpen} currency={payment.currencyCode} showCurrency />.{' '}
      {gain.isZero() ? (
        'There is no exchange difference.'
      ) : (
        <>
          An exchange {gain.isNegative() ? 'loss' : 'gain'} of{' '}
          <Money value={gain.abs().toFixed()} currency={payment.baseCurrencyCode} showCurrency /> is booked.
        </>
      )}
    </p>
  );
}
