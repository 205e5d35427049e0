import { type Decimal, type DecimalString, roundTo, toFixedString } from './decimal';
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
