'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { SelectField } from '@/ui/kit/input/select-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import type { Contract } from '../contracts/contract-months';
import { TREATMENT_WORDS } from '../contracts/event-detail';

type Decision = Contract['openDecisions'][number];
type Treatment = Decision['chosen'];

/** Reassesses the treatment of a modification, with the reason; the treatment chosen before may be confirmed. */
export function DecideDialog({
  decision,
  onClose,
}: {
  readonly decision: Decision;
  readonly onClose: () => void;
}) {
  const [treatment, setTreatment] = useState<Treatment>(decision.required);
  const [reason, setReason] = useState('');
  const decide = trpc.revenue.modifications.decide.useMutation({
    onSuccess: () => {
      notifyDone('Treatment decided.');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Reassess the treatment of the modification"
      isOpen
      onClose={onClose}
      confirmLabel="Decide"
      isPending={decide.isPending}
      isDisabled={!isWords(reason)}
      onConfirm={() => decide.mutate({ id: decision.eventId, treatment, reason: reason.trim() })}
    >
      {decision.why.map((sentence) => (
        <p key={sentence} className="text-ink-soft">
          {sentence}
        </p>
      ))}
      <SelectField
        label="Treatment"
        choices={Object.entries(TREATMENT_WORDS).map(([value, label]) => ({ value, label }))}
        value={treatment}
        onChange={(event) => setTreatment(event.target.value as Treatment)}
      />
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <ChangeProblem
        problem={decide.error}
        verb="revenue.modifications.decide"
        input={{ id: decision.eventId, treatment, reason: reason.trim() }}
        onRequested={onClose}
      />
    </ConfirmDialog>
  );
}
