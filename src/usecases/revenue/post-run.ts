import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { checkRunOrder } from '@/core/revenue/recognition';
import { findRun, lockRunsOf, postChunk, runOrder } from '@/db/stores/revenue-runs';
import { refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { demandSubsidiary, runForOutput } from '../kit/run';
import { anId } from '../transactions/document-input';
import { getRun } from './get-run';
import { granted } from './history-context';
import { postInterestStep } from './post-interest';
import type { RunView } from './run-view';

/** Rows of a step: small enough that nobody waits long for its locks, large enough that its cost is the rows'. */
const STEP_ROWS = 5_000;

/**
 * One step of a run, whole in its transaction: takes the next due rows, posts them through the ledger's gate, moves the
 * contracts' positions. `done` when nothing is left. Asking a posted run again changes nothing.
 */
export const postRunStep = defineUseCase({
  name: 'revenue.runs.step',
  permission: 'revenue.run',
  mode: 'sql',
  input: z.object({ id: anId, rows: z.int().min(1).max(50_000).default(STEP_ROWS) }),
  async run(context, { id, rows }): Promise<{ done: boolean; rows: number }> {
    const { tenant } = context;
    const run = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    demandSubsidiary(context.principal, 'revenue.run', run.subsidiaryId);
    if (run.runStatus === 'POSTED') return { done: true, rows: 0 };
    await lockRunsOf(tenant, run.subsidiaryId);
    if (run.kind === 'PERIOD' && run.runStatus === 'PREVIEW') {
      const order = await runOrder(tenant, run.subsidiaryId);
      granted(checkRunOrder({ period: run.period, lastPosted: order.lastPosted, firstDue: order.firstDue }));
    }
    const step = await chunkOf(context, id, rows, run);
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
    return { done: step.status === 'POSTED', rows: step.rows };
  },
});

async function chunkOf(
  context: Context,
  id: string,
  rows: number,
  run: { subsidiaryId: string; period: string; postingDate: string },
) {
  const actor = context.principal.actor;
  try {
    return await postChunk(context.tenant, id, rows, actor.kind === 'user' ? actor.id : null);
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no open period on')) {
      refuse('PERIOD_NOT_OPEN', `${run.postingDate} lies in no open period.`, {
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
 * posts nothing twice. A dry run answers the run as it stands. Refuses PERIOD_SKIPPED, PERIOD_NOT_OPEN.
 */
export const postRun = defineUseCase({
  name: 'revenue.runs.post',
  permission: 'revenue.run',
  mode: 'steps',
  input: z.object({ id: anId, rows: z.int().min(1).max(50_000).optional() }),
  async run(context, { id, rows }): Promise<RunView> {
    const { dryRun, expectedVersion: _none, ...call } = { ...context };
    if (!dryRun) await postAllSteps(call, id, rows);
    return runForOutput(getRun, call, { id });
  },
});

/** Runs the steps of a run until nothing is left: revenue and costs, then the interest of financing components. */
export async function postAllSteps(
  call: Pick<Context, 'principal' | 'clock' | 'requestId' | 'surface'>,
  id: string,
  rows: number | undefined,
): Promise<void> {
  for (;;) {
    const { done } = await runForOutput(postRunStep, call, { id, rows });
    if (done) break;
  }
  // Interest comes after the month's revenue; a run killed between them goes on here.
  for (;;) {
    const { contracts } = await runForOutput(postInterestStep, call, { id });
    if (contracts === 0) return;
  }
}
