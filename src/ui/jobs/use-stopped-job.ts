import { isUnderWay, type JobKindName } from '@/core/jobs/job-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { EVERY_MOMENT, type Job } from './job-words';

const RECENT = { page: 1, limit: 20 };
const NOW_AND_THEN = 15_000;

/**
 * The last job of a kind on a record, once it has failed or someone canceled it; undefined while it goes on, after one that was done, and
 * where the reader sees no job of it lately. Without a kind nothing is asked.
 */
export function useStoppedJob(kind: JobKindName | undefined, recordId: string): Job | undefined {
  const { data } = trpc.jobs.list.useQuery(RECENT, {
    enabled: kind !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ jobState }) => isUnderWay(jobState)) ? EVERY_MOMENT : NOW_AND_THEN,
  });
  if (kind === undefined) return undefined;
  const job = data?.rows.find((one) => one.kind === kind && one.recordId === recordId);
  return job?.jobState === 'FAILED' || job?.jobState === 'CANCELLED' ? job : undefined;
}

/** Why a job stopped: its problem, or who canceled it. */
export const stoppedWords = ({ problem, log }: Pick<Job, 'problem' | 'log'>): string =>
  problem ?? log.at(-1)?.text ?? '';
