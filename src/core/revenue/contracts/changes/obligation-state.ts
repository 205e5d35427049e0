import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import { addDays } from '../../../periods/calendar';
import { type DateString, earlier, later } from '../../days';
import { minimumOf, totalOf } from '../../minimum';
import type { ObligationState, RecognitionPlan } from '../../modifications/modification';
import { elapsedShare } from '../../schedules/schedule';
import type { ObligationPattern } from '../agreed/promised-terms';
import { minimumMeasure } from '../committed';
import { materialsOf } from '../costs/materials';
import { breach, type Draft, type DraftObligation, earnedBefore, satisfiedShare } from '../drafts/draft';
import type { ChangedPromise } from '../events';

/** An obligation as it stands when a change takes effect, with the terms it has from then on. */
export function obligationState(
  draft: Draft,
  obligation: DraftObligation,
  date: DateString,
  own: ChangedPromise | undefined,
): ObligationState {
  const { key, allocated, pattern } = obligation;
  const recognised = earnedBefore(draft, key, date);
  const done = doneOn(obligation, own?.pattern, date);
  const whole = worthOn(obligation, own?.pattern ?? pattern);
  // On terms that stay, the standalone price of what was transferred follows from that of what is left, if anything is.
  const isKnown = done.gte(ONE) || (own?.pattern !== undefined && own.remainingSsp === undefined);
  const satisfiedAfter = own?.satisfiedAfter ?? measuredAnew(obligation, own?.pattern, date);
  // A measure that is stated says how much of the whole is satisfied, materials included.
  const materials = satisfiedAfter === undefined ? (materialsOf(obligation) ?? undefined) : undefined;
  return {
    key,
    allocated: toAmountString(allocated, draft.currencyCode),
    recognised: toAmountString(recognised, draft.currencyCode),
    satisfied: own?.satisfiedAfter === undefined ? satisfiedOf(obligation, date) : undefined,
    atOnce: obligation.taken.negated().toFixed(),
    remainingSsp: own?.remainingSsp ?? inPlaces(whole.times(ONE.minus(done))),
    satisfiedSsp: own?.satisfiedSsp ?? (isKnown ? inPlaces(whole.times(done)) : undefined),
    remainingDistinct: own?.remainingDistinct ?? !['PROGRESS', 'MILESTONES'].includes(pattern.kind),
    satisfiedAfter: satisfiedAfter ?? (materials && toPlainString(materials.performed)),
    isUnmeasured: isUnmeasured(obligation, own, date),
    materials: materials && {
      totalCost: toPlainString(materials.totalCost),
      costToDate: toPlainString(materials.costToDate),
    },
    costs: own?.costs as ObligationState['costs'],
    plan: planOf(own?.pattern ?? pattern),
  };
}

/**
 * The share satisfied on changed terms, where it follows from them (25-13(b)): the elapsed days of a new term, the units
 * delivered or rights used out of a new number, the milestones reached by new weights, what was used of a new minimum. Undefined where it does not.
 */
export function measuredAnew(
  obligation: DraftObligation,
  after: ObligationPattern | undefined,
  date: DateString,
): string | undefined {
  const { pattern: before, units, reached } = obligation;
  const byMinimum = after === undefined ? null : minimumMeasure(obligation, after);
  if (byMinimum !== null) return toPlainString(byMinimum.toDecimalPlaces(20));
  if (after?.kind === 'RATABLE' && before.kind === 'RATABLE') {
    const share = elapsedShare({
      ...after,
      method: after.method ?? before.method ?? 'EXACT_DAYS',
      before: date,
    });
    return toPlainString(share.toDecimalPlaces(20));
  }
  if (after?.kind === 'UNITS' && before.kind === 'UNITS') {
    return toPlainString(between(units.div(after.quantity)).toDecimalPlaces(20));
  }
  // Rights that have lapsed are satisfied, however many were used.
  if (after?.kind === 'RIGHTS' && before.kind === 'RIGHTS' && obligation.measure.lt(ONE)) {
    return toPlainString(between(units.div(after.expectedUsed)).toDecimalPlaces(20));
  }
  if (after?.kind === 'MILESTONES' && before.kind === 'MILESTONES') {
    const weight = (keep: (key: string) => boolean) =>
      sum(after.milestones.filter(({ key }) => keep(key)).map((one) => one.weight));
    const share = weight((key) => reached.includes(key)).div(weight(() => true));
    return toPlainString(share.toDecimalPlaces(20));
  }
  return undefined;
}

/**
 * Whether what remains is stated at another standalone price than it had at inception, and nothing says how much of the whole is satisfied
 * then. Time, units, milestones, rights and minimums say it whatever the prices are (606-10-25-31); of progress that is reported, a price
 * does not say whether more is promised or the same costs more, so that it cannot be measured again (25-13(b)).
 */
