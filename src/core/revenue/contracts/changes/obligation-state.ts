import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, ONE, sum, toPlainString, ZERO } from '@/core/money/decimal';
import type { Refusal } from '@/core/refusals';
import type { DateString } from '../../days';
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
  // Of what is left the standalone price of what was transferred follows; of a satisfied obligation nothing is left.
  const isWhole = satisfiedShare(obligation, date).gte(ONE);
  const satisfiedAfter = own?.satisfiedAfter ?? measuredAnew(obligation, own?.pattern, date);
  // A measure that is stated says how much of the whole is satisfied, materials included.
  const materials =
    satisfiedAfter === undefined ? (materialsOf(obligation) ?? undefined) : undefined;
  return {
    key,
    allocated: toAmountString(allocated, draft.currencyCode),
    recognised: toAmountString(recognised, draft.currencyCode),
    satisfied: own?.satisfiedAfter === undefined ? satisfiedOf(obligation, date) : undefined,
    atOnce: obligation.taken.negated().toFixed(),
    remainingSsp:
      own?.remainingSsp ?? restOfMinimum(obligation, own?.pattern) ?? remainingSspOf(obligation, date),
    satisfiedSsp: own?.satisfiedSsp ?? (isWhole ? toPlainString(obligation.ssp) : undefined),
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
  return done.gt(ZERO) && done.lt(ONE) && !dec(remainingSsp).equals(remainingSspOf(obligation, date));
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
    if (obligation === undefined || own.remainingSsp === undefined || dec(own.remainingSsp).isZero()) return false;
    if (satisfiedShare(obligation, date).lt(ONE)) return false;
    const { satisfiedSsp, satisfiedAfter, costs } = own;
    const isMeasured = satisfiedSsp !== undefined || satisfiedAfter !== undefined || costs !== undefined;
    if (isMeasured && (own.pattern ?? obligation.pattern).kind === 'PROGRESS') return false;
    return dec(measuredAnew(obligation, own.pattern, date) ?? '1').gte(ONE);
  });
  if (spent === undefined) return null;
  const { key } = spent;
  return breach(
    'NOTHING_REMAINS',
    `All of ${key} was transferred before ${date}, so that nothing of it remains that could have a standalone selling price. State its new terms, or add what is new.`,
    { key, paragraph: '606-10-25-13' },
  );
}

const between = (share: Decimal) => (share.lt(ZERO) ? ZERO : share.gt(ONE) ? ONE : share);

/** The share transferred before the change. */
function satisfiedOf(obligation: DraftObligation, date: DateString): string {
  return toPlainString(between(satisfiedShare(obligation, date)).toDecimalPlaces(10));
}

/** The standalone price of the remainder: the open share of the price at inception, unless the caller gives another. */
function remainingSspOf(obligation: DraftObligation, date: DateString): string {
  const open = ONE.minus(between(satisfiedShare(obligation, date)));
  return toPlainString(obligation.ssp.times(open).toDecimalPlaces(4));
}

/**
 * The standalone price of what remains of a minimum that is agreed again, at what one of its units cost at inception; of one that
 * is agreed for the first time, what it costs.
 */
function restOfMinimum(
  obligation: DraftObligation,
  after: ObligationPattern | undefined,
): string | undefined {
  const [was, is] = [minimumOf(obligation.pattern), after === undefined ? null : minimumOf(after)];
  if (was === null && is !== null) return toPlainString(totalOf(is));
  const measure = after === undefined ? null : minimumMeasure(obligation, after);
  if (was === null || is === null || measure === null) return undefined;
  const rest = totalOf(is).times(ONE.minus(measure));
  return toPlainString(obligation.ssp.times(rest).div(totalOf(was)).toDecimalPlaces(4));
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
