import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../money/decimal';
import { revalue, unrevalued } from './revaluation';

const balance = (accountId: string, amount: string, carrying: string, posted = '0') => ({
  accountId,
  currencyCode: 'EUR',
  amount,
  carrying,
  posted,
});

test('a receivable gains and a payable loses when the currency rises; a balance already at the closing rate makes no line', () => {
  const { revalued, lines } = revalue(
    [balance('ar', '100.00', '110.00'), balance('ap', '-50.00', '-55.00'), balance('bank', '10.00', '12.00')],
    new Map([['EUR', '1.2']]),
    'USD',
  );
  expect(
    revalued.map(({ accountId, revalued: worth, difference }) => [accountId, worth, difference]),
  ).toEqual([
    ['ar', '120.00', '10.00'],
    ['ap', '-60.00', '-5.00'],
  ]);
  expect(lines.map(({ role, baseDebit, baseCredit }) => [role, baseDebit, baseCredit])).toEqual([
    ['ACCOUNT', '10.00', '0.00'],
    ['UNREALIZED_GAIN', '0.00', '10.00'],
    ['UNREALIZED_LOSS', '5.00', '0.00'],
    ['ACCOUNT', '0.00', '5.00'],
  ]);
});

test('a settled item with base currency left over is brought to zero', () => {
  const { revalued } = revalue([balance('ar', '0.00', '0.37')], new Map([['EUR', '1.2']]), 'USD');
  expect(revalued[0]).toMatchObject({ revalued: '0.00', difference: '-0.37' });
});

// Worked by hand: EUR 500 invoiced at 1.10 is carried at 550.00. At 1.20 it is worth 600.00: +50.00. A receipt of
// EUR 200 at 1.15 credits 230.00 and realizes 200 × (1.15 − 1.10) = 10.00: 600.00 − 230.00 + 10.00 = 380.00 for EUR 300, which are worth
// 360.00: −20.00, taken back from the 50.00 gained before.
test('a second revaluation posts the difference to the first, and takes back its gain before it books a loss', () => {
  const rates = new Map([['EUR', '1.2']]);
  const first = revalue([balance('ar', '500.00', '550.00')], rates, 'USD');
  expect(first.lines.map(({ role, baseDebit, baseCredit }) => [role, baseDebit, baseCredit])).toEqual([
    ['ACCOUNT', '50.00', '0.00'],
    ['UNREALIZED_GAIN', '0.00', '50.00'],
  ]);
  const second = revalue([balance('ar', '300.00', '380.00', '50.00')], rates, 'USD');
  expect(second.revalued[0]).toMatchObject({ revalued: '360.00', difference: '-20.00', unrealized: '30.00' });
  expect(second.lines.map(({ role, baseDebit, baseCredit }) => [role, baseDebit, baseCredit])).toEqual([
    ['UNREALIZED_GAIN', '20.00', '0.00'],
    ['ACCOUNT', '0.00', '20.00'],
  ]);
  const third = revalue([balance('ar', '300.00', '360.00', '30.00')], new Map([['EUR', '1']]), 'USD');
  expect(third.lines.map(({ role, baseDebit, baseCredit }) => [role, baseDebit, baseCredit])).toEqual([
    ['UNREALIZED_GAIN', '30.00', '0.00'],
    ['UNREALIZED_LOSS', '30.00', '0.00'],
    ['ACCOUNT', '0.00', '60.00'],
  ]);
});

test('a day has to be revalued again when a balance or its closing rate moved after the last time, and when it never was', () => {
  const rates = new Map([['EUR', '1.2']]);
  const { seen } = revalue([balance('ar', '500.00', '550.00')], rates, 'USD');
  const open = (amount: string, carrying: string, rate = '1.20') =>
    unrevalued([balance('ar', amount, carrying, '50.00')], new Map([['EUR', rate]]), seen).length;
  expect(open('500.0000', '600.0000')).toBe(0);
  expect(open('400.00', '600.00')).toBe(1);
  expect(open('500.00', '590.00')).toBe(1);
  expect(open('500.00', '600.00', '1.21')).toBe(1);
  expect(unrevalued([balance('ar', '1.00', '1.20')], rates, null)).toHaveLength(1);
  expect(unrevalued([], rates, seen)).toMatchObject([{ accountId: 'ar', now: { amount: '0' } }]);
  expect(unrevalued([], rates, null)).toEqual([]);
});

test('every entry balances, and revaluing again changes nothing', () => {
  const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((n) => (n / 100).toFixed(2));
  const balances = fc.array(
    fc.record({
      accountId: fc.constantFrom('a', 'b'),
      currencyCode: fc.constantFrom('EUR', 'GBP', 'BHD'),
      amount: cents,
      carrying: cents,
      posted: cents,
    }),
  );
  const rates = new Map([
    ['EUR', '1.0837'],
    ['GBP', '1.2966'],
    ['BHD', '2.65'],
  ]);
  fc.assert(
    fc.property(balances, (some) => {
      const { revalued, lines } = revalue(some, rates, 'USD');
      const difference = sum(lines.map((line) => line.baseDebit)).minus(
        sum(lines.map((line) => line.baseCredit)),
      );
      expect(difference.isZero()).toBe(true);
      const after = revalued.map((one) => ({ ...one, carrying: one.revalued, posted: one.unrealized }));
      expect(revalue(after, rates, 'USD').lines).toEqual([]);
    }),
  );
});
