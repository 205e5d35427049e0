import { isDecimalText, magnitudeOf } from '../money/plain-decimal';

/** Significant digits a spreadsheet keeps; further digits silently become zero. */
const SPREADSHEET_DIGITS = 15;

/**
 * The number a spreadsheet can store for a decimal without losing a digit, or null if there is none: text that is not a
 * decimal, or more than 15 significant digits. The function verifies that the number prints with the same digits.
 */
export function exactNumber(text: string): number | null {
  if (!isDecimalText(text)) return null;
  const plain = canonical(text);
  if (significantDigits(plain) > SPREADSHEET_DIGITS) return null;
  const number = Number(plain);
  return String(number) === plain ? number : null;
}

/** The canonical form of a decimal: `-0.50`, `+1.`, `.5`, `007` as `-0.5`, `1`, `0.5`, `7`; zero has no sign. */
function canonical(text: string): string {
  const [whole = '', fraction = ''] = magnitudeOf(text).split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  const rest = fraction.replace(/0+$/, '');
  const size = rest === '' ? digits : `${digits}.${rest}`;
  return text.startsWith('-') && size !== '0' ? `-${size}` : size;
}

function significantDigits(plain: string): number {
  const digits = plain.replace(/[-.]/g, '').replace(/^0+/, '');
  return plain.includes('.') ? digits.length : digits.replace(/0+$/, '').length;
}
