'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { Checkbox } from '@/ui/kit/input/checkbox';
import { DateField } from '@/ui/kit/input/date-field';
import { Skeleton } from '@/ui/kit/layout/skeleton';
import { notifyDone } from '@/ui/kit/notify';
import { refusalOf, sentenceOf } from '@/ui/shell/refusal';
import type { Document } from '../document';
import { ImpactView } from '../impact-view';

/**
 * The confirmation before posting: the entry, the document's own date unless another is chosen, and any warnings. A document that is not
 * approved yet is approved and posted as one act: when it cannot be posted, it is not approved either.
 */
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
  const both = trpc.transactions.approveAndPost.useMutation();
  const isApproved = document.status === 'APPROVED';
  const running = isApproved ? post : both;
  const failed = refusalOf(running.error);
  const warnings = impact.data?.warnings ?? [];
  const needsOverride = warnings.length > 0 || failed?.code === 'CHECKS_FAILED';
  const isBlocked =
    impact.data === undefined || impact.data.blockedBy !== null || (needsOverride && !override);

  function run() {
    const how = { postingDate, overrideChecks: override };
    const done = (entryNumber: string) => {
      notifyDone(`${document.transactionNumber} is posted as ${entryNumber}.`);
      onClose();
    };
    if (isApproved) {
      post.mutate(
        { id: document.id, ...how, $call: { expectedVersion: document.version } },
        { onSuccess: (posted) => done(posted.entryNumber) },
      );
      return;
    }
    both.mutate(
      { items: [{ id: document.id, version: document.version }], ...how },
      { onSuccess: ([posted]) => done(posted?.ok ? posted.output.entryNumber : '') },
    );
  }

  return (
    <ConfirmDialog
      title={`${isApproved ? 'Post' : 'Approve and post'} ${document.transactionNumber}`}
      isOpen
      onClose={onClose}
      confirmLabel={isApproved ? 'Post to the ledger' : 'Approve and post to the ledger'}
      isPending={running.isPending}
      isDisabled={isBlocked}
      error={running.error ? sentenceOf(running.error) : impact.error ? sentenceOf(impact.error) : undefined}
      onConfirm={run}
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
