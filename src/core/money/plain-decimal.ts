/** What a screen can determine about a decimal from its text alone, without loading the decimal library. */

const PLAIN = /^[+-]?(\d+(\.\d*)?|\.\d+)$/;

/** True for a plain decimal such as `12`, `-3.50`, `.5`; false for exponents, separators, blanks, NaN, Infinity. */
export function isDecimalText(text: string): boolean {
  return PLAIN.test(text);
}

/** True for a plain decimal that is zero, whatever its sign and digits. */
export function isZeroDecimal(text: string): boolean {
  return isDecimalText(text) && !/[1-9]/.test(text);
}

/** The same amount without its sign. */
export function magnitudeOf(text: string): string {
  return text.replace(/^[-+]/, '');
}

/** Significant digits after the decimal point: trailing zeros do not count. */
export function fractionDigits(text: string): number {
  const [, fraction = ''] = text.split('.');
  return fraction.replace(/0+$/, '').length;
}
