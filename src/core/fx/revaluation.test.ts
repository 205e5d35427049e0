import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sum } from '../money/decimal';
import { revalue } from './revaluation';

const balance = (accountId: string, amount: string, carrying: string, currencyCode = 'EUR') => ({
  accountId,
  currencyCode,
  amount,
  carrying,
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

test('every entry balances, and revaluing again changes nothing', () => {
  const cents = fc.integer({ min: -1_000_000_00, max: 1_000_000_00 }).map((n) => (n / 100).toFixed(2));
  const balances = fc.array(
    fc.record({
      accountId: fc.constantFrom('a', 'b'),
      currencyCode: fc.constantFrom('EUR', 'GBP', 'BHD'),
      amount: cents,
      carrying: cents,
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
      const after = revalued.map((one) => ({ ...one, carrying: one.revalued }));
      expect(revalue(after, rates, 'USD').lines).toEqual([]);
    }),
  );
});
