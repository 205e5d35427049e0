import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { checkRunOrder } from '@/core/revenue/schedules/recognition';
import { findRun, lockRunsOf, postChunk, runOrder } from '@/db/revenue/runs/runs';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { anId } from '@/usecases/kit/fields';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../../kit/crud';
import { type Call, type Context, defineUseCase } from '../../kit/define';
import { demand, runForOutput } from '../../kit/run';

import { demandSecondPerson } from '../approvals/second-person-rules';
import { postInterestStep, settleInterestOfRun } from '../events/post-interest';
import { settleWaitingOfRun } from '../events/post-waiting';
import { copyBalancesBefore } from './copy-balances-before';
import { demandNotDiscarded } from './discard-run';
import { getRun } from './get-run';
import { demandPlanned } from './plan-periods';
import { finishReversal } from './reverse-run';
import { periodOfBooks } from './run-period';
import { type RunProposalView, type RunView, rowsOf, sizeOfRun } from './run-view';

/**
 * Rows in a step: few enough that its locks are held briefly, many enough that the fixed cost of a step does not
 * matter.
 */
const STEP_ROWS = 5_000;

/** Steps at a time: one computes while the entries of another take their numbers, which only one can do at once. */
const STEPS_AT_A_TIME = 2;

/**
 * One step of a run, in one transaction: takes the next due rows, posts them to the ledger, updates the contracts'
 * positions. `done` when nothing is left. Calling it again for a posted run changes nothing. `beside` allows other
 * steps of the run at the same time; such a step never completes the run, and `idle` says that every row it found was
 * locked by another step. With `rows` 0 the run is only started. Refuses FORBIDDEN for the person who proposed it, where duties are segregated.
 */
export const postRunStep = defineUseCase({
  name: 'revenue.runs.step',
  permission: 'revenue.run',
  mode: 'sql',
  input: z.object({
    id: anId,
    rows: z.int().min(0).max(50_000).default(STEP_ROWS),
    beside: z.boolean().default(false),
  }),
  async run(context, { id, rows, beside }): Promise<StepDone> {
    const { tenant } = context;
    const run = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    demandNotDiscarded(run);
    // A reversal has steps of its own.
    if (run.runStatus === 'POSTED' || run.kind === 'REVERSAL') return { done: true, rows: 0, idle: true };
    const isBeside = beside && run.runStatus === 'POSTING';
    await lockRunsOf(tenant, run.subsidiaryId, isBeside);
    if (run.runStatus === 'PREVIEW') demandNotDiscarded((await findRun(tenant, id)) ?? run);
    if (run.kind === 'PERIOD' && run.runStatus === 'PREVIEW') {
      const order = await runOrder(tenant, run.subsidiaryId);
      const grid = await gridOfBooks(tenant, run.subsidiaryId);
      // A run proposed before its books changed their calendar is of a period they no longer have.
      periodOfBooks(grid, run.period);
      await demandPlanned(tenant, run.subsidiaryId, grid);
      valueOrThrow(checkRunOrder({ ...order, period: run.period, grid }));
      await demandSecondPerson(context, {
        baseAmount: async () => sizeOfRun(run),
        preparedBy: [run.createdBy],
        permission: 'revenue.run',
      });
    }
    const step = await chunkOf(context, { id, rows, beside: isBeside }, run);
    if (step.status === 'POSTED') {
      context.record({
        noun: 'revenue run',
        recordId: id,
        action: 'revenue.runs.post',
        before: { status: run.runStatus },
        after: { status: 'POSTED', period: run.period },
        event: { type: 'revenue.run.posted', payload: { runId: id, period: run.period } },
      });
    }
    return { done: step.status === 'POSTED', rows: step.rows, idle: step.contracts === 0 && step.rows === 0 };
  },
});

interface StepDone {
  readonly done: boolean;
  readonly rows: number;
  readonly idle: boolean;
}

async function chunkOf(
  context: Context,
  { id, rows, beside }: { id: string; rows: number; beside: boolean },
  run: { subsidiaryId: string; period: string; postingDate: string },
) {
  const actor = context.principal.actor;
  try {
    return await postChunk(context.tenant, id, {
      limit: rows,
      actorId: actor.kind === 'user' ? actor.id : null,
      beside,
    });
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no open period on')) {
      refuse('PERIOD_NOT_OPEN', `${run.postingDate} is not in an open period.`, {
        date: run.postingDate,
        period: run.period,
        status: 'NOT_OPEN',
        subsidiaryId: run.subsidiaryId,
      });
    }
    throw error;
  }
}

