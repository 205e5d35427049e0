import { type Decimal, ONE, sum, ZERO } from '@/core/money/decimal';
import { addDays } from '../../periods/calendar';
import { type DateString, lastDayOf, type PeriodString } from '../days';
import type { Measured, Moment, Transferred } from './costs/cost-estimates';
import { transferMeasure } from './costs/materials';
import { type Draft, satisfiedShare } from './drafts/draft';

/** How much of each obligation of a contract is transferred before a day. */
export const transferredBefore = (draft: Draft, date: DateString): Transferred =>
  new Map(
    [...draft.obligations].map(([key, one]) => [
      key,
      doneOf({ ...one, measure: transferMeasure(one) }, date),
    ]),
  );

function doneOf(one: Measured, date: DateString) {
  const done = satisfiedShare(one, date);
  return { done: done.gt(ONE) ? ONE : done.lt(ZERO) ? ZERO : done, weight: one.ssp };
}

/** The share transferred of some obligations together, by their standalone prices; of such as have none, alike. */
function doneTogether(keys: readonly string[], transferred: Transferred): Decimal {
  const parts = keys.flatMap((key) => transferred.get(key) ?? []);
  const whole = sum(parts.map(({ weight }) => weight));
  if (parts.length === 0) return ZERO;
  if (whole.isZero()) return sum(parts.map(({ done }) => done)).div(String(parts.length));
  return sum(parts.map(({ done, weight }) => done.times(weight))).div(whole);
}

/**
 * The part of some obligations that is still to be transferred after a period, of what there was at first. A modification measures the
 * same performance on another promise: it transfers nothing, and from then on the part that was left is transferred as what is promised
 * now is (340-40-35-2, a change of estimate). Where nothing is left of that, nothing is left at all. Before the contract all of it is.
 */
export function leftAfter(draft: Draft, keys: readonly string[]): (period: PeriodString) => Decimal {
  const moments = [...(draft.moments ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
  const changes = draft.remeasured.map(({ month, before, after }) => ({
    month,
    before: doneTogether(keys, before),
    after: doneTogether(keys, after),
  }));
  return (period) => {
    const moment = moments.findLast(([month]) => month <= period)?.[1];
    if (moment === undefined) return ONE;
    let left = ONE;
    let from = ZERO;
    const reach = (done: Decimal) => {
      left = from.equals(ONE) ? ZERO : left.times(ONE.minus(done)).div(ONE.minus(from));
    };
    for (const { month, before, after } of changes) {
      if (month > period) break;
      reach(before);
      from = after;
    }
    const end = addDays(lastDayOf(period), 1);
    reach(doneTogether(keys, new Map(keys.flatMap((key) => measuredIn(moment, key, end)))));
    return left;
  };
}

function measuredIn({ obligations }: Moment, key: string, date: DateString) {
  const one = obligations.get(key);
  return one === undefined ? [] : [[key, doneOf(one.transfer, date)] as const];
}

/** The periods in which something of these obligations may be transferred last: of the facts, and of the terms that time satisfies. */
export const lastTransfer = (draft: Draft, keys: readonly string[]): PeriodString[] => [
  ...(draft.moments?.keys() ?? []),
  ...keys.flatMap((key) => {
    const pattern = draft.obligations.get(key)?.pattern;
    return pattern?.kind === 'RATABLE' ? [draft.grid.on(pattern.end).key] : [];
  }),
];
