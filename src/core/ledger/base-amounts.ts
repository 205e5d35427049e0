import { allocateByWeight } from '../money/allocate';
import { roundToCurrency } from '../money/currency';
import { type Decimal, sum, ZERO } from '../money/decimal';
import type { Side } from '../transactions/kinds';

/** One side of one line, above zero, in transaction currency. */
export type Weighted = { readonly side: Side; readonly amount: Decimal; readonly isControl: boolean };

/**
 * The base-currency amount of every line, in the order given; all at the base currency's minor unit, none negative.
 *
 * Rounding each line on its own would leave an entry that balances in euros a cent off in dollars. So each side is
 * rounded once, as a whole, and distributed by largest remainder (ties to the earlier line). The sides are exactly equal
 * because the sums they come from are; every line stays within one minor unit of its own product; no line changes sign;
 * and where rounding each line already adds up, the result is the same.
 *
 * Control lines are rounded first, each on its own, and the rest of their side shares the remainder: the subledger's line
 * must equal the document's own baseTotalAmount, or receivables would not reconcile to the ledger.
 * A side that does not balance in transaction currency does not balance here either; nothing is hidden.
 */
export function baseAmounts(lines: readonly Weighted[], rate: Decimal, baseCurrency: string): Decimal[] {
  const products = lines.map((line) => line.amount.times(rate));
  const result = products.map((product) => roundToCurrency(product, baseCurrency));
  // Nothing is rounded, so there is no remainder to distribute: every entry in base currency.
  if (products.every((product, index) => result[index]?.equals(product))) return result;
  for (const side of ['DEBIT', 'CREDIT'] as const) {
    const ofSide = lines.map((line, index) => ({ ...line, index })).filter((line) => line.side === side);
    const shared = ofSide.filter((line) => !line.isControl);
    const whole = roundToCurrency(sum(ofSide.map((line) => line.amount)).times(rate), baseCurrency);
    const control = sum(ofSide.filter((line) => line.isControl).map((line) => result[line.index] ?? ZERO));
    if (shared.length === 0) continue;
    const weights = shared.map((line) => line.amount);
    const shares = allocateByWeight(whole.minus(control), weights, baseCurrency);
    for (const [rank, line] of shared.entries()) result[line.index] = shares[rank] ?? ZERO;
  }
  return result;
}
