import { type DecimalString, dec, toPlainString } from './decimal';

/** A double prints back every decimal of up to 15 significant digits as it was written (IEEE 754, DBL_DIG). */
const EXACT_DIGITS = 15;

/**
 * Null when a JSON number can carry the plain decimal without changing a digit, otherwise the sentence to show. For the
 * few amounts the interface types as `number` (2.1 estimatedRevenue, 2.3 creditLimit).
 */
export function jsonNumberProblem(text: DecimalString): string | null {
  return dec(text).precision() > EXACT_DIGITS
    ? `must have at most ${EXACT_DIGITS} significant digits, which is what a JSON number holds exactly`
    : null;
}

/** The JSON number written as this decimal. Callers checked `jsonNumberProblem` when the value was received. */
export function toJsonNumber(text: DecimalString): number {
  return Number(toPlainString(dec(text)));
}

/** The plain decimal that a JSON number was written as; null for one that no decimal column can hold (1e400, NaN). */
export function fromJsonNumber(value: number): DecimalString | null {
  if (!Number.isFinite(value)) return null;
  const text = String(value);
  return /e/.test(text) ? expanded(text) : text;
}

/** `1e+21` and `1e-7` in plain notation. */
function expanded(text: string): DecimalString {
  const [digits = '0', exponent = '0'] = text.split('e');
  return toPlainString(dec(digits).times(dec('10').pow(Number(exponent))));
}
