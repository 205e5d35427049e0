import { requeueJob } from '@/db/stores/background-jobs';
import { askForTurn } from '@/db/stores/job-queue';
import { byId } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandControl, demandState, reachJob } from './job-rules';

/**
 * Gives a job that failed or was canceled its turns again: it goes on where it stopped, as the person who first asked. Refuses
 * NOT_FOUND, FORBIDDEN for another person's job without org.organization.write, INVALID_STATUS_TRANSITION.
 */
export const retryJob = defineUseCase({
  name: 'jobs.retry',
  permission: null,
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<{ readonly id: string }> {
    const { tenant, principal } = context;
    const job = await reachJob(context, id, true);
    demandControl(principal, job);
    demandState(job, ['FAILED', 'CANCELLED'], 'QUEUED');
    await requeueJob(tenant, id, `Retried by ${principal.actor.name}.`);
    await askForTurn(tenant, id);
    context.record({
      noun: 'job',
      recordId: id,
      before: { state: job.jobState },
      after: { state: 'QUEUED' },
    });
    return { id };
  },
});
