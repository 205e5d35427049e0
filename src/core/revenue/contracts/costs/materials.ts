import { type Decimal, dec } from '@/core/money/decimal';
import { costToCost } from '../../schedules/progress';
import type { DraftObligation } from '../drafts/draft';

/** Materials of an obligation that earn their cost and no margin (606-10-55-21(b)), and how much of the rest is performed. */
export type Materials = { totalCost: Decimal; costToDate: Decimal; performed: Decimal };

/** The decimal places to which a measure that follows from costs is compared with the current one. */
const SAME = 12;

/**
 * The share satisfied by the costs an obligation was last measured by, of what it is allocated now; null where they say none: it is
 * measured otherwise, or its materials cost more than it is allocated.
 */
function shareByCosts(obligation: DraftObligation, currencyCode: string): Decimal | null {
  const { measuredBy, estimate, allocated } = obligation;
  if (measuredBy === null || estimate === null || estimate.performed === null) return null;
  const result = costToCost({
    transactionPrice: allocated.toFixed(),
    currencyCode,
    totalCost: estimate.totalCost.toFixed(),
    ...measuredBy,
  });
  if (!result.ok || allocated.isZero()) return null;
  return dec(result.value.revenueToDate).div(allocated);
}

/** The materials of an obligation that is measured by costs as they were last reported; null: it has none, or is measured otherwise since. */
export function materialsOf(obligation: DraftObligation, currencyCode: string): Materials | null {
  const uninstalled = obligation.measuredBy?.uninstalled;
  const performed = obligation.estimate?.performed ?? null;
  if (uninstalled === undefined || performed === null) return null;
  const share = shareByCosts(obligation, currencyCode);
  const stands = obligation.measure.toDecimalPlaces(SAME);
  if (share === null || !share.toDecimalPlaces(SAME).equals(stands)) return null;
  return { totalCost: dec(uninstalled.totalCost), costToDate: dec(uninstalled.costToDate), performed };
}

/**
 * What an obligation is allocated changes by an amount. One with materials without margin is measured again by the costs last
 * reported: the materials have earned their cost at any price, so that of the change only the part performed beside them is earned
 * (606-10-55-21(b), 25-13(b), 32-43).
 */
export function allocateMore(obligation: DraftObligation, amount: Decimal, currencyCode: string): void {
  const materials = materialsOf(obligation, currencyCode);
  obligation.allocated = obligation.allocated.plus(amount);
  if (materials === null) return;
  obligation.measure = shareByCosts(obligation, currencyCode) ?? obligation.measure;
}
