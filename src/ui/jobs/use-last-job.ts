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
  const state = job?.jobState;
  const seen = useRef(state);
  const end = useRef(onEnd);
  useEffect(() => {
    end.current = onEnd;
  });
  useEffect(() => {
    const before = seen.current;
    seen.current = state;
    if (before === undefined || before === state) return;
    if (state !== undefined && !isUnderWay(state)) end.current();
  }, [state]);
  return job;
}
