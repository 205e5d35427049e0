import { z } from 'zod';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ZERO } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import {
  accrualsOfRun,
  contractsInRun,
  markReversal,
  reversalsOfRun,
  reverseCosts,
  reverseRows,
  reversibleCosts,
  reversibleLines,
} from '@/db/revenue/runs/reversals';
import { findRun, insertRun, lockRunsOf, type RunRow } from '@/db/revenue/runs/runs';
import { isOwnWork } from '@/db/stores/documents/own-work';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { holdPeriodsOpen, openPeriods } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { anId, reasonText } from '@/usecases/kit/fields';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { demandSecondPerson, needsTwo } from '../approvals/second-person-rules';
import { bookingDay, refuseNoPeriod } from '../events/booking-rules';
import { settleInterestOfRun } from '../events/post-interest';
import { settleWaitingOfRun } from '../events/post-waiting';
import { lockFact, recordInstead } from '../events/void-fact';
import { copyBalancesBefore } from './copy-balances-before';
import { demandNotDiscarded } from './discard-run';
import { getRun } from './get-run';
import { type RunProposalView, type RunView, rowsOf, sizeOfRun, viewRun } from './run-view';

/** Rows of a step, and accruals: small enough that no one waits long for its locks. */
const STEP_ROWS = 5_000;
const STEP_ACCRUALS = 100;

export const reversalFields = z.object({
  reason: reasonText,
  /** Only these contracts of the run; omitted: all of them. */
  contractIds: z.array(anId).min(1).max(1_000).optional(),
});

/**
 * Reverses a posted run, whole or for some of its contracts: revenue, contract costs and the interest and suppliers' shares it
 * accrued are posted back, on the run's day while its period is open, else on the first open day. What it had posted is due again,
 * so the next run posts it as the facts then say. Works step by step, each its own transaction; asked again it goes on where it
 * stopped. Two at once make one reversal. A dry run returns what it would reverse.
 * Refuses NOT_FOUND, PERIOD_NOT_OPEN, REVENUE_RULE RUN_UNFINISHED, REVERSAL_FINAL for a reversal, RUN_REVERSED, CONTRACT_NOT_IN_RUN,
 * NOTHING_TO_REVERSE.
 */
export const reverseRun = defineUseCase({
  name: 'revenue.runs.reverse',
  permission: 'revenue.run',
  mode: 'steps',
  input: reversalFields.extend({ id: anId }),
  async run(context, input): Promise<RunView> {
    const { expectedVersion: _none, ...call } = { ...context };
    const begun = await runForOutput(beginReversal, call, input);
    // Where duties are segregated it waits for someone else to post it, like any other run.
    if (context.dryRun || begun.runStatus === 'PREVIEW') return begun;
    await finishReversal(call, begun.id);
    return runForOutput(getRun, call, { id: begun.id });
  },
});

/** Runs the steps of a reversal until nothing is left. */
export async function finishReversal(
  call: Pick<Context, 'principal' | 'clock' | 'requestId' | 'surface'>,
  id: string,
): Promise<void> {
  await copyBalancesBefore(call.principal);
  let after: string | null = null;
  for (;;) {
    const step: StepDone = await runForOutput(reverseStep, call, { id, after });
    if (step.done) break;
    after = step.last ?? after;
  }
  await settleInterestOfRun(call, id);
  await settleWaitingOfRun(call, id);
}

