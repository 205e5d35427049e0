import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dec, sum } from '../money/decimal';
import { adjustmentLines, type DifferingContract } from './contract-difference';

const contract = (contractNumber: string, difference: string, rate = '1'): DifferingContract => ({
  contractNumber,
  difference,
  rate,
  explanation: 'By its terms more is earned.',
});

/*
 * The trial balance has 10.00 less of deferred revenue (a credit) than Daybook: contract K-1 explains 3.84 of it, K-2 in euros at 1.10 5.50,
 * and 0.66 nothing explains.
 */
test('the adjustment has a line for each contract with its explanation, and one for what no contract explains', () => {
  expect(
    adjustmentLines(dec('-10.00'), [contract('K-1', '-3.84'), contract('K-2', '-5.00', '1.1')], 'USD'),
  ).toEqual([
    { amount: '-3.84', description: 'K-1: By its terms more is earned.' },
    { amount: '-5.5', description: 'K-2: By its terms more is earned.' },
    { amount: '-0.66', description: 'Not explained by any contract.' },
  ]);
});

test('contracts that explain all of it leave no line without one', () => {
  expect(adjustmentLines(dec('-3.84'), [contract('K-1', '-3.84')], 'USD')).toHaveLength(1);
  expect(adjustmentLines(dec('0.00'), [contract('K-1', '0.001')], 'USD')).toEqual([]);
});

test('whatever the contracts say, the lines add up to the difference of the accounts', () => {
  const cents = fc.integer({ min: -1_000_000, max: 1_000_000 }).map((amount) => (amount / 100).toFixed(2));
  const some = fc.array(fc.record({ difference: cents, rate: fc.constantFrom('1', '1.0873', '0.0067') }));
  fc.assert(
    fc.property(cents, some, (total, drawn) => {
      const contracts = drawn.map(({ difference, rate }, at) => contract(`K-${at}`, difference, rate));
      const lines = adjustmentLines(dec(total), contracts, 'USD');
      expect(sum(lines.map(({ amount }) => amount)).toFixed(2)).toBe(dec(total).toFixed(2));
    }),
  );
});
