'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { notifyDone } from '@/ui/kit/notify';
import { TextAreaField } from '@/ui/kit/text-field';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Contract } from './contract-months';

/** Takes back what was told wrong, with the reason. */
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
      notifyDone(`Taken back from ${view.contract.contractNumber}.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title="Take back what was told"
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Take back"
      isPending={take.isPending}
      isDisabled={reason.trim() === ''}
      error={take.error ? sentenceOf(take.error) : undefined}
      onConfirm={() => take.mutate({ id: fact.id, reason: reason.trim() })}
    >
      <p>{fact.what}</p>
      <p className="text-ink-soft">
        The contract becomes what it would be without it. What was posted for it is posted back: in its own
        months while they are open, else in the first open one. It stays on this page, struck through.
      </p>
      <TextAreaField
        label="Reason"
        required
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
