'use client';

import { useState } from 'react';
import { PAIR_DIFFERENCES } from '@/core/intercompany/differences';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Pair } from './intercompany-filters';

/** Accepts the differences of a pair, with the reason. */
export function AcceptDialog({ pair, onClose }: { readonly pair: Pair; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const accept = trpc.intercompany.accept.useMutation();
  return (
    <ConfirmDialog
      title={`Accept the differences of ${pair.source?.number ?? 'the pair'}`}
      isOpen
      onClose={onClose}
      confirmLabel="Accept"
      isPending={accept.isPending}
      isDisabled={reason.trim() === ''}
      error={accept.error ? sentenceOf(accept.error) : undefined}
      onConfirm={() =>
        accept.mutate(
          { id: pair.id, reason: reason.trim() },
          {
            onSuccess: () => {
              notifyDone('The differences are accepted.');
              onClose();
            },
          },
        )
      }
    >
      <ul className="list-disc pl-5">
        {pair.differences.map((name) => (
          <li key={name}>{PAIR_DIFFERENCES[name]}</li>
        ))}
      </ul>
      <p className="text-ink-soft">
        The periods of both companies can then close. You are asked again about differences that arise later.
      </p>
      <TextAreaField label="Reason" value={reason} onChange={(event) => setReason(event.target.value)} />
    </ConfirmDialog>
  );
}
