import type { DecimalString } from './decimal';

/** What a screen can tell of a decimal by its text alone, without the library that computes with it. */

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** True for a plain decimal such as `12`, `-3.50`, `.5`; false for exponents, separators, blanks, NaN, Infinity. */
export function isPlainDecimal(text: string): boolean {
  return PLAIN.test(text);
}

/** True for a plain decimal that is zero, whatever its sign and digits. */
export function isZeroDecimal(text: DecimalString): boolean {
  return isPlainDecimal(text) && !/[1-9]/.test(text);
}

/** The same amount without its sign. */
export function magnitudeOf(text: DecimalString): DecimalString {
  return text.replace(/^[-+]/, '');
}

/** The amount on the other side of zero. */
export function negatedOf(text: DecimalString): DecimalString {
  return text.startsWith('-') || isZeroDecimal(text) ? magnitudeOf(text) : `-${magnitudeOf(text)}`;
}

/** Digits after the point that say something: trailing zeros do not count. */
export function fractionDigits(text: DecimalString): number {
  const [, fraction = ''] = text.split('.');
  return fraction.replace(/0+$/, '').length;
}
