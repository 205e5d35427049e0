import { type Decimal, dec, roundTo, sum, truncateTo, ZERO } from './decimal';
import { minorUnits } from './minor-units';

/**
 * Splits `total` (currency units, already at the minor unit) in proportion to `weights` by largest remainder, so that
 * the shares sum to the total exactly. Ties go to the earlier weight, so equal input gives equal output. When all
 * weights are zero, the first share is the whole total. Throws on negative weights and on an empty list: both are
 * programming errors, because input has been validated by then.
 */
export function allocateByWeight(total: Decimal, weights: readonly Decimal[], currency: string): Decimal[] {
  if (weights.length === 0) throw new Error('allocateByWeight needs at least one weight');
  if (weights.some((weight) => weight.isNegative() && !weight.isZero())) {
    throw new Error('allocateByWeight does not accept a negative weight');
  }
  const digits = minorUnits(currency);
  const whole = sum(weights);
  if (whole.isZero()) return weights.map((_, index) => (index === 0 ? total : ZERO));

  const exact = weights.map((weight) => total.times(weight).div(whole));
  const floor = exact.map((share) => truncateTo(share, digits));
  const unit = dec('10').pow(-digits);
  const missing = roundTo(total.minus(sum(floor)).div(unit), 0).abs();
  const direction = total.isNegative() ? unit.negated() : unit;

  const byRemainder = exact
    .map((share, index) => ({ index, remainder: share.minus(floor[index] ?? ZERO).abs() }))
    .sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index);
  const shares = [...floor];
  for (let rank = 0; missing.greaterThan(rank); rank += 1) {
    const target = byRemainder[rank % byRemainder.length];
    if (target === undefined) break;
    shares[target.index] = (shares[target.index] ?? ZERO).plus(direction);
  }
  return shares;
}
