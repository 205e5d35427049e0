import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../periods/calendar';
import { daysLeft, periodAmount, prorated } from './proration';

const NOVEMBER = { start: '2026-11-01', end: '2026-11-30' };
const price = (unitPrice: string, quantity = '1', discountPercent = '0') => ({
  unitPrice,
  quantity,
  discountPercent,
});
const inNovember = (from: string, currency = 'USD') => ({ period: NOVEMBER, from, currency });

describe('proration by days', () => {
  test.each([
    ['more seats from the 11th: two thirds of the difference', '100', '130', '2026-11-11', '20.00'],
    ['from the first day: the whole difference', '100', '130', '2026-11-01', '30.00'],
    ['from the last day: one thirtieth', '100', '130', '2026-11-30', '1.00'],
    ['a lower price takes off', '130', '100', '2026-11-11', '-20.00'],
  ])('%s', (_, before, after, from, amount) => {
    expect(prorated(price(before), price(after), inNovember(from)).toFixed(2)).toBe(amount);
  });

  test('an added item is charged, an ended one credited, for the days that remain', () => {
    expect(prorated(null, price('99.99'), inNovember('2026-11-16')).toFixed(2)).toBe('50.00');
    expect(prorated(price('99.99'), null, inNovember('2026-11-16')).toFixed(2)).toBe('-50.00');
    expect(prorated(null, price('1000'), inNovember('2026-11-16', 'JPY')).toFixed(0)).toBe('500');
  });

  test('the charge and the discount are rounded as the bill rounds them', () => {
    expect(periodAmount(price('33.33', '3', '12.5'), 'USD').toFixed(2)).toBe('87.49');
    expect(daysLeft(NOVEMBER, '2026-11-30')).toEqual({ days: 1, of: 30 });
  });

  test('law: a change and its exact opposite on the same day cancel, and nothing exceeds the whole difference', () => {
    const amounts = fc
      .integer({ min: 0, max: 1_000_000 })
      .map((cents) => `${Math.floor(cents / 100)}.${cents % 100}`);
    fc.assert(
      fc.property(amounts, amounts, fc.integer({ min: 0, max: 29 }), (before, after, day) => {
        const rest = inNovember(addDays(NOVEMBER.start, day));
        const there = prorated(price(before), price(after), rest);
        const back = prorated(price(after), price(before), rest);
        expect(there.plus(back).isZero()).toBe(true);
        const whole = periodAmount(price(after), 'USD').minus(periodAmount(price(before), 'USD'));
        expect(there.abs().lessThanOrEqualTo(whole.abs())).toBe(true);
      }),
    );
  });
});
