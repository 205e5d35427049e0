import type { JobKindName } from '@/core/jobs/job-kinds';
import type { Principal } from '@/core/principal';
import { refuse } from '@/core/refusals';
import { findJob, type JobRecord } from '@/db/stores/background-jobs';
import type { Tenant } from '@/db/tenancy';
import { beginOpening } from '../cut-over/open-cut-over';
import { beginApproval } from '../imports/approve-import';
import { beginImport } from '../imports/start-import';
import { beginUndoing } from '../imports/undo-import';
import { refuseNotFound } from '../kit/crud';
import type { Context } from '../kit/define';
import { demand } from '../kit/run';
import { beginTakingUp } from '../orders/take-up-orders';
import { beginPosting } from '../revenue/runs/post-run';
import { beginBilling } from '../subscriptions/bill-scheduled';

/** What starting a job checks and returns about the record it works on, in the transaction that stores the job. */
export type BeginJob = (
  context: Context,
  recordId: string,
) => Promise<{ readonly title: string; readonly total: number | null }>;

export const BEGIN: Readonly<Record<JobKindName, BeginJob>> = {
  'imports.check': (context, id) => beginImport(context, id, 'CHECKING'),
  'imports.run': (context, id) => beginImport(context, id, 'RUNNING'),
  'imports.approve': beginApproval,
  'imports.undo': beginUndoing,
  'revenue.runs.post': beginPosting,
  'orderSources.takeUp': beginTakingUp,
  'subscriptions.billScheduled': beginBilling,
  'cutOver.open': beginOpening,
};

/** Whether the caller sees the jobs of others: those who may read the audit trail do. */
export const seesAllJobs = ({ permissions }: Principal): boolean => permissions.has('org.audit.read');

/** A job the caller may see. Refuses NOT_FOUND for anyone else's, unless the caller may read the audit trail. */
export async function reachJob(
  { tenant, principal }: { readonly tenant: Tenant; readonly principal: Principal },
  id: string,
  locked = false,
): Promise<JobRecord> {
  const job = await findJob(tenant, id, locked);
  if (job === null || !(seesAllJobs(principal) || job.createdBy === principal.actor.id)) {
    return refuseNotFound('job', id);
  }
  return job;
}

/** Retrying and canceling: of one's own jobs, or of any for those who administer the organization. Refuses FORBIDDEN. */
export function demandControl(principal: Principal, job: JobRecord): void {
  if (job.createdBy !== principal.actor.id) demand(principal, 'org.organization.write');
}

/** Refuses INVALID_STATUS_TRANSITION for a job in another state than these. */
export function demandState(job: JobRecord, states: readonly JobRecord['jobState'][], to: string): void {
  if (states.includes(job.jobState)) return;
  refuse('INVALID_STATUS_TRANSITION', `A job that is ${job.jobState} cannot become ${to}.`, {
    from: job.jobState,
    to,
  });
}
