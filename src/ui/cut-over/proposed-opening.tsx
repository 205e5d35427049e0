'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { Notice } from '@/ui/kit/notice';
import { notifyDone } from '@/ui/kit/notify';
import { TextLink } from '@/ui/kit/text-link';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import type { Proof } from './proof-words';

/** Proposes to open the books, for someone else to approve. */
export function ProposeButton({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const propose = trpc.cutOver.propose.useMutation({
    onSuccess: () => {
      setAsks(false);
      notifyDone('Opening the books is waiting for approval by someone else.');
    },
    onSettled: () => utils.cutOver.invalidate(),
  });
  const { id, cutOverDate } = proof.cutOver;
  return (
    <>
      <Button
        tone="primary"
        isDisabled={!books.may('gl.transaction.submit')}
        onPress={() => {
          // What was refused before may be right by now.
          propose.reset();
          setAsks(true);
        }}
      >
        Propose to open the books…
      </Button>
      <ConfirmDialog
        title="Propose to open the books"
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => propose.mutate({ id })}
        confirmLabel="Propose"
        isPending={propose.isPending}
        error={propose.error ? sentenceOf(propose.error) : undefined}
      >
        <p className="text-ink-soft">
          Nothing is posted yet. The imported figures stay as they are until someone else, who may approve and
          post, opens the books on {formatDate(cutOverDate)}, or one of you withdraws the proposal.
        </p>
      </ConfirmDialog>
    </>
  );
}

/** Takes one's own proposal back, or sends someone else's back with the reason. */
export function WithdrawButton({ proof }: { readonly proof: Proof }) {
  const books = useBooks();
  const utils = trpc.useUtils();
  const [asks, setAsks] = useState(false);
  const [reason, setReason] = useState('');
  const { id, openingProposedByName } = proof.cutOver;
  const withdraw = trpc.cutOver.withdraw.useMutation({
    onSuccess: () => {
      setAsks(false);
      notifyDone('The files can be changed again.');
    },
    onSettled: () => utils.cutOver.invalidate(),
  });
  const words = proof.opening.isOwn ? 'Withdraw the proposal' : 'Send back';
  return (
    <>
      <Button
        isDisabled={!books.may('gl.transaction.submit')}
        onPress={() => {
          withdraw.reset();
          setAsks(true);
        }}
      >
        {words}…
      </Button>
      <ConfirmDialog
        title={words}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => withdraw.mutate({ id, reason })}
        confirmLabel={words}
        isDisabled={reason.trim() === ''}
        isPending={withdraw.isPending}
        error={withdraw.error ? sentenceOf(withdraw.error) : undefined}
      >
        <p className="text-ink-soft">
          {proof.opening.isOwn ? 'Your proposal' : `The proposal of ${openingProposedByName}`} to open the
          books ends. Nothing was posted, and files can be undone, corrected and imported again.
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

/** On the approval queue: books that someone proposed to open. */
export function ProposedOpenings() {
  const books = useBooks();
  const { data } = trpc.cutOver.list.useQuery({});
  const waiting = (data ?? []).filter(
    (one) => one.openingTransactionId === null && one.openingProposedAt !== null,
  );
  return waiting.map((one) => (
    <Notice key={one.id} tone="accent">
      {one.openingProposedByName} proposed to open the books on {formatDate(one.cutOverDate)}.{' '}
      <TextLink href={books.path('cut-over')}>Review the proof and decide</TextLink>
    </Notice>
  ));
}
