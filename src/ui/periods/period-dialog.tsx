'use client';

import { useState } from 'react';
import { isWords } from '@/core/ledger/words';
import { trpc } from '@/surfaces/trpc/react';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { addDays } from '@/ui/kit/figures/date-format';
import { DateField } from '@/ui/kit/input/date-field';
import { TextAreaField } from '@/ui/kit/input/text-field';
import { notifyDone } from '@/ui/kit/notify';
import { useSubsidiaries } from '@/ui/records/use-names';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { Blockers } from './blockers';
import type { Period } from './period-rows';

export type PeriodStep = 'softClose' | 'close' | 'lock' | 'reopen';

const WORDS: Readonly<Record<PeriodStep, { title: string; effect: string; done: string }>> = {
  softClose: {
    title: 'Soft close',
    effect: 'Only users who are allowed to post into soft-closed periods still can.',
    done: 'is soft-closed',
  },
  close: { title: 'Close', effect: 'No one can post into it until it is reopened.', done: 'is closed' },
  lock: {
    title: 'Lock',
    effect: 'Its settled documents are closed, and it can never be reopened.',
    done: 'is locked',
  },
  reopen: {
    title: 'Reopen',
    effect: 'It accepts postings again until the date you choose.',
    done: 'is open again',
  },
};

/** One step of closing a month, with its open items. */
export function PeriodDialog({
  period,
  step,
  onClose,
}: {
  readonly period: Period;
  readonly step: PeriodStep;
  readonly onClose: () => void;
}) {
  const books = useBooks();
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState(addDays(books.today, 3));
  const blockers = trpc.periods.blockers.useQuery({ id: period.id }, { enabled: step !== 'reopen' });
  const softClose = trpc.periods.softClose.useMutation();
  const close = trpc.periods.close.useMutation();
  const lock = trpc.periods.lock.useMutation();
  const reopen = trpc.periods.reopen.useMutation();
  const { title, effect, done } = WORDS[step];
  const company = useSubsidiaries().nameOf(period.subsidiaryId);
  const named = company ? `${period.label} of ${company}` : period.label;
  const hasBlockers = (blockers.data?.length ?? 0) > 0;
  const isBlocked = step === 'close' && hasBlockers;
  const isStopped = step === 'reopen' ? !isWords(reason) || until === '' : isBlocked;
  const running = { softClose, close, lock, reopen }[step];

  function run() {
    const options = {
      onSuccess: () => {
        notifyDone(`${named} ${done}.`);
        onClose();
      },
    };
    const input = {
      id: period.id,
      reason: reason.trim() || null,
      $call: { expectedVersion: period.version },
    };
    if (step === 'softClose') softClose.mutate(input, options);
    if (step === 'close') close.mutate(input, options);
    if (step === 'lock') lock.mutate(input, options);
    if (step === 'reopen') {
      reopen.mutate({ ...input, reason: reason.trim(), until: `${until}T23:59:59Z` }, options);
    }
  }

  return (
    <ConfirmDialog
      title={`${title} ${named}`}
      isOpen
      onClose={onClose}
      onConfirm={run}
      confirmLabel={`${title} ${period.label}`}
      tone={step === 'lock' ? 'danger' : 'primary'}
      isPending={running.isPending}
      isDisabled={isStopped}
      error={running.error ? sentenceOf(running.error) : undefined}
    >
      <p className="text-ink-soft">{effect}</p>
      {isBlocked ? (
        <p className="font-medium">{`${named} cannot be closed yet. What has to be resolved first:`}</p>
      ) : step === 'softClose' && hasBlockers ? (
        <p className="font-medium">What has to be done before it can be closed permanently:</p>
      ) : null}
      <Blockers period={period} blockers={blockers.data ?? []} />
      {step === 'reopen' ? (
        <DateField label="Open until" className="w-44" required value={until} onValue={setUntil} />
      ) : null}
      <TextAreaField
        label="Reason"
        required={step === 'reopen'}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
