'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { REVENUE_QUEUE } from '@/ui/approvals/queue-question';
import { ChangeProblem } from '@/ui/approvals/second-person';
import { WaitingRequests } from '@/ui/approvals/waiting-requests';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatAmount } from '@/ui/kit/figures/amount-format';
import { formatDate } from '@/ui/kit/figures/date-format';
import { notifyDone } from '@/ui/kit/notify';
import { TextLink } from '@/ui/kit/text-link';
import { useBooks } from '@/ui/shell/session';

const VERB = 'revenue.reclassifications.create';

type Asked = { readonly period: string; readonly subsidiaryId?: string };

/** Reclassifies deferred revenue due after one year to its own account at month-end and reverses it the next day. */
export function ReclassifyBalances({
  asked,
  inWords,
  amount,
}: {
  readonly asked: Asked;
  /** The period in words. */
  readonly inWords: string;
  readonly amount: string;
}) {
  const books = useBooks();
  const [asks, setAsks] = useState(false);
  const moved = trpc.revenue.reclassifications.list.useQuery(asked);
  const queue = trpc.revenue.approvals.list.useQuery(REVENUE_QUEUE);
  const waiting = (queue.data?.rows ?? []).filter(({ verb, input }) => {
    const of = input as Partial<Asked>;
    return verb === VERB && of.period === asked.period && of.subsidiaryId === asked.subsidiaryId;
  });
  const move = trpc.revenue.reclassifications.create.useMutation({
    onSuccess: ({ reclassifications }) => {
      setAsks(false);
      notifyDone(
        reclassifications.length === 0
          ? 'Nothing is due after one year.'
          : `Reclassified at the end of ${inWords} and reversed the day after.`,
      );
    },
  });
  const done = moved.data ?? [];
  return (
    <>
      {done.map((one) => (
        <p key={one.id} className="text-ink-soft">
          {one.currencyCode} {formatAmount(one.nonCurrent, one.currencyCode)} reclassified on{' '}
          <TextLink href={books.path(`entries/${one.entryId}`)}>{formatDate(one.postingDate)}</TextLink>,
          reversed on{' '}
          <TextLink href={books.path(`entries/${one.reversalEntryId}`)}>
            {formatDate(one.reversalDate)}
          </TextLink>
          .
        </p>
      ))}
      <WaitingRequests rows={waiting} />
      {books.may('revenue.run') &&
      done.length === 0 &&
      waiting.length === 0 &&
      moved.data &&
      /[1-9]/.test(amount) ? (
        <div>
          <Button onPress={() => setAsks(true)}>Reclassify the noncurrent portion…</Button>
        </div>
      ) : null}
      <ConfirmDialog
        title={`Reclassify the noncurrent portion, ${inWords}`}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => move.mutate(asked)}
        confirmLabel="Post both entries"
        isPending={move.isPending}
      >
        <ChangeProblem
          problem={move.error}
          verb={VERB}
          input={asked}
          onRequested={() => {
            setAsks(false);
            move.reset();
          }}
        />
        <p className="text-ink-soft">
          {amount} of deferred revenue is reclassified to the noncurrent account on the last day of the period
          and reversed on the day after. The contracts’ own balances do not change.
        </p>
      </ConfirmDialog>
    </>
  );
}
