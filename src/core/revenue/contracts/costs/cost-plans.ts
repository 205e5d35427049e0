import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { addDays } from '../../../periods/calendar';
import { impair } from '../../contract-costs';
import { lastDayOf, later, type PeriodString, periodAfter } from '../../days';
import { buildSchedule } from '../../schedules/schedule';
import type { CostMonth, CostState } from '../contract-state';
import type { Draft } from '../drafts/draft';
import { lastTransfer, leftAfter } from '../transferred';
import type { CostChange, CostItem } from './cost-estimates';

type Plan = Map<PeriodString, { amount: Decimal; eventId: string }>;

/** Spreads an amount from a month on; `end` counts where time amortizes. */
type Spread = (amount: Decimal, from: PeriodString, end: string, eventId: string) => Plan;

/** The costs of a contract as its facts determine them, and the months of their amortization. */
export function costPlans(draft: Draft): { months: CostMonth[]; costs: CostState[] } {
  const months: CostMonth[] = [];
  const costs: CostState[] = [];
  const text = (value: Decimal) => toAmountString(value, draft.currencyCode);
  for (const item of draft.costs.values()) {
    const { key } = item.fact;
    const planned = planOf(
      draft,
      item,
      item.fact.follows === undefined ? byTime(draft, item) : byTransfer(draft, item),
    );
    const add = (kind: CostMonth['kind'], plan: Plan) => {
      for (const [period, { amount, eventId }] of plan) {
        if (!amount.isZero()) months.push({ item: key, kind, period, amount: text(amount), eventId });
      }
    };
    add('AMORTISE', planned.plan);
    add('WRITTEN_OFF', planned.writtenOff);
    costs.push({
      key,
      eventId: item.fact.id,
      on: item.fact.effectiveDate,
      decision: item.decision,
      why: item.why,
      capitalized: text(item.asset),
      impairments: planned.impairments.map((one) => ({ ...one, amount: text(one.amount) })),
      end: planned.end,
    });
  }
  return { months, costs };
}

/**
 * The months of one cost: amortized to its end, planned again from the month of each change (a change of estimate, 250-10-45-17),
 * less impairments (340-40-35-3). A test looks at the carrying amount when its month begins. Under IFRS a test may reverse
 * an earlier impairment, up to what the asset would be without it (IFRS 15.104); under US GAAP it never does (35-6).
 */
function planOf(draft: Draft, item: CostItem, spread: Spread) {
  const first = draft.grid.on(item.fact.start).key;
  let plan = spread(item.asset, first, item.firstEnd, item.fact.id);
  // The same without impairments: the most a reversal may restore.
  let unimpaired = plan;
  let impaired = ZERO;
  let end = item.firstEnd;
  const writtenOff: Plan = new Map();
  const impairments: { eventId: string; on: string; amount: Decimal }[] = [];
  for (const change of item.changes) {
    const { month, eventId, on } = change;
    if (writtenOff.size > 0) break;
    const carrying = item.asset.minus(impaired).minus(before(plan, month));
    const most = item.asset.minus(before(unimpaired, month));
    if (change.kind === 'END') {
      plan = until(plan, month);
      writtenOff.set(month, { amount: carrying, eventId });
      end = on;
      continue;
    }
    if (change.kind === 'TERM') {
      end = change.end;
      unimpaired = joined(until(unimpaired, month), spread(most, month, end, eventId));
      plan = joined(until(plan, month), spread(carrying, month, end, eventId));
      continue;
    }
    const allowed = carriedAfter(draft, change, draft.policy.framework === 'IFRS' ? most : carrying);
    const loss = carrying.minus(allowed);
    if (loss.isZero()) continue;
    impaired = impaired.plus(loss);
    impairments.push({ eventId, on, amount: loss });
    plan = joined(until(plan, month), spread(allowed, month, end, eventId));
  }
  return { plan, writtenOff, impairments, end };
}

/** What a test lets an asset be carried at, at most the amount given. */
function carriedAfter(
  { currencyCode }: Draft,
  { expectedConsideration, remainingCosts }: Extract<CostChange, { kind: 'TEST' }>,
  atMost: Decimal,
): Decimal {
  const carrying = toAmountString(atMost, currencyCode);
  const tested = impair({ currencyCode, carrying, expectedConsideration, remainingCosts });
  return tested.ok ? dec(tested.value.carrying) : atMost;
}

const before = (plan: Plan, month: PeriodString): Decimal =>
  sum([...plan].filter(([period]) => period < month).map(([, { amount }]) => amount));

const until = (plan: Plan, month: PeriodString): Plan =>
  new Map([...plan].filter(([period]) => period < month));

function joined(kept: Plan, more: Plan): Plan {
  const all = new Map(kept);
  for (const [period, one] of more) {
    const known = all.get(period);
    all.set(period, { ...one, amount: one.amount.plus(known?.amount ?? ZERO) });
  }
  return all;
}

/** Over time, by the proration convention of the cost; no month before it was incurred has any of it. */
function byTime(draft: Draft, { fact }: CostItem): Spread {
  const incurred = draft.grid.on(fact.effectiveDate).key;
  return (amount, from, end, eventId) => {
    const start = later(fact.start, draft.grid.on(lastDayOf(from)).startDate);
    const all = (): Plan => new Map([[later(draft.grid.on(start).key, incurred), { amount, eventId }]]);
    if (amount.isZero()) return new Map();
    if (end < start) return all();
    const schedule = buildSchedule({
      amount: toAmountString(amount, draft.currencyCode),
      currencyCode: draft.currencyCode,
      start,
      end,
      method: fact.method ?? 'EVEN_PERIODS',
      residual: undefined,
      grid: draft.grid,
    });
    if (!schedule.ok) return all();
    return schedule.value.slices.reduce<Plan>(
      (plan, { period, amount: share }) =>
        joined(plan, new Map([[later(period, incurred), { amount: dec(share), eventId }]])),
      new Map(),
    );
  };
}

/**
 * As the obligations it relates to are transferred (340-40-35-1), by what is still to be transferred of them: a month takes the part of
 * what is carried that it transfers of what was left. Prices count only as weights among several obligations, and those are the
 * standalone prices, so that neither a price that changes nor revenue gained or lost at once moves a cost. What is found to be less than
 * when the cost was incurred or tested leaves the asset at what it was then: it is never carried at more than was spent, and only a
 * test reverses what a test wrote down (35-6, IFRS 15.104).
 */
function byTransfer(draft: Draft, { fact }: CostItem): Spread {
  const keys = [...new Set(fact.follows)];
  const incurred = draft.grid.on(fact.effectiveDate).key;
  const last = lastTransfer(draft, keys).reduce(later, incurred);
  const left = leftAfter(draft, keys);
  return (amount, from, _end, eventId) => {
    const plan: Plan = new Map();
    const first = later(from, incurred);
    // What was transferred before the cost was incurred bears none of it.
    const open = left(draft.grid.on(addDays(draft.grid.on(lastDayOf(first)).startDate, -1)).key);
    let amortized = ZERO;
    for (let month = first; month <= last; month = periodAfter(draft.grid, month)) {
      const part = open.isZero() ? ONE : ONE.minus(left(month).div(open));
      const reached = roundToCurrency(amount.times(part.lt(ZERO) ? ZERO : part), draft.currencyCode);
      if (!reached.equals(amortized)) plan.set(month, { amount: reached.minus(amortized), eventId });
      amortized = reached;
    }
    return plan;
  };
}