/**
 * Posts a run step by step, each a transaction of its own: killed anywhere, asking again goes on where it stopped and
 * posts nothing twice. So does a reversal under way. A dry run answers the run as it stands. Refuses PERIOD_SKIPPED, PERIOD_NOT_OPEN,
 * RUN_DISCARDED.
 */
export const postRun = defineUseCase({
  name: 'revenue.runs.post',
  permission: 'revenue.run',
  mode: 'steps',
  input: z.object({ id: anId, rows: z.int().min(1).max(50_000).optional() }),
  async run(context, { id, rows }): Promise<RunView> {
    const { dryRun, expectedVersion: _none, ...call } = { ...context };
    const { kind } = await runForOutput(getRun, call, { id });
    if (!dryRun) await (kind === 'REVERSAL' ? finishReversal(call, id) : postAllSteps(call, id, rows));
    return runForOutput(getRun, call, { id });
  },
});

/**
 * Runs the steps of a run until nothing is left: revenue and costs, then interest on financing components. A run that
 * fits one step takes one; a larger one runs two steps at a time. The last step runs alone and completes the run.
 */
export async function postAllSteps(
  call: Pick<Context, 'principal' | 'clock' | 'requestId' | 'surface'>,
  id: string,
  rows = STEP_ROWS,
): Promise<void> {
  const step = (size: number, beside: boolean) => runForOutput(postRunStep, call, { id, rows: size, beside });
  const { progress } = await runForOutput(getRun, call, { id });
  if (progress.of - progress.done > rows) {
    if (progress.done === 0) await copyBalancesBefore(call.principal);
    await step(0, false);
    await besideEachOther(STEPS_AT_A_TIME, () => step(rows, true));
  }
  for (;;) {
    const { done } = await step(rows, false);
    if (done) break;
  }
  // Interest follows the month's revenue; a run interrupted between them continues here.
  for (;;) {
    const { contracts } = await runForOutput(postInterestStep, call, { id });
    if (contracts === 0) break;
  }
  await settleInterestOfRun(call, id);
  await settleWaitingOfRun(call, id);
}

/**
 * Repeats a step in several concurrent loops until each has nothing left to do. A failure is
 * thrown once the others have stopped.
 */
async function besideEachOther(places: number, step: () => Promise<StepDone>): Promise<void> {
  let isStopped = false;
  const place = async () => {
    try {
      while (!isStopped) {
        const { idle, done } = await step();
        if (idle || done) return;
      }
    } catch (error) {
      isStopped = true;
      throw error;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: places }, place));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Begins to post a run, for the job that goes on with it, so that refusals at the start reach the caller. Refuses NOT_FOUND,
 * FORBIDDEN, and what the first step refuses.
 */
export async function beginPosting(
  context: Context,
  id: string,
): Promise<{ readonly title: string; readonly total: number }> {
  demand(context.principal, 'revenue.run');
  const run = (await findRun(context.tenant, id)) ?? refuseNotFound('run', id);
  await postRunStep.run(context, { id, rows: 0, beside: false });
  // The list of jobs puts "Recognition run:" before it.
  const title = run.kind === 'REVERSAL' ? `reversal of ${run.period}` : run.period;
  return { title, total: rowsOf(run.proposal as RunProposalView) };
}

/**
 * One portion of posting a run, for the job that goes on with it: steps of its rows, two at a time while many are left, then
 * the interest that follows them.
 */
export async function stepOfRun(
  call: Call,
  id: string,
): Promise<{ readonly isDone: boolean; readonly done: number; readonly total: number }> {
  const { kind, progress: before } = await runForOutput(getRun, call, { id });
  let isDone = true;
  if (kind === 'REVERSAL') await finishReversal(call, id);
  else if (before.of - before.done > STEP_ROWS) {
    const beside = () => runForOutput(postRunStep, call, { id, rows: STEP_ROWS, beside: true });
    await Promise.all(Array.from({ length: STEPS_AT_A_TIME }, beside));
    isDone = false;
  } else {
    const { done } = await runForOutput(postRunStep, call, { id });
    isDone = done && (await runForOutput(postInterestStep, call, { id })).contracts === 0;
    if (isDone) {
      await settleInterestOfRun(call, id);
      await settleWaitingOfRun(call, id);
    }
  }
  const { progress } = await runForOutput(getRun, call, { id });
  return { isDone, done: progress.done, total: progress.of };
}
