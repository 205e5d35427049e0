import currencyCodes from 'currency-codes';
import { type Decimal, type DecimalString, roundTo, toFixedString } from './decimal';

/** Where practice differs from the ISO list's published digits; empty until a customer shows us one. */
const OVERRIDES: Readonly<Record<string, number>> = {};

const DIGITS: ReadonlyMap<string, number> = new Map(
  currencyCodes.data
    // Funds and precious-metal codes have no minor unit and are no transaction currencies.
    .filter((entry) => /^[A-Z]{3}$/.test(entry.code) && !/^X(A|B|D|P|S|T|U|X)/.test(entry.code))
    .map((entry) => [entry.code, OVERRIDES[entry.code] ?? entry.digits]),
);

/** Currencies a new organization starts with, beside its own. */
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

/** The currency's English name, e.g. `US Dollar`. */
export function currencyName(code: string): string {
  return currencyCodes.code(code)?.currency ?? code;
}

/** True when `code` is an ISO 4217 transaction currency in upper case. */
export function isCurrency(code: string): boolean {
  return DIGITS.has(code);
}

/** Digits of the minor unit (JPY 0, USD 2, BHD 3). Throws for an unknown currency: callers validate first. */
export function minorUnits(code: string): number {
  const digits = DIGITS.get(code);
  if (digits === undefined) throw new Error(`unknown currency ${code}`);
  return digits;
}

/** Rounds half-even to the currency's minor unit. */
export function roundToCurrency(value: Decimal, code: string): Decimal {
  return roundTo(value, minorUnits(code));
}

/** The amount at the currency's scale, e.g. `6480.00` USD, `6480` JPY. */
export function toAmountString(value: Decimal, code: string): DecimalString {
  return toFixedString(value, minorUnits(code));
}
