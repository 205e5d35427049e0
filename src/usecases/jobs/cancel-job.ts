import { jobKind } from '@/core/jobs/job-kinds';
import { refuse } from '@/core/refusals';
import { endJob } from '@/db/stores/background-jobs';
import { byId } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandControl, demandState, reachJob } from './job-rules';

/**
 * Stops a job before its next portion; what it has done stays. Refuses NOT_FOUND, FORBIDDEN for another person's job without
 * org.organization.write, INVALID_STATUS_TRANSITION for one that has ended, and IN_USE for work that would be left half done.
 */
export const cancelJob = defineUseCase({
  name: 'jobs.cancel',
  permission: null,
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<{ readonly id: string }> {
    const { tenant, principal } = context;
    const job = await reachJob(context, id, true);
    demandControl(principal, job);
    demandState(job, ['QUEUED', 'RUNNING'], 'CANCELLED');
    if (job.jobState === 'RUNNING' && jobKind(job.kind)?.isCancelable !== true) {
      refuse('IN_USE', `${job.title}: this work cannot be stopped halfway. Wait until it ends.`, {
        noun: 'job',
        id,
        by: 'its own work',
      });
    }
    await endJob(tenant, id, {
      state: 'CANCELLED',
      text: `Canceled by ${principal.actor.name}.`,
      problem: null,
    });
    context.record({
      noun: 'job',
      recordId: id,
      before: { state: job.jobState },
      after: { state: 'CANCELLED' },
    });
    return { id };
  },
});
