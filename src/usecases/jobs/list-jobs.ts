import { z } from 'zod';
import { jobKind } from '@/core/jobs/job-kinds';
import { nextTimeOf, REGULAR_WORK, type RegularWork } from '@/core/jobs/regular-work';
import type { Principal } from '@/core/principal';
import { type JobRecord, listJobs } from '@/db/stores/background-jobs';
import { byId } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { reachJob, seesAllJobs } from './job-rules';

/** A job as its screen shows it. */
export interface JobView extends Omit<JobRecord, 'input' | 'failures'> {
  readonly recordId: string;
  /** Whether the caller can stop it now, without leaving anything half done. */
  readonly isCancelable: boolean;
  /** Whether the caller can have it tried again. */
  readonly isRetryable: boolean;
}

function shown({ input, failures: _failures, ...job }: JobRecord, principal: Principal): JobView {
  const mayControl =
    job.createdBy === principal.actor.id || principal.permissions.has('org.organization.write');
  const canStop =
    job.jobState === 'QUEUED' || (job.jobState === 'RUNNING' && jobKind(job.kind)?.isCancelable === true);
  return {
    ...job,
    recordId: input.recordId,
    isCancelable: mayControl && canStop,
    isRetryable: mayControl && (job.jobState === 'FAILED' || job.jobState === 'CANCELLED'),
  };
}

/**
 * The organization's jobs, newest first: one's own, and everyone's for those who may read the audit trail. With the regular work of the
 * server and when it comes next.
 */
export const listAllJobs = defineUseCase({
  name: 'jobs.list',
  permission: null,
  mode: 'read',
  input: z.object({ page: z.int().min(1).default(1), limit: z.int().min(1).max(200).default(50) }),
  async run({ tenant, principal, clock }, { page, limit }) {
    const found = await listJobs(tenant, {
      createdBy: seesAllJobs(principal) ? null : principal.actor.id,
      skip: (page - 1) * limit,
      take: limit,
    });
    const now = clock.now();
    const regular = (Object.keys(REGULAR_WORK) as RegularWork[]).map((work) => ({
      label: REGULAR_WORK[work].label,
      words: REGULAR_WORK[work].words,
      everyMinutes: REGULAR_WORK[work].everyMinutes,
      nextAt: nextTimeOf(work, now),
    }));
    return {
      rows: found.rows.map((job): JobView => shown(job, principal)),
      total: found.total,
      regular,
    };
  },
});

/** One job with its progress and log. Refuses NOT_FOUND for another person's, unless the caller may read the audit trail. */
export const getJob = defineUseCase({
  name: 'jobs.get',
  permission: null,
  mode: 'read',
  input: byId,
  run: async (context, { id }): Promise<JobView> => shown(await reachJob(context, id), context.principal),
});
