import { type Decimal, dec, sum, ZERO } from '@/core/money/decimal';
import type { ModificationOutcome } from './modification';

/**
 * By how much a change cuts into revenue that was earned before it: a price that falls below what is recognized, or an obligation
 * left with less than nothing to earn. Zero: it does not. Such a cut reverses revenue, so it must be confirmed and never passes silently.
 */
export function cutBelowEarned({
  allocation,
  total,
}: Pick<ModificationOutcome, 'allocation' | 'total'>): Decimal {
  const earned = sum(allocation.map(({ recognised, catchUp }) => dec(recognised).minus(catchUp)));
  const below = earned.minus(total);
  const overdrawn = sum(allocation.map(({ remaining }) => dec(remaining)).filter((left) => left.lt(ZERO)));
  const cut = below.gt(overdrawn.negated()) ? below : overdrawn.negated();
  return cut.gt(ZERO) ? cut : ZERO;
}
