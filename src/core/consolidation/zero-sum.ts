import { type Decimal, dec, sum, truncateTo, ZERO } from '../money/decimal';
import { minorUnits } from '../money/minor-units';

/**
 * Rounds amounts that sum to zero (a trial balance: debits above zero, credits below) to the currency's minor unit so
 * that they still sum to zero: each is rounded down, and the missing units go to the largest remainders, ties to the
 * earlier amount. No amount moves by a whole unit, and an amount already at the minor unit does not move at all. Throws
 * when the amounts do not sum to zero: that is the caller's error, not a rounding difference.
 */
export function roundToZeroSum(values: readonly Decimal[], currency: string): Decimal[] {
  if (!sum(values).isZero()) throw new Error('amounts to round in balance do not balance');
  const digits = minorUnits(currency);
  const unit = dec('10').pow(-digits);
  const rounded = values.map((value) => {
    const towardsZero = truncateTo(value, digits);
    return towardsZero.greaterThan(value) ? towardsZero.minus(unit) : towardsZero;
  });
  const missing = sum(rounded).negated().div(unit);
  const byRemainder = values
    .map((value, index) => ({ index, remainder: value.minus(rounded[index] ?? ZERO) }))
    .sort((a, b) => b.remainder.comparedTo(a.remainder) || a.index - b.index);
  for (let rank = 0; missing.greaterThan(rank); rank += 1) {
    const index = byRemainder[rank]?.index ?? 0;
    rounded[index] = (rounded[index] ?? ZERO).plus(unit);
  }
  return rounded;
}
