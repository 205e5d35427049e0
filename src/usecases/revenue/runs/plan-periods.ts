import { z } from 'zod';
import { dec, toPlainString, ZERO } from '@/core/money/decimal';
import type { PeriodGrid } from '@/core/periods/period-grid';
import { refuse } from '@/core/refusals';
import { replanned } from '@/core/revenue/contract-costs';
import { type AddedCostMonth, costDifferences } from '@/core/revenue/contracts/costs/cost-differences';
import { rowDifferences } from '@/core/revenue/contracts/postings/postings';
import { lastDayOf } from '@/core/revenue/days';
import { appendCostMonths, lockFollowingCosts, storedCostMonths } from '@/db/revenue/costs/cost-months';
import { findCost, planOfCost } from '@/db/revenue/costs/costs';
import { contractsPlannedIn, costsPlannedIn, plannedPeriods } from '@/db/revenue/planned';
import { appendRows, countDerived, storedSums } from '@/db/revenue/runs/rows';
import { gridOfBooks } from '@/db/stores/structure/fiscal-calendars';
import { holdPeriodsOpen, openPeriods } from '@/db/stores/structure/open-periods';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { anId } from '@/usecases/kit/fields';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { runForOutput } from '../../kit/run';
import { lockHistory } from '../contracts/lock-history';
import { firstOpenPeriod } from '../contracts/picture-record';

/** Contracts and costs in one step: each is folded again. */
const STEP = 200;

/** Periods that something is planned in and that the books do not have. */
async function strangePeriods(tenant: Tenant, subsidiaryId: string, grid: PeriodGrid): Promise<string[]> {
  const planned = await plannedPeriods(tenant, subsidiaryId);
  return planned.filter((period) => grid.on(lastDayOf(period)).key !== period);
}

/** Whether something of a subsidiary is still planned in periods that its books no longer have. */
export async function isPlanPending(
  tenant: Tenant,
  subsidiaryId: string,
  grid: PeriodGrid,
): Promise<boolean> {
  const strange = await strangePeriods(tenant, subsidiaryId, grid);
  if (strange.length === 0) return false;
  const next = await contractsPlannedIn(tenant, subsidiaryId, strange, { after: null, limit: 1 });
  return next.length > 0 || (await costsPlannedIn(tenant, subsidiaryId, strange, 1)).length > 0;
}

/** Refuses REVENUE_RULE CALENDAR_PENDING while something is planned in periods that the books no longer have. */
export async function demandPlanned(tenant: Tenant, subsidiaryId: string, grid: PeriodGrid): Promise<void> {
  if (!(await isPlanPending(tenant, subsidiaryId, grid))) return;
  refuse(
    'REVENUE_RULE',
    'Revenue is still planned in periods of an earlier fiscal calendar. Plan it in the present periods first.',
    { rule: 'CALENDAR_PENDING', subsidiaryId },
  );
}

/**
 * One step of planning a subsidiary's unposted revenue and contract costs in the periods its books have now: the next contracts
 * after `after`, then the next costs, each with the difference to what is stored. Sums do not change. `done`: nothing is left.
 */
export const replanStep = defineUseCase({
  name: 'revenue.runs.replanStep',
  permission: 'gl.setup.write',
  mode: 'sql',
  input: z.object({ subsidiaryId: anId, after: anId.nullable().default(null) }),
  async run(context, { subsidiaryId, after }): Promise<{ done: boolean; last: string | null }> {
    const { tenant } = context;
    await holdPeriodsOpen(tenant);
    const grid = await gridOfBooks(tenant, subsidiaryId);
    const strange = await strangePeriods(tenant, subsidiaryId, grid);
    if (strange.length === 0) return { done: true, last: null };
    const contracts = await contractsPlannedIn(tenant, subsidiaryId, strange, { after, limit: STEP });
    for (const contractId of contracts) await replanContract(context, contractId);
    if (contracts.length > 0) return { done: false, last: contracts.at(-1) ?? null };
    const costs = await costsPlannedIn(tenant, subsidiaryId, strange, STEP);
    for (const { costId, contractId, follows } of costs) {
      if (follows) await replanCosts(context, contractId);
      else await replanCost(context, costId, grid);
    }
    return { done: costs.length === 0, last: after };
  },
});

