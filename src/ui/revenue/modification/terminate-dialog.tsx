'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { AmountField } from '@/ui/kit/input/amount-field';
import { DateField } from '@/ui/kit/input/date-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { useBooks } from '@/ui/shell/session';
import type { Contract } from '../contracts/contract-months';

/** Terminates a contract on a date; amounts billed but not earned are refunded or recognized. */
export function TerminateDialog({
  view,
  onClose,
}: {
  readonly view: Contract;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const { contract } = view;
  const [effectiveDate, setEffectiveDate] = useState(books.today);
  const [refund, setRefund] = useState('');
  const [reason, setReason] = useState('');
  const terminate = trpc.revenue.contracts.terminate.useMutation({
    onSuccess: () => {
      notifyDone(`${contract.contractNumber} is terminated.`);
      onClose();
    },
  });
  const asked = {
    id: contract.id,
    effectiveDate,
    refund: refund === '' ? '0' : refund,
    reason: reason.trim(),
  };
  return (
    <ConfirmDialog
      title={`Terminate ${contract.contractNumber}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Terminate"
      isPending={terminate.isPending}
      isDisabled={!isWords(reason) || effectiveDate === ''}
      onConfirm={() => terminate.mutate({ ...asked, $call: { expectedVersion: contract.version } })}
    >
      <p className="text-ink-soft">
        Schedules end the day before. Amounts billed but not yet earned are recognized, except for amounts
        refunded to the customer.
      </p>
      <div className="grid gap-3.5 sm:grid-cols-2">
        <DateField label="Ends on" required value={effectiveDate} onValue={setEffectiveDate} />
        <AmountField
          label={`Refund (${contract.currencyCode})`}
          currency={contract.currencyCode}
          value={refund}
          onValue={setRefund}
        />
      </div>
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <ChangeProblem
        problem={terminate.error}
        verb="revenue.contracts.terminate"
        input={asked}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}