/** Stores a reversal to be posted, or returns the one under way. */
export const beginReversal = defineUseCase({
  name: 'revenue.runs.beginReversal',
  permission: 'revenue.run',
  mode: 'sql',
  input: reversalFields.extend({ id: anId }),
  async run(context, { id, reason, contractIds }): Promise<RunView> {
    const { tenant, principal } = context;
    const { subsidiaryId } = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    await lockRunsOf(tenant, subsidiaryId);
    const run = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    demandReversible(run);
    const earlier = await reversalsOfRun(tenant, id);
    const underWay = earlier.find(({ runStatus }) => runStatus !== 'POSTED');
    if (underWay !== undefined) {
      if (underWay.runStatus === 'PREVIEW') await beginPosting(context, underWay.id, true);
      return viewRun(tenant, underWay.id);
    }

    await holdPeriodsOpen(tenant);
    const postingDate = bookingDay(run.postingDate, await openPeriods(tenant, subsidiaryId), subsidiaryId);
    const chosen = contractIds === undefined ? null : [...new Set(contractIds)].sort();
    const proposal = await proposalOfReversal(tenant, run, chosen);
    if (chosen !== null) await demandInRun(tenant, run, chosen);
    else if (isEmpty(proposal) && (await accrualsOfRun(tenant, id, null, 1)).length === 0) {
      refuseNothing(run, earlier);
    }
    const reversal = {
      id: newId(),
      kind: 'REVERSAL' as const,
      contractId: null,
      subsidiaryId,
      period: (await gridOfBooks(tenant, subsidiaryId)).on(postingDate).key,
      postingDate,
      grouping: run.grouping,
      rates: run.rates,
      proposal,
      createdBy: principal.actor.id,
      reversesRunId: id,
      contractIds: chosen,
      reason,
    };
    await insertRun(tenant, reversal);
    await beginPosting(context, reversal.id, true);
    context.record({
      action: 'revenue.runs.reverse',
      noun: 'revenue run',
      recordId: reversal.id,
      after: { reverses: run.runNumber, subsidiaryId, period: reversal.period, contractIds: chosen, reason },
      event: { type: 'revenue.run.reversing', payload: { runId: id, reversalId: reversal.id } },
    });
    return viewRun(tenant, reversal.id);
  },
});

interface StepDone {
  readonly done: boolean;
  /** The last contract whose revenue was reversed; null when none was. */
  readonly last: string | null;
}

/**
 * One step of a reversal, whole in its transaction: revenue of the next contracts after `after`, then contract costs, then accruals;
 * when nothing of these is left, the reversal is posted. Asking a posted one again changes nothing.
 */
export const reverseStep = defineUseCase({
  name: 'revenue.runs.reverseStep',
  permission: 'revenue.run',
  mode: 'sql',
  input: z.object({
    id: anId,
    after: anId.nullable().default(null),
    rows: z.int().min(1).max(50_000).default(STEP_ROWS),
  }),
  async run(context, { id, after, rows }): Promise<StepDone> {
    const { tenant, principal } = context;
    const { subsidiaryId } = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    await lockRunsOf(tenant, subsidiaryId);
    const reversal = (await findRun(tenant, id)) ?? refuseNotFound('run', id);
    demandNotDiscarded(reversal);
    const { reversesRunId, runStatus, postingDate, period } = reversal;
    if (runStatus === 'POSTED' || reversesRunId === null) return { done: true, last: null };
    if (runStatus === 'PREVIEW') await beginPosting(context, id);
    await holdPeriodsOpen(tenant);
    const open = await openPeriods(tenant, subsidiaryId);
    const [firstOpen] = open;
    if (firstOpen === undefined || bookingDay(postingDate, open, subsidiaryId) !== postingDate) {
      refuseNoPeriod(postingDate, subsidiaryId);
    }
    const step = {
      limit: rows,
      firstOpen: (await gridOfBooks(tenant, subsidiaryId)).on(firstOpen.startDate).key,
      actorId: principal.actor.kind === 'user' ? principal.actor.id : null,
    };
    const { contracts, last } = await reverseRows(tenant, id, { ...step, after });
    if (contracts > 0) return { done: false, last };
    if ((await reverseCosts(tenant, id, step)) > 0) return { done: false, last: null };
    if (await voidAccruals(context, reversal)) return { done: false, last: null };
    await markReversal(tenant, id, 'POSTED');
    context.record({
      action: 'revenue.runs.reverse',
      noun: 'revenue run',
      recordId: id,
      before: { status: runStatus },
      after: { status: 'POSTED', period, reverses: reversesRunId },
      event: { type: 'revenue.run.reversed', payload: { runId: reversesRunId, reversalId: id, period } },
    });
    return { done: true, last: null };
  },
});

/**
 * Takes a reversal from proposed to posting. With `mayWait` one that needs a second person stays proposed instead, for someone
 * else to post. Refuses FORBIDDEN for the person who proposed it.
 */
