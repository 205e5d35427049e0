'use client';

import { useEffect, useRef } from 'react';
import { isUnderWay, type JobKindName } from '@/core/jobs/job-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { EVERY_MOMENT, type Job } from './job-words';

const RECENT = { page: 1, limit: 20 };

/**
 * The last job of a kind on a record, followed while it is under way; undefined when there was none lately. `onEnd` is called when it
 * ends, to read again what it changed.
 */
export function useLastJob(kind: JobKindName, recordId: string, onEnd: () => void): Job | undefined {
  const { data } = trpc.jobs.list.useQuery(RECENT, {
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ jobState }) => isUnderWay(jobState)) ? EVERY_MOMENT : false,
  });
  const job = data?.rows.find((one) => one.kind === kind && one.recordId === recordId);
  // Which job and its state; undefined until the jobs are known, so that one that ended before does not count as ending now.
  const now = data === undefined ? undefined : `${job?.id ?? 'none'} ${job?.jobState ?? ''}`;
  const isOver = job !== undefined && !isUnderWay(job.jobState);
  const seen = useRef(now);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = now;
    // Short work is over at the first look: then the job itself is what changed.
    if (before !== undefined && before !== now && isOver) end.current();
  }, [now, isOver]);
  return job;
}
