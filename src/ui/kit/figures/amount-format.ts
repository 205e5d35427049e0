import type { DecimalString } from '@/core/money/decimal';
import { isCurrency, minorUnits } from '@/core/money/minor-units';
import { fractionDigits, isDecimalText, isZeroDecimal, magnitudeOf } from '@/core/money/plain-decimal';

export type AmountStyle = {
  /** `dash` (reports, tables) shows zero as an en dash, `digits` as 0.00. */
  readonly zero?: 'dash' | 'digits';
  /** `parentheses` is the accounting format for negatives; `minus` suits quantities and rates. */
  readonly negative?: 'parentheses' | 'minus';
  readonly locale?: string;
};

/** The en dash that stands for zero. */
export const ZERO_DASH = '–';

/**
 * A decimal string formatted for reading: grouped, at the currency's scale, `(1,234.50)` for negatives and an en dash
 * for zero (console.md, habit 4). The digits never pass through a JavaScript number: Intl rounds and formats the string
 * itself, half-even as the ledger. An unknown currency keeps two places. Text that is not a decimal is returned
 * unchanged.
 */
export function formatAmount(value: DecimalString, currency: string, style: AmountStyle = {}): string {
  return formatDigits(value, isCurrency(currency) ? minorUnits(currency) : 2, style);
}

/** The same with a given number of places, for figures without a currency. */
export function formatDigits(value: DecimalString, places: number, style: AmountStyle = {}): string {
  if (!isDecimalText(value)) return value;
  const isDash = (style.zero ?? 'dash') === 'dash';
  // Most figures of a report are zero, and formatting one costs more than looking at its digits.
  if (isDash && isZeroDecimal(value)) return ZERO_DASH;
  const digits = grouped(magnitudeOf(value), places, style.locale ?? 'en-US');
  // A value that rounds to zero is shown as zero.
  const zero = !/[1-9]/.test(digits);
  if (zero && isDash) return ZERO_DASH;
  if (zero || !value.startsWith('-')) return digits;
  return (style.negative ?? 'parentheses') === 'parentheses' ? `(${digits})` : `−${digits}`;
}

/** A quantity or rate with its own digits, at least `least` decimal places. */
export function formatQuantity(value: DecimalString, least = 0, locale = 'en-US'): string {
  if (!isDecimalText(value)) return value;
  const places = Math.max(least, fractionDigits(value));
  return formatDigits(value, places, { zero: 'digits', negative: 'minus', locale });
}

/** 1.2M, 340K: for headings where the exact figure is one click away. */
export function formatShort(value: DecimalString, locale = 'en-US'): string {
  if (!isDecimalText(value)) return value;
  if (isZeroDecimal(value)) return ZERO_DASH;
  const text = shortFormat(locale).format(magnitudeOf(value) as Intl.StringNumericLiteral);
  return value.startsWith('-') ? `(${text})` : text;
}

// Formats are made once: making one takes far longer than using it.
const shortFormats = new Map<string, Intl.NumberFormat>();

function shortFormat(locale: string): Intl.NumberFormat {
  const kept = shortFormats.get(locale);
  if (kept !== undefined) return kept;
  const format = new Intl.NumberFormat(locale, { notation: 'compact', maximumSignificantDigits: 3 });
  shortFormats.set(locale, format);
  return format;
}

const formats = new Map<string, Intl.NumberFormat>();

function grouped(digits: string, places: number, locale: string): string {
  const key = `${locale}/${places}`;
  let format = formats.get(key);
  if (format === undefined) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: places,
      maximumFractionDigits: places,
      // Rounds as the ledger does.
      roundingMode: 'halfEven',
    });
    formats.set(key, format);
  }
  return format.format(digits as Intl.StringNumericLiteral);
}
