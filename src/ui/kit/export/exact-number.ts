import { isDecimalText, magnitudeOf } from '@/core/money/plain-decimal';

/** Digits that a spreadsheet keeps of a number; the next it silently makes a zero. */
const SPREADSHEET_DIGITS = 15;

/**
 * The number a spreadsheet can hold for a decimal without losing a digit, or null where there is none: text that is no
 * decimal, or more than 15 significant digits. It leaves the program as the same digits it came as, which is checked.
 */
export function exactNumber(text: string): number | null {
  if (!isDecimalText(text)) return null;
  const plain = canonical(text);
  if (significantDigits(plain) > SPREADSHEET_DIGITS) return null;
  const number = Number(plain);
  return String(number) === plain ? number : null;
}

/** The one way to write a decimal: `-0.50`, `+1.`, `.5`, `007` as `-0.5`, `1`, `0.5`, `7`; zero has no sign. */
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
