import { type Decimal, type DecimalString, dec, roundTo, toFixedString, toPlainString } from './decimal';
import { minorUnits } from './minor-units';

/** Currencies a new organization starts with, in addition to its own. */
export const COMMON_CURRENCIES = [
  'USD',
  'EUR',
  'GBP',
  'JPY',
  'CHF',
  'CAD',
  'AUD',
  'CNY',
  'INR',
  'BHD',
] as const;

/** Rounds half-even to the currency's minor unit. */
export function roundToCurrency(value: Decimal, code: string): Decimal {
  return roundTo(value, minorUnits(code));
}

/** The amount at the currency's scale, e.g. `6480.00` USD, `6480` JPY. */
export function toAmountString(value: Decimal, code: string): DecimalString {
  return toFixedString(value, minorUnits(code));
}

/**
 * The amount as every sentence writes it: at the currency's scale, or with all of its digits where it has more, because neither a price per
 * unit nor what a reconciliation is off by may be rounded away. Owner: this function; cases/amounts-in-sentences.test.ts asks every sentence.
 */
export function amountInFull(value: Decimal | DecimalString, code: string): DecimalString {
  const exact = dec(value);
  return exact.decimalPlaces() > minorUnits(code) ? toPlainString(exact) : toAmountString(exact, code);
}

/** An amount as it is stored: no sign before zero, no leading zeros. */
const STORED = /^(?:-?[1-9]\d*|0)(?:\.(\d*))?$/;
const ZEROS = /^0*$/;

/**
 * A stored amount at the currency's scale where that takes nothing but zeros off it, as text and without a decimal for each of a million
 * lines; null where digits are missing or would be lost.
 */
export function storedAtScale(text: DecimalString, code: string): DecimalString | null {
  const found = STORED.exec(text);
  if (found === null) return null;
  const [, fraction] = found;
  const digits = minorUnits(code);
  if (fraction === undefined) return digits === 0 ? text : null;
  const beyond = fraction.length - digits;
  if (beyond < 0 || !ZEROS.test(fraction.slice(digits))) return null;
  return text.slice(0, text.length - beyond - (digits === 0 ? 1 : 0));
}

/** A whole amount: what an empty bucket of an aging is, of which a report of thirty thousand rows has a hundred thousand. */
const WHOLE = /^(?:-?[1-9]\d*|0)$/;
const wholeAtScale = (text: DecimalString, code: string): DecimalString | null =>
  WHOLE.test(text) ? `${text}.${'0'.repeat(minorUnits(code))}` : null;

/** The amount at the currency's scale from its text; the same as `toAmountString` of its decimal. */
export const amountText = (text: DecimalString, code: string): DecimalString =>
  // A whole amount of a currency without fractions is stored at its scale.
  storedAtScale(text, code) ?? wholeAtScale(text, code) ?? toAmountString(dec(text), code);
