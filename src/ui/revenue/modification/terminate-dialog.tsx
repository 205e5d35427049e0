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
import { ReplacementReason, useReplacement } from '../facts/replacement';

type Recorded = Extract<Contract['events'][number]['event'], { kind: 'termination' }>;

/**
 * Terminates a contract on a date; amounts billed but not earned are refunded or recognized. With `replaces`, in the place of a
 * termination that was recorded wrongly.
 */
export function TerminateDialog({
  view,
  onClose,
  replaces = null,
}: {
  readonly view: Contract;
  readonly onClose: () => void;
  readonly replaces?: Recorded | null;
}) {
  const books = useBooks();
  const { contract } = view;
  const [effectiveDate, setEffectiveDate] = useState(replaces?.effectiveDate ?? books.today);
  const [refund, setRefund] = useState(replaces?.refund ?? '');
  const [reason, setReason] = useState(replaces?.reason ?? '');
  const [why, setWhy] = useState('');
  const replace = useReplacement(view, onClose);
  const terminate = trpc.revenue.contracts.terminate.useMutation({
    onSuccess: () => {
      notifyDone(`${contract.contractNumber} is terminated.`);
      onClose();
    },
  });
  const said = { effectiveDate, refund: refund === '' ? '0' : refund, reason: reason.trim() };
  const asked = { id: contract.id, ...said };
  const instead = {
    id: replaces?.id ?? '',
    reason: why.trim(),
    event: { kind: 'termination' as const, ...said },
  };
  return (
    <ConfirmDialog
      title={replaces === null ? `Terminate ${contract.contractNumber}` : 'Replace the termination'}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel={replaces === null ? 'Terminate' : 'Replace'}
      isPending={terminate.isPending || replace.isPending}
      isDisabled={!isWords(reason) || effectiveDate === '' || (replaces !== null && !isWords(why))}
      onConfirm={() =>
        replaces === null
          ? terminate.mutate({ ...asked, $call: { expectedVersion: contract.version } })
          : replace.mutate(instead)
      }
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
      {replaces === null ? null : <ReplacementReason value={why} onValue={setWhy} />}
      <ChangeProblem
        problem={terminate.error ?? replace.error}
        verb={replaces === null ? 'revenue.contracts.terminate' : 'revenue.events.replace'}
        input={replaces === null ? asked : instead}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}