async function beginPosting(context: Context, id: string, mayWait = false): Promise<void> {
  const reversal = (await findRun(context.tenant, id)) ?? refuseNotFound('run', id);
  const isOwn = await isOwnWork(context.tenant, [reversal.createdBy], context.principal.actor.id);
  const baseAmount = async () => sizeOfRun(reversal);
  if (mayWait && isOwn && (await needsTwo(context, baseAmount))) return;
  await demandSecondPerson(context, {
    baseAmount,
    preparedBy: [reversal.createdBy],
    permission: 'revenue.run',
  });
  await markReversal(context.tenant, id, 'POSTING');
}

/** Voids the next accruals the reversed run recorded, with the reason of the reversal; false: none is left. */
async function voidAccruals(context: Context, reversal: RunRow): Promise<boolean> {
  const { reversesRunId, contractIds, reason } = reversal;
  const recorded = await accrualsOfRun(context.tenant, reversesRunId ?? '', contractIds, STEP_ACCRUALS);
  // The reversal was approved as a whole.
  const asApproved: Context = { ...context, second: { kind: 'APPROVED', preparedBy: null } };
  for (const eventId of recorded) {
    const { history, event } = await lockFact(context, eventId);
    await recordInstead(asApproved, history, event, { reason: reason ?? '', instead: null });
  }
  return recorded.length > 0;
}

function demandReversible(run: RunRow): void {
  if (run.kind === 'REVERSAL') {
    refuse('REVENUE_RULE', 'A reversal cannot be reversed. Run the month again.', {
      rule: 'REVERSAL_FINAL',
      runId: run.id,
    });
  }
  if (run.runStatus !== 'POSTED') {
    refuse('REVENUE_RULE', `The run ${run.runNumber} is not finished. Post it first.`, {
      rule: 'RUN_UNFINISHED',
      runId: run.id,
      period: run.period,
    });
  }
}

const isEmpty = (proposal: RunProposalView) => rowsOf(proposal) === 0;

function refuseNothing(run: RunRow, earlier: Awaited<ReturnType<typeof reversalsOfRun>>): never {
  const last = earlier.at(-1);
  if (last === undefined) {
    refuse('REVENUE_RULE', `The run ${run.runNumber} posted nothing.`, {
      rule: 'NOTHING_TO_REVERSE',
      runId: run.id,
    });
  }
  refuse('REVENUE_RULE', `The run ${run.runNumber} was already reversed by ${last.runNumber}.`, {
    rule: 'RUN_REVERSED',
    runId: run.id,
    reversedBy: last.id,
    runNumber: last.runNumber,
  });
}

/** Every contract chosen has something in the run that was not reversed yet. */
async function demandInRun(tenant: Tenant, run: RunRow, chosen: readonly string[]): Promise<void> {
  const known = new Set(await contractsInRun(tenant, run.id, chosen));
  const without = chosen.filter((id) => !known.has(id));
  if (without.length === 0) return;
  refuse('REVENUE_RULE', 'The run posted nothing of these contracts, or it was already reversed.', {
    rule: 'CONTRACT_NOT_IN_RUN',
    runId: run.id,
    contractIds: without,
  });
}

/** What a reversal reverses, below zero, in the shape of what a run proposes. */
async function proposalOfReversal(
  tenant: Tenant,
  { id }: RunRow,
  contractIds: readonly string[] | null,
): Promise<RunProposalView> {
  const lines = (await reversibleLines(tenant, id, contractIds)).map((line) => ({
    ...line,
    amount: back(line.amount, line.currencyCode),
    catchUp: toAmountString(ZERO, line.currencyCode),
  }));
  const totals = new Map<string, { amount: Decimal; rows: number }>();
  for (const { currencyCode, amount, rows } of lines) {
    const known = totals.get(currencyCode) ?? { amount: ZERO, rows: 0 };
    totals.set(currencyCode, { amount: known.amount.plus(amount), rows: known.rows + rows });
  }
  const inRun = async (of: 'AMORTIZATION' | 'PROVISIONS') =>
    (await reversibleCosts(tenant, id, contractIds, of)).map((line) => ({
      ...line,
      amount: back(line.amount, line.currencyCode),
    }));
  return {
    lines,
    held: [],
    costs: await inRun('AMORTIZATION'),
    provisions: await inRun('PROVISIONS'),
    totals: [...totals].map(([currencyCode, { amount, rows }]) => ({
      currencyCode,
      amount: toAmountString(amount, currencyCode),
      rows,
    })),
  };
}

const back = (amount: string, currencyCode: string) => toAmountString(dec(amount).negated(), currencyCode);
