import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dec, sum } from '../money/decimal';
import { type DatedRate, rateOn } from './rates';
import { realizeSettlement, type Settlement } from './settlement';

const rate = (from: string, to: string, date: string, value: string): DatedRate => ({
  from,
  to,
  date,
  rate: value,
});
const RATES = [
  rate('EUR', 'USD', '2026-02-01', '1.10'),
  rate('EUR', 'USD', '2026-01-01', '1.05'),
  rate('USD', 'EUR', '2026-03-01', '0.8'),
  rate('USD', 'EUR', '2026-02-01', '0.5'),
  rate('USD', 'JPY', '2026-01-01', '151.234'),
];
const chosen = (from: string, to: string, date: string) => {
  const outcome = rateOn({ from, to, date }, RATES);
  return outcome.ok ? `${outcome.value.source} ${outcome.value.rate}` : outcome.refusal;
};

describe('the dated rate', () => {
  test.each([
    ['EUR', 'USD', '2026-01-01', 'DIRECT 1.05'],
    ['EUR', 'USD', '2026-01-31', 'DIRECT 1.05'],
    ['EUR', 'USD', '2026-02-28', 'DIRECT 1.10'],
    ['EUR', 'USD', '2026-03-01', 'INVERSE 1.25'],
    ['JPY', 'USD', '2026-01-15', 'INVERSE 0.0066122697'],
    ['USD', 'USD', '1999-01-01', 'SAME_CURRENCY 1'],
  ])(
    '%s to %s on %s: the latest on or before that date, the direct rate on a tie (%s)',
    (from, to, date, expected) => {
      expect(chosen(from, to, date)).toBe(expected);
    },
  );

  test.each([
    ['EUR', 'USD', '2025-12-31'],
    ['EUR', 'JPY', '2026-02-01'],
  ])('%s to %s on %s is missing: no later rate, no cross rate, never 1', (from, to, date) => {
    expect(chosen(from, to, date)).toMatchObject({ code: 'RATE_MISSING', data: { from, to, date } });
  });
});

describe('realized gain or loss', () => {
  const settlement = (more: Partial<Settlement>): Settlement => ({
    side: 'DEBIT',
    openAmount: '1000.00',
    openBase: '1100.00',
    settledAmount: '1000.00',
    settledBase: '1150.00',
    baseCurrencyCode: 'USD',
    ...more,
  });

  test.each<[string, Partial<Settlement>, string, string]>([
    ['a receivable collected at a better rate', {}, '1100.00', '50.00'],
    ['a payable paid at a worse rate', { side: 'CREDIT' }, '1100.00', '-50.00'],
    ['half of it', { settledAmount: '500.00', settledBase: '540.00' }, '550.00', '-10.00'],
    ['revalued to 1,150 before; nothing is counted twice', { openBase: '1150.00' }, '1150.00', '0.00'],
    [
      'base currency without decimals',
      { openBase: '151', settledAmount: '333.33', settledBase: '51', baseCurrencyCode: 'JPY' },
      '50',
      '1',
    ],
  ])('%s', (_title, more, carryingBase, realized) => {
    expect(realizeSettlement(settlement(more))).toEqual({ carryingBase, realized });
  });

  test('law: however an item is settled in parts, the carrying amounts add up to its original carrying amount', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 9 }),
        fc.nat(9_999_999),
        (parts, base) => {
          let openAmount = sum(parts.map((part) => dec(BigInt(part))));
          let openBase = dec(BigInt(base)).div('100');
          const carried = parts.map((part) => {
            const result = realizeSettlement(
              settlement({
                openAmount: openAmount.toFixed(2),
                openBase: openBase.toFixed(2),
                settledAmount: String(part),
              }),
            );
            openAmount = openAmount.minus(dec(BigInt(part)));
            openBase = openBase.minus(result.carryingBase);
            return result.carryingBase;
          });
          expect(sum(carried).equals(dec(BigInt(base)).div('100'))).toBe(true);
        },
      ),
    );
  });
});
