'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Run } from './run-proposal';

/** Discards a proposed run, with the reason. */
export function DiscardRunDialog({ run, onClose }: { readonly run: Run; readonly onClose: () => void }) {
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const discard = trpc.revenue.runs.discard.useMutation({
    onSuccess: async () => {
      await utils.revenue.runs.invalidate();
      notifyDone(`${run.runNumber} is discarded.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Discard ${run.runNumber}`}
      isOpen
      onClose={onClose}
      tone="danger"
      confirmLabel="Discard"
      isPending={discard.isPending}
      isDisabled={!isWords(reason)}
      error={discard.error ? sentenceOf(discard.error) : undefined}
      onConfirm={() => discard.mutate({ id: run.id, reason: reason.trim() })}
    >
      <p className="text-ink-soft">
        Nothing of this run is posted. The amounts stay due, and the next run proposes them again. The run
        keeps its number and this reason.
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
