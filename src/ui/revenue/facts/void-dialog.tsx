'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import type { Contract } from '../contracts/contract-months';

/** Voids an event that was recorded by mistake, with the reason. */
export function VoidDialog({
  view,
  fact,
  onClose,
}: {
  readonly view: Contract;
  readonly fact: { readonly id: string; readonly what: string };
  readonly onClose: () => void;
}) {
  const [reason, setReason] = useState('');
  const take = trpc.revenue.events.void.useMutation({
    onSuccess: () => {
      notifyDone(`Event of contract ${view.contract.contractNumber} voided.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Void this event"
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Void"
      isPending={take.isPending}
      isDisabled={!isWords(reason)}
      onConfirm={() => take.mutate({ id: fact.id, reason: reason.trim() })}
    >
      <p>{fact.what}</p>
      <p className="text-ink-soft">
        The contract is recalculated without this event. Amounts posted for it are reversed: in their own
        months while those are open, otherwise in the first open month. The event stays on this page, struck
        through.
      </p>
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <ChangeProblem
        problem={take.error}
        verb="revenue.events.void"
        input={{ id: fact.id, reason: reason.trim() }}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}
