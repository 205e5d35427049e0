'use client';

import { isUnderWay } from '@/core/jobs/job-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { Button } from '@/ui/kit/button';
import { InstantText } from '@/ui/kit/figures/date-text';
import { Facts } from '@/ui/kit/figures/facts';
import { StatusPill } from '@/ui/kit/figures/status-pill';
import { Page } from '@/ui/kit/layout/page';
import { PageHeader } from '@/ui/kit/layout/page-header';
import { Panel } from '@/ui/kit/layout/panel';
import { PageSkeleton } from '@/ui/kit/layout/skeleton';
import { Notice } from '@/ui/kit/notice';
import { ButtonLink } from '@/ui/kit/text-link';
import { QueryView } from '@/ui/shell/query-view';
import { useBooks } from '@/ui/shell/session';
import { EVERY_MOMENT, type Job, kindWords, placeOf, progressWords } from './job-words';
import { useJobActs } from './use-job-acts';

/** One job: its progress, its log, and the actions available. */
export function JobScreen({ id }: { readonly id: string }) {
  const query = trpc.jobs.get.useQuery(
    { id },
    {
      refetchInterval: ({ state }) =>
        state.data !== undefined && isUnderWay(state.data.jobState) ? EVERY_MOMENT : false,
    },
  );
  return (
    <QueryView query={query} skeleton={<PageSkeleton />}>
      {(job) => <JobView job={job} />}
    </QueryView>
  );
}

function JobView({ job }: { readonly job: Job }) {
  const books = useBooks();
  const acts = useJobActs();
  const place = placeOf(job);
  return (
    <Page wide={false} className="max-w-4xl">
      <PageHeader
        title={job.title === '' ? kindWords(job) : `${kindWords(job)}: ${job.title}`}
        trail={[{ label: 'Jobs', href: books.path('jobs') }]}
        status={<StatusPill status={job.jobState} />}
        actions={
          <>
            {acts(job).map(({ words, label, isPending = false, onPress }) => (
              <Button key={words} aria-label={label} isPending={isPending} onPress={onPress}>
                {words}
              </Button>
            ))}
            {place === null ? null : <ButtonLink href={books.path(place)}>Open what it works on</ButtonLink>}
          </>
        }
      />
      {job.problem === null ? null : (
        <Notice tone="danger" role="alert">
          {job.problem}
        </Notice>
      )}
      <Panel title="Progress">
        <div className="flex flex-col gap-3">
          <div className="flex items-center gap-3">
            <progress
              aria-label="Progress"
              className="h-2 min-w-0 flex-1 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-accent-solid [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-accent-solid [&::-webkit-progress-value]:transition-[width]"
              value={job.done}
              max={Math.max(job.total ?? job.done, 1)}
            />
            <span className="figures whitespace-nowrap">{progressWords(job)}</span>
          </div>
          <Facts
            facts={[
              { label: 'Requested by', value: job.createdByName },
              { label: 'Asked', value: <InstantText value={job.createdAt} /> },
              { label: 'Started', value: <InstantText value={job.startedAt} /> },
              { label: 'Ended', value: <InstantText value={job.finishedAt} /> },
            ]}
          />
        </div>
      </Panel>
      <Panel title="Log">
        {job.log.length === 0 ? (
          <p className="text-ink-mute">Nothing has happened yet. The job is waiting to start.</p>
        ) : (
          <ol className="flex flex-col gap-1">
            {job.log.map(({ at, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a log are only added at its end
              <li key={index} className="flex gap-4">
                <span className="w-44 shrink-0 text-ink-mute">
                  <InstantText value={at} />
                </span>
                <span className="min-w-0">{text}</span>
              </li>
            ))}
          </ol>
        )}
      </Panel>
    </Page>
  );
}
