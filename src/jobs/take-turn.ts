import { principalOfOwner } from '@/auth/job-owner';
import { systemPrincipal } from '@/auth/principal';
import type { Principal } from '@/core/principal';
import { RefusalError } from '@/core/refusals';
import { systemClock } from '@/lib/clock';
import { env } from '@/lib/env';
import { log } from '@/lib/telemetry/log';
import { unavailableCause } from '@/lib/unavailable';
import { passTurnTo } from '@/usecases/jobs/open-queue';
import { hasMoreJobs, noteEnd, noteFailure, noteProgress, takeJob } from '@/usecases/jobs/record-turn';
import type { Call } from '@/usecases/kit/define';
import { JOB_STEPS, type JobStep } from './job-steps';

/** How long an organization works in one turn; then it waits until every other had its turn. */
const TURN_MS = 3_000;
/** How often work is tried again after failures that may pass, one after the other, before it is given up. */
const MOST_FAILURES = 20;
/** How long an organization waits after such a failure. */
const PAUSE_SECONDS = 5;

interface Surroundings {
  readonly stopping: AbortSignal;
  readonly steps?: Readonly<Record<string, JobStep>>;
  readonly turnMs?: number;
}

/** Uses a turn of an organization: works on the job that has waited longest, for a few seconds, and passes the turn on. */
export async function takeTurn(organizationId: string, surroundings: Surroundings): Promise<void> {
  const system = systemPrincipal(organizationId);
  const job = await takeJob(system);
  if (job === null) return;
  const isUnwell = await workOn(system, job, surroundings);
  if (await hasMoreJobs(system)) await passTurnTo(organizationId, isUnwell ? PAUSE_SECONDS : 0);
}

type Job = NonNullable<Awaited<ReturnType<typeof takeJob>>>;

/** Works on a job until it ends, the turn is over or the server stops. True after a failure that may pass. */
async function workOn(system: Principal, job: Job, surroundings: Surroundings): Promise<boolean> {
  const { stopping, steps = JOB_STEPS, turnMs = TURN_MS } = surroundings;
  const end = performance.now() + turnMs;
  const step = steps[job.kind];
  try {
    const owner = await principalOfOwner(system.organizationId, job.createdBy);
    if (owner === null || step === undefined) {
      const problem =
        owner === null
          ? `${job.createdByName} requested this and no longer has access. Request it again.`
          : 'This server does not know this kind of work. Update it.';
      await noteEnd(system, job.id, { state: 'FAILED', text: problem, problem });
      return false;
    }
    const call: Call = {
      principal: owner,
      surface: 'job',
      requestId: job.id,
      clock: systemClock(env().DAYBOOK_TODAY),
    };
    // At least one portion per turn, so that work advances however slow the database is.
    for (let isFirst = true; !stopping.aborted && (isFirst || performance.now() < end); isFirst = false) {
      const { isDone, done, total, problem = null } = await step(call, job.input.recordId);
      // Someone canceled it meanwhile.
      if (!(await noteProgress(system, job.id, { done, total }))) return false;
      if (isDone) {
        const state = problem === null ? 'DONE' : 'FAILED';
        await noteEnd(system, job.id, { state, text: problem ?? 'Done.', problem });
        return false;
      }
    }
    return false;
  } catch (error) {
    return failed(system, job, error);
  }
}

/** A refusal ends the job with its sentence; anything else may pass and is tried again. */
async function failed(system: Principal, job: Job, error: unknown): Promise<boolean> {
  if (error instanceof RefusalError) {
    const { message } = error.refusal;
    await noteEnd(system, job.id, { state: 'FAILED', text: message, problem: message });
    return false;
  }
  const cause = unavailableCause(error);
  if (cause === null) log.warn({ err: error, job: job.id, kind: job.kind }, 'a job failed');
  const text =
    cause === null
      ? `A server error stopped it; it will be retried. See job ${job.id} in the server's log.`
      : 'The database could not serve it; it will be retried.';
  const failures = await noteFailure(system, job.id, text);
  if (failures >= (cause === null ? 3 : MOST_FAILURES)) {
    const problem =
      cause === null
        ? `A server error stopped it. See job ${job.id} in the server's log.`
        : 'The database could not serve it.';
    await noteEnd(system, job.id, { state: 'FAILED', text: problem, problem });
  }
  return true;
}
