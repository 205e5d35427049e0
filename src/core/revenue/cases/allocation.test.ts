import { describe, expect, it } from 'vitest';
import { allocate } from '../allocation/allocate';
import type { AllocationInput } from '../allocation/allocation';

function amounts(input: Omit<AllocationInput, 'currencyCode'>): Record<string, string> {
  const outcome = allocate({ currencyCode: 'USD', ...input });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return Object.fromEntries(outcome.value.allocations.map(({ key, amount }) => [key, amount]));
}

const products = [
  { key: 'A', ssp: '40' },
  { key: 'B', ssp: '55' },
  { key: 'C', ssp: '45' },
];
/** B and C are regularly sold together for 60. */
const bundleDiscount = [{ amount: '40', to: ['B', 'C'] }];
const volatile = { key: 'D', method: 'RESIDUAL' as const, sspRange: { low: '15', high: '45' } };

describe('step 4: allocation', () => {
  it('606-10-55 Example 33: a price of 100 over standalone prices 50, 25 and 75', () => {
    expect(
      amounts({
        transactionPrice: '100',
        obligations: [
          { key: 'A', ssp: '50' },
          { key: 'B', ssp: '25' },
          { key: 'C', ssp: '75' },
        ],
      }),
    ).toEqual({ A: '33.33', B: '16.67', C: '50.00' });
  });

  it('606-10-55 Example 34A: the discount belongs to the two products regularly sold together', () => {
    expect(amounts({ transactionPrice: '100', obligations: products, discounts: bundleDiscount })).toEqual({
      A: '40.00',
      B: '33.00',
      C: '27.00',
    });
  });

  it('606-10-55 Example 34B: the residual approach suits a product sold between 15 and 45', () => {
    expect(
      amounts({
        transactionPrice: '130',
        obligations: [...products, volatile],
        discounts: bundleDiscount,
      }),
    ).toEqual({ A: '40.00', B: '33.00', C: '27.00', D: '30.00' });
  });

  it('606-10-55 Example 34C: a residual of 5 does not approximate 15 to 45 and is refused', () => {
    const input: AllocationInput = {
      transactionPrice: '105',
      currencyCode: 'USD',
      obligations: [...products, volatile],
      discounts: bundleDiscount,
    };
    const outcome = allocate(input);
    if (outcome.ok) throw new Error('the residual was accepted');
    expect(outcome.refusal).toMatchObject({
      code: 'REVENUE_RULE',
      data: { rule: 'RESIDUAL_NOT_FAITHFUL', reason: 'BELOW_RANGE', residual: '5.00' },
    });
    // With a standalone price estimated another way, the price is allocated by relative standalone prices.
    const estimated = amounts({
      transactionPrice: '105',
      obligations: [...products, { key: 'D', ssp: '35' }],
    });
    expect(estimated).toEqual({ A: '24.00', B: '33.00', C: '27.00', D: '21.00' });
  });

  it('606-10-55 Example 35A: the royalty goes entirely to license Y, the fixed price to X', () => {
    expect(
      amounts({
        transactionPrice: '1800',
        obligations: [
          { key: 'X', ssp: '800' },
          { key: 'Y', ssp: '1000' },
        ],
        variable: [{ amount: '1000', to: ['Y'] }],
      }),
    ).toEqual({ X: '800.00', Y: '1000.00' });
  });

  it('606-10-55 Example 35B: fixed 300 and each royalty are shared by relative standalone prices', () => {
    const licenses = [
      { key: 'X', ssp: '800' },
      { key: 'Y', ssp: '1000' },
    ];
    expect(amounts({ transactionPrice: '300', obligations: licenses })).toEqual({
      X: '133.33',
      Y: '166.67',
    });
    // The first month's royalty of 200: Y is transferred (revenue), X is not (contract liability).
    expect(amounts({ transactionPrice: '200', obligations: licenses })).toEqual({ X: '88.89', Y: '111.11' });
  });

  it('a bundle of 80,000 / 10,000 / 10,000 with standalone prices 90,000 / 15,000 / 15,000', () => {
    expect(
      amounts({
        transactionPrice: '100000',
        obligations: [
          { key: 'license', ssp: '90000' },
          { key: 'support', ssp: '15000' },
          { key: 'training', ssp: '15000' },
        ],
      }),
    ).toEqual({ license: '75000.00', support: '12500.00', training: '12500.00' });
  });
});
