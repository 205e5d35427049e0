import type { Principal } from '@/core/principal';
import {
  endJob,
  hasWaitingJobs,
  type JobRecord,
  recordFailure,
  recordProgress,
  takeNextJob,
} from '@/db/stores/background-jobs';
import { type Tenant, withTenantSql } from '@/db/tenancy';

/** What a turn writes about the job it works on. The system writes it: whoever asked for the job may since have lost their access. */
const within = <T>(principal: Principal, work: (tenant: Tenant) => Promise<T>) =>
  withTenantSql({ organizationId: principal.organizationId, userId: null }, work);

/** The job that has waited longest for a turn, which begins now; null when none waits. */
export const takeJob = (principal: Principal): Promise<JobRecord | null> => within(principal, takeNextJob);

/** Whether another turn of the organization has something to do. */
export const hasMoreJobs = (principal: Principal): Promise<boolean> => within(principal, hasWaitingJobs);

/** Records how far a job is; false when it was canceled. */
export const noteProgress = (
  principal: Principal,
  id: string,
  progress: { readonly done: number; readonly total: number | null },
): Promise<boolean> => within(principal, (tenant) => recordProgress(tenant, id, progress));

/** Records a failure that may pass, in words for the log. Returns how many there were in a row. */
export const noteFailure = (principal: Principal, id: string, text: string): Promise<number> =>
  within(principal, (tenant) => recordFailure(tenant, id, text));

/** Ends a job: done, or failed for the reason in `problem`. */
export const noteEnd = (
  principal: Principal,
  id: string,
  end: {
    readonly state: 'DONE' | 'FAILED';
    readonly text: string;
    readonly problem: string | null;
  },
): Promise<boolean> => within(principal, (tenant) => endJob(tenant, id, end));
