import type { JobKindName } from '@/core/jobs/job-kinds';
import { stepOfOpening } from '@/usecases/cut-over/open-cut-over';
import { stepOfApproval } from '@/usecases/imports/approve-import';
import { stepOfImport } from '@/usecases/imports/run-import';
import { stepOfUndoing } from '@/usecases/imports/undo-import';
import type { Call } from '@/usecases/kit/define';
import { stepOfTakingUp } from '@/usecases/orders/take-up-orders';
import { stepOfRun } from '@/usecases/revenue/runs/post-run';
import { stepOfBilling } from '@/usecases/subscriptions/bill-scheduled';

/** How far a job is after a step. */
export interface StepDone {
  readonly isDone: boolean;
  readonly done: number;
  readonly total: number | null;
  /** At the end: what failed, in words. The job has then failed, and can be tried again. */
  readonly problem?: string | null;
}

/** One portion of a kind of work: short, complete in itself, and safe to repeat. */
export type JobStep = (call: Call, recordId: string) => Promise<StepDone>;

export const JOB_STEPS: Readonly<Record<JobKindName, JobStep>> = {
  'imports.check': (call, id) => stepOfImport(call, id, 'CHECKING'),
  'imports.run': (call, id) => stepOfImport(call, id, 'RUNNING'),
  'imports.approve': stepOfApproval,
  'imports.undo': stepOfUndoing,
  'revenue.runs.post': stepOfRun,
  'orderSources.takeUp': stepOfTakingUp,
  'subscriptions.billScheduled': stepOfBilling,
  'cutOver.open': stepOfOpening,
};
