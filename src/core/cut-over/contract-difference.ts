import { roundToCurrency } from '../money/currency';
import { type Decimal, type DecimalString, dec, sum, toPlainString } from '../money/decimal';

/** A contract whose deferred revenue differs from the earlier system's, in its own currency. */
export interface DifferingContract {
  readonly contractNumber: string;
  /** Daybook's deferred revenue less the earlier system's. */
  readonly difference: DecimalString;
  /** Units of base currency for one of the contract's, on the day of the cut-over. */
  readonly rate: DecimalString;
  /** In words, what it consists of. */
  readonly explanation: string;
}

export interface AdjustmentLine {
  /** In base currency, debits above zero. */
  readonly amount: DecimalString;
  readonly description: string;
}

/**
 * What the difference of a contract consists of, in words: what is earned differently from what the earlier system recognized, and what it
 * deferred other than billed less recognized. `earned` is Daybook's recognized revenue less the earlier system's; `own` writes an amount.
 */
export function explainedDifference(
  way: string,
  { earned, difference }: { readonly earned: Decimal; readonly difference: Decimal },
  own: (amount: Decimal) => string,
): string {
  if (earned.isZero())
    return 'The amount the earlier system deferred is not what it billed less what it recognized.';
  const words =
    way === 'RECOMPUTE'
      ? `By its terms ${own(earned.abs())} ${earned.isNegative() ? 'less' : 'more'} is earned by the cut-over than the earlier system recognized`
      : `Daybook recognized ${own(earned.abs())} ${earned.isNegative() ? 'less' : 'more'} than the earlier system`;
  const rest = difference.plus(earned);
  return rest.isZero()
    ? `${words}.`
    : `${words}; ${own(rest.abs())} is deferred in a way that billed less recognized does not explain.`;
}

/**
 * The lines of the one adjustment that brings the earlier system's deferred revenue and contract assets to those of the contracts: one line per
 * contract with its explanation, and one for what no contract explains, such as the rounding of rates. They add up to `total`, which is what the
 * trial balance has on those accounts more than Daybook, in base currency.
 */
export function adjustmentLines(
  total: Decimal,
  contracts: readonly DifferingContract[],
  baseCurrency: string,
): AdjustmentLine[] {
  const lines = contracts.flatMap(({ contractNumber, difference, rate, explanation }): AdjustmentLine[] => {
    const amount = roundToCurrency(dec(difference).times(rate), baseCurrency);
    if (amount.isZero()) return [];
    return [{ amount: toPlainString(amount), description: `${contractNumber}: ${explanation}` }];
  });
  const rest = total.minus(sum(lines.map(({ amount }) => amount)));
  if (rest.isZero()) return lines;
  return [...lines, { amount: toPlainString(rest), description: 'Not explained by any contract.' }];
}
