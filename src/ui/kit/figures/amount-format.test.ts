import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dec, toFixedString } from '@/core/money/decimal';
import { formatAmount, formatDigits, formatQuantity, formatShort } from './amount-format';

describe('amounts', () => {
  test('negatives are in parentheses, zero is an en dash', () => {
    expect(formatAmount('-1234.5', 'USD')).toBe('(1,234.50)');
    expect(formatAmount('0.0000', 'USD')).toBe('–');
    expect(formatAmount('-0.00', 'USD')).toBe('–');
    expect(formatAmount('0', 'USD', { zero: 'digits' })).toBe('0.00');
  });

  test('the currency determines the decimals: JPY none, BHD three', () => {
    expect(formatAmount('6480.0000', 'JPY')).toBe('6,480');
    expect(formatAmount('1.5', 'BHD')).toBe('1.500');
  });

  test('twenty digits are kept, since the text is never converted to a number', () => {
    expect(formatAmount('1234567890123456.78', 'USD')).toBe('1,234,567,890,123,456.78');
    expect(formatAmount('9007199254740993.01', 'EUR')).toBe('9,007,199,254,740,993.01');
  });

  test('it rounds half-even, exactly as the ledger does, at any length', () => {
    expect(['0.125', '0.135', '-2.5'].map((value) => formatDigits(value, value === '-2.5' ? 0 : 2))).toEqual([
      '0.12',
      '0.14',
      '(2)',
    ]);
    const value = fc
      .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat({ max: 10 }))
      .map(([units, places]) => dec(units).div(dec('10').pow(places)).toFixed());
    fc.assert(
      fc.property(value, fc.nat({ max: 6 }), (text, places) => {
        const shown = formatDigits(text, places, { zero: 'digits', negative: 'minus' });
        expect(shown.replaceAll(',', '').replace('−', '-')).toBe(toFixedString(dec(text), places));
      }),
    );
  });

  test('a German reader gets a decimal comma and still parentheses', () => {
    expect(formatAmount('-1234.5', 'EUR', { locale: 'de-DE' })).toBe('(1.234,50)');
  });

  test('text that is not a decimal is returned unchanged', () => {
    expect(formatAmount('n/a', 'USD')).toBe('n/a');
  });

  test('quantities and rates keep their own number of decimals', () => {
    expect(formatQuantity('1.0845')).toBe('1.0845');
    expect(formatQuantity('-3')).toBe('−3');
    expect(formatQuantity('2.5000', 2)).toBe('2.50');
  });

  test('short figures are used in headings', () => {
    expect(formatShort('1234567.89')).toBe('1.23M');
    expect(formatShort('-340000')).toBe('(340K)');
    expect(formatShort('0')).toBe('–');
  });
});
