import { Decimal as DecimalJs } from 'decimal.js';
import { isDecimalText } from './plain-decimal';

/**
 * The one place that uses the decimal library. 50 significant digits hold every product computed here (20-digit amounts
 * times 20-digit rates) without loss; half-even is the rounding of decisions.md.
 */
const Configured = DecimalJs.clone({
  precision: 50,
  rounding: DecimalJs.ROUND_HALF_EVEN,
  toExpNeg: -60,
  toExpPos: 60,
});

/** An exact decimal. Never convert it to a JavaScript number when it is money. */
export type Decimal = InstanceType<typeof Configured>;

/** A decimal in plain notation, e.g. `-12.3400`; the form money has outside the core. */
export type DecimalString = string;

/** Reads a plain decimal string (or passes a Decimal through). Throws on anything else: callers validate first. */
export function dec(value: DecimalString | bigint | Decimal): Decimal {
  // Decimals never change, so one is as good as a copy of it.
  if (value instanceof Configured) return value;
  return new Configured(typeof value === 'bigint' ? value.toString() : value);
}

export const ZERO: Decimal = dec('0');
export const ONE: Decimal = dec('1');

/** Σ of the values; 0 for none. */
export function sum(values: Iterable<Decimal | DecimalString>): Decimal {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

/**
 * Rounds half-even to `digits` places after the point.
 * Owner: this function; daybook_round_even is held to it by e2e/revenue/runs/carried.test.ts.
 */
export function roundTo(value: Decimal, digits: number): Decimal {
  return value.toDecimalPlaces(digits, DecimalJs.ROUND_HALF_EVEN);
}

/** Rounds toward zero to `digits` places after the point. */
export function truncateTo(value: Decimal, digits: number): Decimal {
  return value.toDecimalPlaces(digits, DecimalJs.ROUND_DOWN);
}

/** Plain notation with exactly `digits` places, never an exponent, never `-0`. */
export function toFixedString(value: Decimal, digits: number): DecimalString {
  const text = value.toFixed(digits, DecimalJs.ROUND_HALF_EVEN);
  return text.startsWith('-0') && /^-0(\.0*)?$/.test(text) ? text.slice(1) : text;
}

/** Plain notation with the digits the value has, never an exponent, never `-0`. */
export function toPlainString(value: Decimal): DecimalString {
  return value.isZero() ? '0' : value.toFixed();
}

/** The same as `isDecimalText`, for callers that go on to compute with the value. */
export const isPlainDecimal: (text: string) => boolean = isDecimalText;

const DIGITS = /^[+-]?0*(\d*?)(?:\.(\d*?)0*)?$/;

/**
 * Digits before and after the point of a plain decimal, leading and trailing zeros not counted; told from the text alone, since every number
 * of every line that comes in is asked. Throws for anything else.
 */
export function digitsOf(text: DecimalString): { integer: number; fraction: number } {
  const [, integer, fraction = ''] = DIGITS.exec(text) ?? [];
  if (integer === undefined) throw new Error(`${text} is not a plain decimal`);
  return { integer: integer.length, fraction: fraction.length };
}
