import { type DecimalString, digitsOf, isPlainDecimal } from './decimal';

/** A numeric column: `integer` digits before the decimal point, `fraction` after it. */
export type Column = { readonly integer: number; readonly fraction: number };

/** NUMERIC(20,4): amounts. Four places hold every ISO currency (CLF and UYW have four). */
export const AMOUNT_COLUMN: Column = { integer: 16, fraction: 4 };

/** NUMERIC(20,6): unit prices, which are often finer than the currency (0.000125 per request). */
export const PRICE_COLUMN: Column = { integer: 14, fraction: 6 };

/** NUMERIC(20,10): exchange rates, quantities and tax percentages, which keep their own digits. */
export const RATE_COLUMN: Column = { integer: 10, fraction: 10 };

/** NUMERIC(7,4): limits in percent. */
export const PERCENT_COLUMN: Column = { integer: 3, fraction: 4 };

/** Longer text is not an amount a person typed; the bound keeps hostile input away from big-number arithmetic. */
const LONGEST = 64;

/**
 * Null when the text is a plain decimal that the column holds without rounding, otherwise the sentence to show.
 * Trailing zeros do not count (decisions.md, "Dates, times, decimals": more digits than the column holds is an
 * error, never a silent rounding).
 */
export function columnProblem(text: DecimalString, column: Column): string | null {
  if (text.length > LONGEST || !isPlainDecimal(text)) return 'must be a decimal number such as 1234.50';
  const digits = digitsOf(text);
  if (digits.integer > column.integer)
    return `must have at most ${column.integer} digits before the decimal point`;
  if (digits.fraction > column.fraction)
    return `must have at most ${column.fraction} digits after the decimal point`;
  return null;
}
