'use client';

import { useEffect, useState } from 'react';
import { formatDate } from '@/ui/kit/figures/date-format';
import { DateText, InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { Panel } from '@/ui/kit/layout/panel';
import { Notice } from '@/ui/kit/notice';
import { useSubsidiaries } from '@/ui/records/use-names';
import { type RunState, runState, type Sighting, timeLeft, timeTaken } from './run-progress';
import { type Run, runTotalWords } from './run-proposal';

const count = (value: number) => value.toLocaleString('en-US');

/** What this page has observed of a run: its progress at first sight and when it last changed. */
export function useRunState(run: Run, isOurs: boolean, hasFailed: boolean) {
  const [seen, setSeen] = useState<{ readonly first: Sighting; readonly last: Sighting } | null>(null);
  const [now, setNow] = useState(0);
  const { done } = run.progress;
  useEffect(() => {
    const last = { at: Date.now(), done };
    setNow(last.at);
    setSeen((before) => (before === null ? { first: last, last } : { ...before, last }));
  }, [done]);
  const isMoving = run.runStatus === 'POSTING' || isOurs;
  useEffect(() => {
    if (!isMoving) return;
    // A new posting is timed separately.
    setSeen((before) => {
      const first = { at: Date.now(), done: before?.last.done ?? 0 };
      return { first, last: first };
    });
    const clock = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(clock);
  }, [isMoving]);
  return {
    state: runState(run, { isOurs, hasFailed, lastMove: seen?.last.at ?? now, now }),
    left: seen === null ? null : timeLeft(seen.first, seen.last, run.progress.of),
  };
}

/** The progress of a run, with a sentence for each status, and its figures. */
export function RunProgressPanel({
  run,
  state,
  left,
  problem,
}: {
  readonly run: Run;
  readonly state: RunState;
  readonly left: string | null;
  readonly problem: string | null;
}) {
  const subsidiaries = useSubsidiaries();
  const { done, of } = run.progress;
  return (
    <Panel title="Progress">
      <div className="flex flex-col gap-3">
        {/* The state is announced when it changes; the count next to it is not read out with every step. */}
        <div role="status">
          <StateWords run={run} state={state} problem={problem} />
        </div>
        <div className="flex items-center gap-3">
          <progress
            aria-label="Rows posted"
            className="h-2 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-solid [&::-webkit-progress-value]:transition-[width]"
            value={done}
            max={Math.max(of, 1)}
          />
          <span className="figures whitespace-nowrap">
            {count(done)} of {count(of)} rows
          </span>
        </div>
        {state === 'POSTING' && left !== null ? <p className="text-ink-mute">{left}</p> : null}
        <Facts
          facts={[
            // A proposal has them below, by account.
            ...(run.runStatus === 'PREVIEW'
              ? []
              : [{ label: 'Contracts', value: count(run.postedContracts) }]),
            { label: 'Subsidiary', value: subsidiaries.nameOf(run.subsidiaryId) },
            { label: 'Posting date', value: <DateText value={run.postingDate} /> },
            { label: 'Started', value: <InstantText value={run.startedAt} /> },
            { label: 'Finished', value: <InstantText value={run.finishedAt} /> },
            ...(run.finishedAt === null ? [] : [{ label: 'Took', value: timeTaken(run) }]),
          ]}
        />
      </div>
    </Panel>
  );
}

function StateWords({
  run,
  state,
  problem,
}: {
  readonly run: Run;
  readonly state: RunState;
  readonly problem: string | null;
}) {
  switch (state) {
    case 'PREVIEW':
      return (
        <p>
          Nothing has been posted to the ledger yet. Posting recognizes {runTotalWords(run)} on{' '}
          {formatDate(run.postingDate)}.
        </p>
      );
    case 'POSTING':
      return (
        <p>
          <span className="font-medium">Posting.</span> You can leave this page. The work continues, and this
          page shows its progress when you return.
        </p>
      );
    case 'STALLED':
      return (
        <Notice tone="caution">
          There has been no progress for a while, so posting has probably stopped. Posted rows stay in the
          ledger. Resume posting to finish the rest; no row is posted twice.
        </Notice>
      );
    case 'FAILED':
      return (
        <Notice tone="danger">
          <span className="font-medium">Posting stopped.</span> {problem}{' '}
          {run.progress.done === 0
            ? 'Nothing was posted to the ledger.'
            : `The ${count(run.progress.done)} rows already posted stay in the ledger. The rest can be posted once the problem is fixed.`}
        </Notice>
      );
    case 'POSTED':
      return (
        <p>
          <span className="font-medium text-positive">Done.</span>{' '}
          {run.progress.done === 0
            ? 'Nothing was due.'
            : `${runTotalWords(run)} of ${count(run.postedContracts)} ${run.postedContracts === 1 ? 'contract' : 'contracts'} is ${run.kind === 'REVERSAL' ? 'posted' : 'recognized'} on ${formatDate(run.postingDate)}.`}
        </p>
      );
  }
}
