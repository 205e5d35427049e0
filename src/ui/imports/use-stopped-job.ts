import type { JobKindName } from '@/core/jobs/job-kinds';
import { trpc } from '@/surfaces/trpc/react';
import { EVERY_MOMENT, type Job } from '@/ui/jobs/job-words';
import type { StoredImport } from './import-words';

const RECENT = { page: 1, limit: 20 };

/** The job that carries on an import in each state of being worked on. */
const JOB_OF: Readonly<Partial<Record<StoredImport['importStatus'], JobKindName>>> = {
  CHECKING: 'imports.check',
  RUNNING: 'imports.run',
  APPROVING: 'imports.approve',
  UNDOING: 'imports.undo',
};

/**
 * The job of an import that is being worked on, once it has failed or someone canceled it; undefined while it goes on, and where the
 * reader sees no job of it.
 */
export function useStoppedJob({ id, importStatus }: Pick<StoredImport, 'id' | 'importStatus'>): Job | undefined {
  const kind = JOB_OF[importStatus];
  const { data } = trpc.jobs.list.useQuery(RECENT, {
    enabled: kind !== undefined,
    refetchInterval: EVERY_MOMENT,
  });
  if (kind === undefined) return undefined;
  const job = data?.rows.find((one) => one.kind === kind && one.recordId === id);
  return job?.jobState === 'FAILED' || job?.jobState === 'CANCELLED' ? job : undefined;
}

/** Why a job stopped: its problem, or who canceled it. */
export const stoppedWords = ({ problem, log }: Pick<Job, 'problem' | 'log'>): string =>
  problem ?? log.at(-1)?.text ?? '';
