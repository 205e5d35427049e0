'use client';

import { useState } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { ConfirmDialog } from '@/ui/kit/confirm-dialog';
import { formatDate, formatMonth } from '@/ui/kit/date-format';
import { DateText, InstantText } from '@/ui/kit/date-text';
import { Facts } from '@/ui/kit/facts';
import { Money } from '@/ui/kit/money';
import { notifyDone } from '@/ui/kit/notify';
import { Page } from '@/ui/kit/page';
import { PageHeader } from '@/ui/kit/page-header';
import { Panel } from '@/ui/kit/panel';
import { PageSkeleton } from '@/ui/kit/skeleton';
import { StatusPill } from '@/ui/kit/status-pill';
import { TextLink } from '@/ui/kit/text-link';
import { useSubsidiaries } from '@/ui/records/use-names';
import { QueryView } from '@/ui/shell/query-view';
import { sentenceOf } from '@/ui/shell/refusal';
import { useBooks } from '@/ui/shell/session';
import { type Run, RunProposal, runTotalWords } from './run-proposal';

const EVERY_MOMENT = 700;

/** One run: how far it is, what it proposes by account, and the entries it made. While it posts, the page follows. */
export function RunScreen({ id }: { readonly id: string }) {
  const [asks, setAsks] = useState(false);
  const post = trpc.revenue.runs.post.useMutation({
    onSuccess: (run) => {
      setAsks(false);
      notifyDone(`${run.runNumber}: ${run.progress.done} of ${run.progress.of} rows posted.`);
    },
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
        <>
          <RunView run={run} isPosting={post.isPending} onPost={() => setAsks(true)} />
          <ConfirmDialog
            title={`Post ${run.runNumber}`}
            isOpen={asks}
            onClose={() => setAsks(false)}
            onConfirm={() => post.mutate({ id })}
            confirmLabel="Post to the ledger"
            isPending={post.isPending}
            error={post.error ? sentenceOf(post.error) : undefined}
          >
            <p className="text-ink-soft">
              Recognises {runTotalWords(run)} on {formatDate(run.postingDate)}. It goes on when you leave this
              page, and posting again never posts a row twice.
            </p>
            {post.isPending ? <Progress run={run} /> : null}
          </ConfirmDialog>
        </>
      )}
    </QueryView>
  );
}

function RunView({
  run,
  isPosting,
  onPost,
}: {
  readonly run: Run;
  readonly isPosting: boolean;
  readonly onPost: () => void;
}) {
  const books = useBooks();
  const subsidiaries = useSubsidiaries();
  return (
    <Page wide={false} className="max-w-6xl">
      <PageHeader
        title={`${run.runNumber}, ${formatMonth(run.period)}`}
        trail={[{ label: 'Recognition runs', href: books.path('revenue/runs') }]}
        status={<StatusPill status={run.runStatus} />}
        actions={
          books.may('revenue.run') && run.finishedAt === null ? (
            <Button tone="primary" isPending={isPosting} onPress={onPost}>
              {run.progress.done > 0 ? 'Go on posting…' : 'Post…'}
            </Button>
          ) : null
        }
      />
      <Panel title="Progress">
        <Progress run={run} />
        <Facts
          className="mt-3"
          facts={[
            { label: 'Rows posted', value: `${run.progress.done} of ${run.progress.of}` },
            { label: 'Contracts', value: String(run.postedContracts) },
            { label: 'Subsidiary', value: subsidiaries.nameOf(run.subsidiaryId) },
            { label: 'Posting date', value: <DateText value={run.postingDate} /> },
            { label: 'Started', value: <InstantText value={run.startedAt} /> },
            { label: 'Finished', value: <InstantText value={run.finishedAt} /> },
          ]}
        />
      </Panel>
      <RunProposal run={run} />
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

function Progress({ run }: { readonly run: Run }) {
  return (
    <progress
      aria-label="Rows posted"
      className="h-2 w-full appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-solid"
      value={run.progress.done}
      max={Math.max(run.progress.of, 1)}
    />
  );
}