async function replanContract(context: Context, contractId: string): Promise<void> {
  const { tenant } = context;
  const { contract, grid, state } = await lockHistory(context, contractId);
  const { rows: nextSeq } = await countDerived(tenant, contractId);
  const firstOpen = firstOpenPeriod(grid, await openPeriods(tenant, contract.subsidiaryId), contract);
  const causeId = newId();
  const rows = rowDifferences(state, await storedSums(tenant, contractId), {
    grid,
    firstOpen,
    causeId,
    nextSeq,
  });
  const { subsidiaryId } = contract;
  await appendRows(
    tenant,
    rows.map((row) => ({ ...row, contractId, subsidiaryId, effectiveOn: null })),
  );
  context.record({
    action: 'revenue.runs.replan',
    noun: 'revenue contract',
    recordId: contractId,
    after: { rows: rows.length },
    event: { type: 'revenue.contract.replanned', payload: { contractId } },
  });
}

/** The costs and provisions that the facts of a contract determine. */
async function replanCosts(context: Context, contractId: string): Promise<void> {
  const { tenant } = context;
  const { contract, grid, state } = await lockHistory(context, contractId);
  const firstOpen = firstOpenPeriod(grid, await openPeriods(tenant, contract.subsidiaryId), contract);
  const added = costDifferences(state, await storedCostMonths(tenant, contractId), firstOpen);
  const places = new Map((await lockFollowingCosts(tenant, contractId)).map((cost) => [cost.item, cost]));
  const next = new Map<string, number>();
  const causeId = newId();
  const rows = added.flatMap((row) => {
    const cost = places.get(row.item);
    if (cost === undefined) return [];
    const seq = next.get(row.item) ?? cost.rows;
    next.set(row.item, seq + 1);
    return [{ ...row, costId: cost.id, seq, causeId }];
  });
  await appendCostMonths(tenant, contract.subsidiaryId, rows);
  context.record({
    action: 'revenue.runs.replan',
    noun: 'revenue contract',
    recordId: contractId,
    after: { costRows: rows.length },
    event: { type: 'revenue.contract.replanned', payload: { contractId } },
  });
}

/** A cost that was recorded before costs followed their contracts. */
async function replanCost({ tenant, record }: Context, costId: string, grid: PeriodGrid): Promise<void> {
  const cost = (await findCost(tenant, costId, true)) ?? refuseNotFound('contract cost', costId);
  const plan = await planOfCost(tenant, costId);
  const left = new Map<string, { period: string; rowKind: string; amount: string }>();
  for (const { period, rowKind, amount, postedPeriod } of plan) {
    const name = `${period} ${rowKind}`;
    const known = left.get(name)?.amount ?? ZERO;
    const open = postedPeriod === null ? dec(amount) : ZERO;
    left.set(name, { period, rowKind, amount: toPlainString(open.plus(known)) });
  }
  const { currencyCode, startDate, months } = cost;
  const rows = valueOrThrow(replanned([...left.values()], { currencyCode, startDate, months, grid }));
  const causeId = newId();
  const numbered = rows.map(({ rowKind, ...row }, index) => ({
    ...row,
    kind: rowKind as AddedCostMonth['kind'],
    item: costId,
    costId,
    naturalPeriod: row.period,
    eventId: null,
    causeId,
    seq: plan.length + index,
  }));
  await appendCostMonths(tenant, cost.subsidiaryId, numbered);
  record({
    action: 'revenue.runs.replan',
    noun: 'contract cost',
    recordId: costId,
    after: { rows: rows.length },
    event: { type: 'revenue.cost.replanned', payload: { costId } },
  });
}

/**
 * Plans a subsidiary's unposted revenue and contract costs in the periods its books have now, step by step; asked again it goes
 * on where it stopped, and where nothing is left it changes nothing. Answers whether a run may be made.
 */
export const replan = defineUseCase({
  name: 'revenue.runs.replan',
  permission: 'gl.setup.write',
  mode: 'steps',
  input: z.object({ subsidiaryId: anId }),
  async run(context, { subsidiaryId }): Promise<{ done: true }> {
    const { dryRun, expectedVersion: _none, ...call } = { ...context };
    for (let after: string | null = null; !dryRun; ) {
      const step: { done: boolean; last: string | null } = await runForOutput(replanStep, call, {
        subsidiaryId,
        after,
      });
      if (step.done) break;
      after = step.last;
    }
    return { done: true };
  },
});
