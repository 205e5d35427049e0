import { describe, expect, it } from 'vitest';
import { expectValue, ruleOf } from './cases/expect-value';
import { amortisationTerm, amortise, capitalise, impair } from './contract-costs';

const currencyCode = 'USD';

describe('contract costs', () => {
  it('25-4: under the expedient, a commission that would be amortized within a year is expensed', () => {
    const costs = [
      { key: 'c', kind: 'OBTAIN' as const, amount: '500', incremental: true, recoverable: true },
    ];
    expect(
      expectValue(capitalise({ currencyCode, costs, amortisationMonths: 12, expedient: true })).capitalised,
    ).toBe('0.00');
    expect(
      expectValue(capitalise({ currencyCode, costs, amortisationMonths: 13, expedient: true })).capitalised,
    ).toBe('500.00');
    expect(expectValue(capitalise({ currencyCode, costs, amortisationMonths: 12 })).capitalised).toBe(
      '500.00',
    );
  });

  it('25-1: a cost that will not be recovered is expensed', () => {
    const costs = [
      { key: 'c', kind: 'OBTAIN' as const, amount: '500', incremental: true, recoverable: false },
    ];
    expect(expectValue(capitalise({ currencyCode, costs }))).toMatchObject({
      capitalised: '0.00',
      expensed: '500.00',
    });
  });

  it('35-1: a commensurate renewal commission limits amortization to the first contract', () => {
    const base = { contractMonths: 36, expectedRenewalMonths: 24 };
    expect(amortisationTerm({ ...base, renewalCostCommensurate: true })).toBe(36);
    expect(amortisationTerm({ ...base, renewalCostCommensurate: false })).toBe(60);
  });

  it('35-3: the asset is impaired to what the contract still earns, and 35-6 does not allow the loss to be reversed', () => {
    const test = { currencyCode, carrying: '900', remainingCosts: '200' };
    expect(expectValue(impair({ ...test, expectedConsideration: '1000' }))).toMatchObject({
      loss: '100.00',
      carrying: '800.00',
    });
    expect(expectValue(impair({ ...test, expectedConsideration: '5000' }))).toMatchObject({
      loss: '0.00',
      entries: [],
    });
    expect(expectValue(impair({ ...test, expectedConsideration: '100' })).carrying).toBe('0.00');
  });

  it('bad input is refused', () => {
    expect(ruleOf(amortise({ currencyCode, amount: '1', start: '2025-01-01', months: 0 }))).toBe(
      'INVALID_INPUT',
    );
    expect(
      ruleOf(
        capitalise({
          currencyCode,
          costs: [{ key: 'c', kind: 'OBTAIN', amount: '-1', incremental: true, recoverable: true }],
        }),
      ),
    ).toBe('INVALID_INPUT');
  });
});