function isUnmeasured(
  obligation: DraftObligation,
  own: ChangedPromise | undefined,
  date: DateString,
): boolean {
  const { remainingSsp, satisfiedSsp, satisfiedAfter, costs, pattern } = own ?? {};
  if (remainingSsp === undefined || (pattern ?? obligation.pattern).kind !== 'PROGRESS') return false;
  if (satisfiedSsp !== undefined || satisfiedAfter !== undefined || costs !== undefined) return false;
  const done = satisfiedShare(obligation, date);
  const left = inPlaces(obligation.ssp.times(ONE.minus(done)));
  return done.gt(ZERO) && done.lt(ONE) && !dec(remainingSsp).equals(left);
}

/**
 * Of what is satisfied, on its new terms too, nothing remains that could have a standalone price or earn a part of the price. Progress may
 * be measured again on what is promised then, where the change says so. Refuses REVENUE_RULE NOTHING_REMAINS.
 */
export function refusedRemainder(
  draft: Draft,
  date: DateString,
  judged: ReadonlyMap<string, ChangedPromise>,
): Refusal | null {
  const spent = [...judged.values()].find((own) => {
    const obligation = draft.obligations.get(own.key);
    if (obligation === undefined || own.remainingSsp === undefined || dec(own.remainingSsp).isZero())
      return false;
    const { satisfiedSsp, satisfiedAfter, costs } = own;
    const isMeasured = satisfiedSsp !== undefined || satisfiedAfter !== undefined || costs !== undefined;
    if (isMeasured && (own.pattern ?? obligation.pattern).kind === 'PROGRESS') return false;
    return doneOn(obligation, own.pattern, date).gte(ONE);
  });
  if (spent === undefined) return null;
  const { key } = spent;
  return breach(
    'NOTHING_REMAINS',
    `All of ${key} was transferred before ${date}, so that nothing of it remains that could have a standalone selling price. State its new terms, or add what is new.`,
    { key, paragraph: '606-10-25-13' },
  );
}

/** A standalone price, which no currency rounds. */
const inPlaces = (amount: Decimal) => toPlainString(amount.toDecimalPlaces(4));
const between = (share: Decimal) => (share.lt(ZERO) ? ZERO : share.gt(ONE) ? ONE : share);

/** The share transferred before the change. */
function satisfiedOf(obligation: DraftObligation, date: DateString): string {
  return toPlainString(between(satisfiedShare(obligation, date)).toDecimalPlaces(10));
}

/** How much of an obligation is transferred before a day, on the terms it has from then on. */
function doneOn(
  obligation: DraftObligation,
  after: ObligationPattern | undefined,
  date: DateString,
): Decimal {
  // What was used before a first minimum has its price and is not part of it.
  if (after !== undefined && isFirstMinimum(obligation, after)) return ZERO;
  const anew = measuredAnew(obligation, after, date);
  return between(anew === undefined ? satisfiedShare(obligation, date) : dec(anew));
}

/**
 * The standalone price of all of an obligation on other terms, at what a part of it cost at inception (25-13(a)): of more units, a longer
 * term or another minimum more, of fewer less. A minimum that is agreed for the first time is worth what it costs.
 */
export function worthOn(obligation: DraftObligation, after: ObligationPattern): Decimal {
  const { pricedFor, ssp } = obligation;
  const minimum = minimumOf(after);
  if (minimum !== null && isFirstMinimum(obligation, after)) return totalOf(minimum);
  return ssp.times(extentOf(pricedFor, after));
}

const isFirstMinimum = ({ pattern }: DraftObligation, after: ObligationPattern): boolean =>
  minimumOf(after) !== null && minimumOf(pattern) === null;

/** How many times as much is promised on some terms as on those a standalone price was stated for. */
function extentOf(first: ObligationPattern, now: ObligationPattern): Decimal {
  const [was, is] = [minimumOf(first), minimumOf(now)];
  if (was !== null && is !== null && totalOf(was).gt(ZERO)) return totalOf(is).div(totalOf(was));
  if (first.kind === 'UNITS' && now.kind === 'UNITS') return dec(now.quantity).div(first.quantity);
  if (first.kind !== 'RATABLE' || now.kind !== 'RATABLE') return ONE;
  if (first.start === now.start && first.end === now.end) return ONE;
  // Both as parts of a term that holds both.
  const method = now.method ?? first.method ?? 'EXACT_DAYS';
  const [start, end] = [earlier(first.start, now.start), later(first.end, now.end)];
  const by = (before: DateString) => elapsedShare({ start, end, method, before });
  const length = (one: typeof now) => by(addDays(one.end, 1)).minus(by(one.start));
  return length(now).div(length(first));
}

/** When the rest is expected to be recognized: from its term, or unknown. */
export function planOf(pattern: ObligationPattern): RecognitionPlan {
  if (pattern.kind !== 'RATABLE') return { kind: 'UNSCHEDULED' };
  const { start, end, method, residual } = pattern;
  return {
    kind: 'RATABLE',
    start,
    end,
    ...(method === undefined ? {} : { method }),
    ...(residual === undefined ? {} : { residual }),
  };
}
