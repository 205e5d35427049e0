'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { sentenceOf } from '@/ui/shell/refusal';
import type { Document } from '../document';
import { ImpactView, needsAnotherPerson } from '../impact-view';

/** Approval with a comment, showing the entry being approved, or why the reader may not approve it. */
export function ApproveDialog({
  document,
  onClose,
  onDone,
}: {
  readonly document: Pick<Document, 'id' | 'transactionNumber' | 'version'>;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}) {
  const [comment, setComment] = useState('');
  const impact = trpc.transactions.glImpact.useQuery({ id: document.id });
  const approve = trpc.transactions.approve.useMutation();
  return (
    <ConfirmDialog
      title={`Approve ${document.transactionNumber}`}
      isOpen
      onClose={onClose}
      confirmLabel="Approve"
      isPending={approve.isPending}
      isDisabled={needsAnotherPerson(impact.data)}
      error={approve.error ? sentenceOf(approve.error) : undefined}
      onConfirm={() =>
        approve.mutate(
          {
            id: document.id,
            approvalComment: comment.trim() || null,
            $call: { expectedVersion: document.version },
          },
          {
            onSuccess: () => {
              notifyDone(`${document.transactionNumber} is approved and can be posted.`);
              onClose();
              onDone?.();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">You are approving this entry. Posting it is a separate step.</p>
      {impact.data ? <ImpactView impact={impact.data} /> : <Skeleton className="h-32" />}
      <TextAreaField label="Comment" value={comment} onChange={(event) => setComment(event.target.value)} />
    </ConfirmDialog>
  );
}
