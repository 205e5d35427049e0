'use client';

import dynamic from 'next/dynamic';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { stoppedWords, useStoppedJob } from '@/ui/jobs/use-stopped-job';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/dialogs/confirm-dialog';
import { formatDate } from '@/ui/kit/figures/date-format';
import { DateText } from '@/ui/kit/figures/date-text';
import { Money } from '@/ui/kit/figures/money';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { TextLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { runPeriodText } from '../period-text';
import { RunProgressPanel, useRunState } from './run-progress-panel';
import { type Run, RunProposal, runTotalWords } from './run-proposal';

// Loaded on demand; not part of the page behind it.
const ReverseRunDialog = dynamic(() => import('./reverse-run-dialog').then((part) => part.ReverseRunDialog), {
  ssr: false,
});

const DiscardRunDialog = dynamic(() => import('./discard-run-dialog').then((part) => part.DiscardRunDialog), {
  ssr: false,
});

const EVERY_MOMENT = 700;

/** One run: its progress, its proposal by account, and the entries it made. The page refreshes while it is posting. */
export function RunScreen({ id }: { readonly id: string }) {
  const utils = trpc.useUtils();
  // Posting goes on in the background; what starting refuses is said here.
  const post = trpc.jobs.start.useMutation({
    onSettled: () => Promise.all([utils.revenue.runs.get.invalidate({ id }), utils.jobs.list.invalidate()]),
  });
  const query = trpc.revenue.runs.get.useQuery(
    { id },
    {
      refetchInterval: ({ state }) =>
        post.isPending || state.data?.runStatus === 'POSTING' ? EVERY_MOMENT : false,
    },
  );
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(run) => (
        <RunView
          run={run}
          isPosting={post.isPending}
          problem={post.error ? sentenceOf(post.error) : null}
          onPost={() => post.mutate({ kind: 'revenue.runs.post', recordId: id })}
        />
      )}
    </QueryView>
  );
}

function RunView({
  run,
  isPosting,
  problem,
  onPost,
}: {
  readonly run: Run;
  readonly isPosting: boolean;
  readonly problem: string | null;
  readonly onPost: () => void;
}) {
  const books = useBooks();
  const router = useRouter();
  const [asks, setAsks] = useState(false);
  const [isReversing, setIsReversing] = useState(false);
  const [isDiscarding, setIsDiscarding] = useState(false);
  // What stopped it in the background is said here, also to who comes back later.
  const stopped = useStoppedJob(canPost(run) && !isPosting ? 'revenue.runs.post' : undefined, run.id);
  const why = problem ?? (stopped === undefined ? null : stoppedWords(stopped));
  const { state, left } = useRunState(run, isPosting, why !== null);
  const isBegun = run.progress.done > 0;
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title={`${run.runNumber}, ${runPeriodText(run)}`}
        trail={[{ label: 'Recognition runs', href: books.path('revenue/runs') }]}
        status={<StatusPill status={state === 'PREVIEW' ? run.runStatus : state} />}
        actions={
          books.may('revenue.run') && canPost(run) && state !== 'POSTING' ? (
            <>
              {run.runStatus === 'PREVIEW' ? (
                <Button onPress={() => setIsDiscarding(true)}>Discard…</Button>
              ) : null}
              <Button tone="primary" onPress={() => setAsks(true)}>
                {isBegun ? 'Resume posting…' : 'Post…'}
              </Button>
            </>
          ) : canReverse(run) && books.may('revenue.run') ? (
            <Button onPress={() => setIsReversing(true)}>Reverse…</Button>
          ) : null
        }
      />
      {run.reversesRunId === null ? null : (
        <Notice>
          Reverses{' '}
          <TextLink href={books.path(`revenue/runs/${run.reversesRunId}`)}>{run.reversesRunNumber}</TextLink>
          {run.contractIds === null
            ? ''
            : ` for ${run.contractIds.length} ${run.contractIds.length === 1 ? 'contract' : 'contracts'}`}
          . Reason: {run.reason}
        </Notice>
      )}
      {run.reversals.map((one) => (
        <Notice key={one.id} tone="caution">
          Reversed by <TextLink href={books.path(`revenue/runs/${one.id}`)}>{one.runNumber}</TextLink> on{' '}
          {formatDate(one.postingDate)}
          {one.contractIds === null
            ? ''
            : ` for ${one.contractIds.length} ${one.contractIds.length === 1 ? 'contract' : 'contracts'}`}
          . Reason: {one.reason}
        </Notice>
      ))}
      {run.runStatus === 'DISCARDED' ? (
        <Notice>This run was discarded; nothing of it was posted. Reason: {run.discardReason}</Notice>
      ) : (
        <RunProgressPanel run={run} state={state} left={left} problem={why} />
      )}
      <ConfirmDialog
        title={`Post ${run.runNumber}`}
        isOpen={asks}
        onClose={() => setAsks(false)}
        onConfirm={() => {
          setAsks(false);
          onPost();
        }}
        confirmLabel="Post to the ledger"
      >
        <p className="text-ink-soft">
          Recognizes {runTotalWords(run)} on {formatDate(run.postingDate)}
          {isBegun ? `, of which ${run.progress.done.toLocaleString('en-US')} rows are posted already` : ''}.
          Posting continues if you leave this page, and no row is ever posted twice.
        </p>
      </ConfirmDialog>
      <RunProposal run={run} />
      {isReversing ? (
        <ReverseRunDialog
          run={run}
          onClose={() => setIsReversing(false)}
          onDone={(id) => router.push(books.path(`revenue/runs/${id}`))}
        />
      ) : null}
      {isDiscarding ? <DiscardRunDialog run={run} onClose={() => setIsDiscarding(false)} /> : null}
      {run.entries.length > 0 ? (
        <Panel title="Entries">
          <ul className="flex flex-col gap-1">
            {run.entries.map((entry) => (
              <li key={entry.id} className="flex flex-wrap gap-x-3">
                <TextLink href={books.path(`entries/${entry.id}`)}>{entry.entryNumber}</TextLink>
                <DateText value={entry.postingDate} />
                <Money value={entry.debits} currency={entry.currencyCode} showCurrency />
              </li>
            ))}
          </ul>
        </Panel>
      ) : null}
    </Page>
  );
}

const canPost = ({ finishedAt, runStatus }: Run) => finishedAt === null && runStatus !== 'DISCARDED';

/** A posted run of which not everything is reversed yet. */
const canReverse = ({ runStatus, kind, reversals }: Run) =>
  runStatus === 'POSTED' && kind !== 'REVERSAL' && reversals.every(({ contractIds }) => contractIds !== null);
