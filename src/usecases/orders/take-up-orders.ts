import { z } from 'zod';
import { findOrderSource, nextRound } from '@/db/stores/sales/order-sources';
import {
  addTriedOrders,
  beginRoundOfOrders,
  type KeptOrder,
  keepSourceOrders,
  nextWaiting,
} from '@/db/stores/sales/source-orders';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Call, type Context, defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { demand, runForOutput } from '../kit/run';
import { refusalForViolation } from '../kit/violations';
import { considerOrders } from './draft-orders';
import { lockSource } from './load-orders';
import { type Considered, type OrderAsked, refusedOrder } from './reconcile-order';

/** Orders tried in one transaction. */
const PORTION = 50;

/** Begins a new round over a source's waiting orders. Returns its name and how many wait. */
export async function beginTakingUp(
  context: Context,
  sourceId: string,
): Promise<{ readonly title: string; readonly total: number }> {
  const { tenant, principal } = context;
  demand(principal, 'revenue.write');
  const { source, home } = await lockSource(tenant, sourceId);
  const round = await nextRound(tenant, home.id);
  const total = await beginRoundOfOrders(tenant, home.id);
  context.record({
    action: 'orderSources.takeUp',
    noun: 'order source',
    recordId: sourceId,
    after: { round },
  });
  return { title: source.name, total };
}

/**
 * Tries the next waiting orders of a source again, by its rules as they are now: what fits is taken in, the others wait on with what
 * is missing or was refused. Each order on its own; done again, it goes on after those that were tried.
 */
export const takeUpPortion = defineUseCase({
  name: 'orderSources.takeUpPortion',
  share: 'import',
  permission: 'revenue.write',
  mode: 'sql',
  input: z.object({ sourceId: anId }),
  async run(context, { sourceId }): Promise<{ readonly left: number; readonly tried: number }> {
    const { tenant } = context;
    const { home } = await lockSource(tenant, sourceId);
    const { round } = (await findOrderSource(tenant, home.id)) ?? refuseNotFound('order source', sourceId);
    // One more than is tried says whether any are left.
    const found = await nextWaiting(tenant, home.id, round, PORTION + 1);
    const waiting = found.slice(0, PORTION);
    const asked = waiting.map((before) => {
      const { orderKey, told: reported, answers } = before;
      return { home, orderKey, told: reported, before, answers };
    });
    const considered = await considerOrders(context, asked);
    await keepSourceOrders(
      tenant,
      asked.map((one, at) => ({ ...keptOf(one, considered[at]), round })),
    );
    const { total, tried } = await addTriedOrders(tenant, home.id, waiting.length);
    // Orders that began to wait meanwhile are tried too, beyond those that were counted.
    return { left: found.length > PORTION ? Math.max(1, total - tried) : 0, tried };
  },
});

/** What became of an order; one that was refused waits, in the words of the refusal. */
function keptOf(asked: OrderAsked, considered: Considered | Error | undefined): KeptOrder {
  if (considered === undefined) throw new Error('an order lost its answer');
  if (!(considered instanceof Error)) return considered.order;
  const refused = refusalForViolation(considered);
  if (refused === null) throw considered;
  return refusedOrder(asked, refused.refusal.message);
}

const begin = defineUseCase({
  name: 'orderSources.takeUpBegin',
  permission: 'revenue.write',
  mode: 'sql',
  input: z.object({ sourceId: anId }),
  run: (context, { sourceId }) => beginTakingUp(context, sourceId),
});

/**
 * Tries every waiting order of a source again, by its rules as they are now. Interrupted, it can be asked for again; what was taken in
 * stays. Refuses NOT_FOUND.
 */
export const takeUpOrders = defineUseCase({
  name: 'orderSources.takeUp',
  permission: 'revenue.write',
  mode: 'steps',
  input: z.object({ sourceId: anId }),
  async run(context, { sourceId }): Promise<{ readonly tried: number }> {
    const { dryRun, expectedVersion: _none, ...call } = context;
    expectVersion(
      context,
      (await findOrderSource(context.tenant, sourceId)) ?? refuseNotFound('order source', sourceId),
    );
    if (dryRun) return { tried: 0 };
    await runForOutput(begin, call, { sourceId });
    for (;;) {
      const { left, tried } = await runForOutput(takeUpPortion, call, { sourceId });
      if (left === 0) return { tried };
    }
  },
});

/** One portion of a round that has begun, for the job that goes on with it. */
export async function stepOfTakingUp(
  call: Call,
  sourceId: string,
): Promise<{ readonly isDone: boolean; readonly done: number; readonly total: number | null }> {
  const { left, tried } = await runForOutput(takeUpPortion, call, { sourceId });
  return { isDone: left === 0, done: tried, total: left + tried };
}
