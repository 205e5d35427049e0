import { type Decimal, dec, ONE, ZERO } from '@/core/money/decimal';
import type { DraftObligation } from '../drafts/draft';
import type { EventOf } from '../events';
import type { Materials } from './cost-estimates';

/** Materials as a report of costs says them; null: it says none. */
export function materialsReported(
  { uninstalled }: Pick<EventOf<'costs'>, 'uninstalled'>,
  performed: Decimal,
): Materials | null {
  if (uninstalled === undefined) return null;
  return { totalCost: dec(uninstalled.totalCost), costToDate: dec(uninstalled.costToDate), performed };
}

/**
 * What an obligation with materials has earned of what it measures (its price and what was given back at once). The materials have earned
 * their cost, the rest its share of what is left beside them. Since a prospective change only the rest of both is measured (25-13(a)):
 * the materials bought since, and of what was left beside them what was performed since.
 */
function earnedWith(
  { totalCost, costToDate, performed }: Materials,
  { allocated, taken, base, baseMeasure, baseMaterials }: DraftObligation,
): Decimal {
  const bought = baseMaterials?.costToDate ?? ZERO;
  const from = baseMaterials?.performed ?? baseMeasure;
  if (performed.lt(from)) return costToDate.plus(base.minus(bought).times(performed).div(from));
  const left = allocated.plus(taken).minus(base);
  const [boughtSince, toBuy] = [costToDate.minus(bought), totalCost.minus(bought)];
  // Where the rest was performed before, what is left goes with the materials alone.
  if (from.equals(ONE)) return toBuy.isZero() ? base : base.plus(left.times(boughtSince).div(toBuy));
  const work = left.minus(toBuy).times(performed.minus(from)).div(ONE.minus(from));
  return base.plus(boughtSince).plus(work);
}

/** The measure by which an obligation has earned what its materials and the rest of its costs say; null where its price is less than they cost. */
export function measureWith(materials: Materials, obligation: DraftObligation): Decimal | null {
  const { allocated, taken, base, baseMeasure } = obligation;
  const price = allocated.plus(taken);
  if (materials.totalCost.gt(price) || price.equals(base)) return null;
  const earned = earnedWith(materials, obligation);
  if (earned.lt(base)) return baseMeasure.times(earned).div(base);
  return baseMeasure.plus(ONE.minus(baseMeasure).times(earned.minus(base)).div(price.minus(base)));
}

/** The materials of an obligation that is measured with them; null: it has none, is measured otherwise, or they cost more than its price. */
export function materialsOf({ materials, allocated, taken }: DraftObligation): Materials | null {
  return materials === null || materials.totalCost.gt(allocated.plus(taken)) ? null : materials;
}

/**
 * What an obligation is allocated changes by an amount. One with materials without margin is measured again by the costs last
 * reported: the materials have earned their cost at any price, so that of the change only the part performed beside them is earned
 * (606-10-55-21(b), 25-13(b), 32-43).
 */
export function allocateMore(obligation: DraftObligation, amount: Decimal): void {
  obligation.allocated = obligation.allocated.plus(amount);
  if (obligation.materials === null) return;
  obligation.measure = measureWith(obligation.materials, obligation) ?? obligation.measure;
}

/**
 * How much of an obligation is transferred as costs of the contract follow it (340-40-35-1): its measure, which with materials moves when
 * the price does, though nothing is transferred by that; so of one with materials the part of all its costs that was incurred.
 */
export function transferMeasure({ measure, materials, measuredBy, estimate }: DraftObligation): Decimal {
  if (materials === null || measuredBy === null || estimate === null) return measure;
  return dec(measuredBy.costToDate).div(estimate.totalCost);
}
