'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Checkbox } from '@/ui/kit/checkbox';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { DateField } from '@/ui/kit/date-field';
import { notifyDone } from '@/ui/kit/notify';
import { Skeleton } from '@/ui/kit/skeleton';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import type { Document } from './document';
import { ImpactView } from './impact-view';

/** The confirmation before posting: the entry, the document's own date unless another is chosen, and any warnings. */
export function PostDialog({
  document,
  onClose,
}: {
  readonly document: Document;
  readonly onClose: () => void;
}) {
  const [postingDate, setPostingDate] = useState(document.transactionDate);
  const [override, setOverride] = useState(false);
  const impact = trpc.transactions.glImpact.useQuery(
    { id: document.id, postingDate },
    { enabled: postingDate !== '' },
  );
  const post = trpc.transactions.post.useMutation();
  const failed = refusalOf(post.error);
  const warnings = impact.data?.warnings ?? [];
  const needsOverride = warnings.length > 0 || failed?.code === 'CHECKS_FAILED';
  const isBlocked =
    impact.data === undefined || impact.data.blockedBy !== null || (needsOverride && !override);

  return (
    <ConfirmDialog
      title={`Post ${document.transactionNumber}`}
      isOpen
      onClose={onClose}
      confirmLabel="Post to the ledger"
      isPending={post.isPending}
      isDisabled={isBlocked}
      error={post.error ? sentenceOf(post.error) : impact.error ? sentenceOf(impact.error) : undefined}
      onConfirm={() =>
        post.mutate(
          {
            id: document.id,
            postingDate,
            overrideChecks: override,
            $call: { expectedVersion: document.version },
          },
          {
            onSuccess: (posted) => {
              notifyDone(`${document.transactionNumber} is posted as ${posted.entryNumber}.`);
              onClose();
            },
          },
        )
      }
    >
      <p className="text-ink-soft">
        This entry becomes part of the ledger. It can be reversed later but never changed.
      </p>
      <DateField
        label="Posting date"
        className="w-44"
        required
        value={postingDate}
        onValue={setPostingDate}
      />
      {impact.data ? <ImpactView impact={impact.data} /> : <Skeleton className="h-32" />}
      {needsOverride && impact.data?.blockedBy === null ? (
        <Checkbox
          label="Post despite these warnings"
          checked={override}
          onChange={(event) => setOverride(event.target.checked)}
        />
      ) : null}
    </ConfirmDialog>
  );
}
