'use client';

import { useState } from 'react';
import { isUnderWay } from '@/core/jobs/job-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { formatDate } from '@/ui/kit/date-format';
import { notifyDone } from '@/ui/kit/notify';
import { TextAreaField } from '@/ui/kit/text-field';
import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { useOpeningJob } from './opening-progress';
import type { Proof } from './proof-words';

/** Opening the books, and taking the opening entry back. */
export function OpeningActions({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState<'open' | 'reverse' | null>(null);
  const [reason, setReason] = useState('');
  const refresh = () => Promise.all([utils.cutOver.invalidate(), utils.jobs.list.invalidate()]);
  const open = trpc.jobs.start.useMutation({
    onSuccess: () => {
      setAsks(null);
      notifyDone('The books are being opened. The proof follows in a moment.');
    },
    onSettled: refresh,
  });
  const reverse = trpc.cutOver.reverseOpening.useMutation({
    onSuccess: () => {
      setAsks(null);
      notifyDone('The opening entry is taken back.');
    },
    onSettled: refresh,
  });
  const { id, cutOverDate, openingTransactionId } = proof.cutOver;
  const job = useOpeningJob(id);
  const isOpening = job !== undefined && isUnderWay(job.jobState);
  return (
    <>
      {openingTransactionId === null ? (
        <Button
          tone="primary"
          isDisabled={!books.may('gl.transaction.post')}
          isPending={isOpening}
          onPress={() => setAsks('open')}
        >
          Open the books…
        </Button>
      ) : (
        <>
          <ButtonLink href={books.path(`transactions/${openingTransactionId}`)}>Opening entry</ButtonLink>
          <Button isDisabled={!books.may('gl.transaction.reverse')} onPress={() => setAsks('reverse')}>
            Take the opening entry back…
          </Button>
        </>
      )}
      <ConfirmDialog
        title="Open the books"
        isOpen={asks === 'open'}
        onClose={() => setAsks(null)}
        onConfirm={() => open.mutate({ kind: 'cutOver.open', recordId: id })}
        confirmLabel="Open the books"
        isPending={open.isPending}
        error={open.error ? sentenceOf(open.error) : undefined}
      >
        <p className="text-ink-soft">
          Revenue that the contracts earned by {formatDate(cutOverDate)} is recognized, and one entry of that
          day brings every account to the imported trial balance. What documents and contracts do not explain
          stays in the clearing account until you assign it. The work is listed under{' '}
          <TextLink href={books.path('jobs')}>Jobs</TextLink>.
        </p>
      </ConfirmDialog>
      <ConfirmDialog
        title="Take the opening entry back"
        isOpen={asks === 'reverse'}
        onClose={() => setAsks(null)}
        onConfirm={() => reverse.mutate({ id, reason })}
        confirmLabel="Reverse it"
        tone="danger"
        isDisabled={reason.trim() === ''}
        isPending={reverse.isPending}
        error={reverse.error ? sentenceOf(reverse.error) : undefined}
      >
        <p className="text-ink-soft">
          It is reversed on its own day, so that files can be undone, corrected and imported again.
        </p>
        <TextAreaField
          label="Reason"
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </ConfirmDialog>
    </>
  );
}
