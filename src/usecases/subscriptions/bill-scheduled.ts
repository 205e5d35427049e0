import { refuse } from '@/core/refusals';
import {
  type BillingScheduleRecord,
  beginBillingRun,
  billingPlace,
  billingSchedule,
  recordBillingRun,
} from '@/db/stores/sales/billing-schedules';
import { countBilled } from '@/db/stores/sales/subscriptions';
import { localTime } from '@/lib/local-time';
import { byId, refuseNotFound } from '../kit/crud';
import { type Call, type Context, defineUseCase } from '../kit/define';
import { demandEverywhere } from '../kit/reach';
import { demand, runForOutput } from '../kit/run';
import { billPortion } from './bill-due';

/** Subscriptions of a portion: few enough that its transaction is short. */
const PORTION = 20;
/** Refused subscriptions that a run keeps with their reasons. */
const MOST_REFUSED = 100;
/** Those that the job's problem names. */
const NAMED = 5;

type Run = Pick<BillingScheduleRecord, 'runDone' | 'runRefused'> & { readonly isDone: boolean };

const reach = async ({ tenant }: Context, id: string): Promise<BillingScheduleRecord> => {
  const schedule = await billingSchedule(tenant, true);
  return schedule?.id === id ? schedule : refuseNotFound('billing schedule', id);
};

/**
 * Bills the next portion of the run that the schedule is at. A portion that is done again bills nothing twice, since a period of a
 * subscription has one invoice. Refuses NOT_FOUND, FORBIDDEN.
 */
const billPortionOfRun = defineUseCase({
  name: 'subscriptions.billScheduled',
  permission: 'billing.write',
  mode: 'sql',
  input: byId,
  async run(context, { id }): Promise<Run> {
    const schedule = await reach(context, id);
    const { runDay, runAfter, outcome } = schedule;
    demandEverywhere(context.principal, 'billing.write');
    demand(context.principal, 'gl.transaction.create');
    if (outcome === 'SUBMIT') demand(context.principal, 'gl.transaction.submit');
    if (runDay === null) throw new Error('a billing run has no day');
    const part = await billPortion(context, { after: runAfter, limit: PORTION, through: runDay, outcome });
    // At the beginning, also of a run that is tried again, nothing is counted yet.
    const before = runAfter === null ? { runDone: 0, runBilled: 0, runRefused: [] } : schedule;
    const run = {
      runAfter: part.nextAfter,
      runDone: before.runDone + part.done,
      runBilled: before.runBilled + part.billed.length,
      runRefused: [...before.runRefused, ...part.refused].slice(0, MOST_REFUSED),
    };
    await recordBillingRun(context.tenant, run);
    return { ...run, isDone: part.nextAfter === null };
  },
});

/** A step of the job. Subscriptions that could not be billed are its problem, when all others are billed. */
export async function stepOfBilling(
  call: Call,
  id: string,
): Promise<{
  readonly isDone: boolean;
  readonly done: number;
  readonly total: null;
  readonly problem: string | null;
}> {
  const { isDone, runDone, runRefused } = await runForOutput(billPortionOfRun, call, { id });
  return { isDone, done: runDone, total: null, problem: isDone ? problemOf(runRefused) : null };
}

function problemOf(refused: Run['runRefused']): string | null {
  if (refused.length === 0) return null;
  const which = refused
    .slice(0, NAMED)
    .map(({ subscriptionNumber, message }) => `${subscriptionNumber}: ${message}`);
  const more = refused.length > NAMED ? [`and ${refused.length - NAMED} more.`] : [];
  const count = refused.length === 1 ? '1 subscription' : `${refused.length} subscriptions`;
  return [`${count} could not be billed; the others were.`, ...which, ...more].join(' ');
}

/**
 * What asking for a run now checks: it bills what has begun by today, as the schedule says, with the rights of the caller. Refuses
 * NOT_FOUND, FORBIDDEN, IN_USE while a run is not finished.
 */
export async function beginBilling(
  context: Context,
  id: string,
): Promise<{ readonly title: string; readonly total: number | null }> {
  const { tenant, principal, clock } = context;
  demand(principal, 'billing.write');
  demandEverywhere(principal, 'billing.write');
  const schedule = await reach(context, id);
  if (schedule.runAfter !== null) {
    refuse('IN_USE', 'A billing run is not finished. Wait until it ends, or try it again under Jobs.', {
      noun: 'billing schedule',
      id,
      by: 'a billing run',
    });
  }
  const { timeZone } = await billingPlace(tenant);
  const { day } = localTime(clock.now(), timeZone);
  await beginBillingRun(tenant, day, schedule.settledThrough);
  return { title: `what is due on ${day}`, total: await countBilled(tenant) };
}
