import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { dec, digitsOf, sum } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import { refuse } from '@/core/refusals';

/** Refuses amounts with more decimals than the project's currency, naming the field. */
export function demandMinorUnits(
  currencyCode: string,
  amounts: readonly { readonly path: readonly string[]; readonly amount: string }[],
): void {
  const places = minorUnits(currencyCode);
  const issues = amounts
    .filter(({ amount }) => digitsOf(amount).fraction > places)
    .map(({ path }) => ({ path, message: `must have at most ${places} digits after the decimal point` }));
  const [first] = issues;
  if (first !== undefined) refuse('INVALID_INPUT', `${first.path.join('.')}: ${first.message}`, { issues });
}

export interface PricedLine {
  readonly costCode: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
}

/** Quantity × unit price of every line at the currency's minor unit, rounded half-even, and their sum. */
export function priceLines<Line extends PricedLine>(
  lines: readonly Line[],
  currencyCode: string,
): { lines: (Line & { lineNumber: number; amount: string })[]; total: string } {
  const priced = lines.map((line, index) => ({
    ...line,
    lineNumber: index + 1,
    amount: toAmountString(
      roundToCurrency(dec(line.quantity).times(line.unitPrice), currencyCode),
      currencyCode,
    ),
  }));
  return { lines: priced, total: toAmountString(sum(priced.map((line) => line.amount)), currencyCode) };
}
