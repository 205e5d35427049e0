'use client';

import { useState } from 'react';
import { isUnderWay } from '@/core/jobs/job-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { ButtonLink, TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { useOpeningJob } from './opening-progress';
import type { Proof } from './proof-words';
import { ProposeButton, WithdrawButton } from './proposed-opening';

/** Opening the books, alone or by two people, and undoing the opening entry. */
export function OpeningActions({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const { openingTransactionId } = proof.cutOver;
  const { needsTwo, isProposed, isOwn } = proof.opening;
  if (openingTransactionId !== null) {
    return (
      <>
        <ButtonLink href={books.path(`transactions/${openingTransactionId}`)}>Opening entry</ButtonLink>
        <TakeBackButton proof={proof} />
      </>
    );
  }
  if (isProposed) {
    return (
      <>
        <WithdrawButton proof={proof} />
        {isOwn && needsTwo ? null : <OpenButton proof={proof} />}
      </>
    );
  }
  const mayOpen = books.may('gl.transaction.post') && books.may('gl.transaction.approve');
  return needsTwo || !mayOpen ? <ProposeButton proof={proof} /> : <OpenButton proof={proof} />;
}

function OpenButton({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const open = trpc.jobs.start.useMutation({
    onSuccess: () => {
      setAsks(false);
      notifyDone('The books are being opened. The proof follows in a moment.');
    },
    onSettled: () => Promise.all([utils.cutOver.invalidate(), utils.jobs.list.invalidate()]),
  });
  const { id, cutOverDate, openingProposedByName } = proof.cutOver;
  const job = useOpeningJob(id);
  const words = proof.opening.isProposed ? 'Approve and open the books' : 'Open the books';
  return (
    <>
      <Button
        tone="primary"
        isDisabled={!(books.may('gl.transaction.post') && books.may('gl.transaction.approve'))}
        isPending={job !== undefined && isUnderWay(job.jobState)}
        onPress={() => {
          // What was refused before may be right by now.
          open.reset();
          setAsks(true);
        }}
      >
        {words}…
      </Button>
      <ConfirmDialog
        title={words}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => open.mutate({ kind: 'cutOver.open', recordId: id })}
        confirmLabel={words}
        isPending={open.isPending}
        error={open.error ? sentenceOf(open.error) : undefined}
      >
        <p className="text-ink-soft">
          {proof.opening.isProposed ? `${openingProposedByName} proposed it. ` : null}
          Revenue that the contracts earned by {formatDate(cutOverDate)} is recognized, and one entry of that
          day brings every account to the imported trial balance. What documents and contracts do not explain
          stays in the clearing account until you assign it. The work is listed under{' '}
          <TextLink href={books.path('jobs')}>Jobs</TextLink>.
        </p>
      </ConfirmDialog>
    </>
  );
}

function TakeBackButton({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState('');
  const { id } = proof.cutOver;
  const reverse = trpc.cutOver.reverseOpening.useMutation({
    onSuccess: () => {
      setAsks(false);
      notifyDone('The opening entry was undone.');
    },
    onSettled: () => Promise.all([utils.cutOver.invalidate(), utils.jobs.list.invalidate()]),
  });
  return (
    <>
      <Button
        isDisabled={!books.may('gl.transaction.reverse')}
        onPress={() => {
          reverse.reset();
          setAsks(true);
        }}
      >
        Undo the opening entry…
      </Button>
      <ConfirmDialog
        title="Undo the opening entry"
        isOpen={asks}
        onClose={() => setAsks(false)}
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
