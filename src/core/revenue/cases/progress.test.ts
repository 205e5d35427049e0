import { describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import { costToCost } from '../schedules/progress';
import { usagePrice } from '../usage';
import { expectValue, ruleOf } from './expect-value';

const currencyCode = 'USD';
const afterChange = {
  currencyCode,
  transactionPrice: '1350000',
  costToDate: '420000',
  totalCost: '820000',
  recognised: '600000',
};

describe('step 5: progress', () => {
  it('606-10-55 Example 8: cost to cost gives 600,000 before the change', () => {
    expect(
      expectValue(
        costToCost({
          currencyCode,
          transactionPrice: '1000000',
          costToDate: '420000',
          totalCost: '700000',
        }),
      ),
    ).toMatchObject({ progress: '0.6', revenueToDate: '600000.00' });
  });

  it('606-10-55 Example 8: the catch-up is 91,200 with the percentage rounded to 51.2%', () => {
    expect(expectValue(costToCost({ ...afterChange, percentDecimals: 1 }))).toMatchObject({
      progress: '0.512',
      change: '91200.00',
    });
  });

  it('606-10-55 Example 8: the catch-up is 91,463.41 unrounded', () => {
    expect(expectValue(costToCost(afterChange)).change).toBe('91463.41');
  });

  it('606-10-55 Example 19: elevators not yet installed are recognized at cost', () => {
    expect(
      expectValue(
        costToCost({
          currencyCode,
          transactionPrice: '5000000',
          costToDate: '2000000',
          totalCost: '4000000',
          uninstalled: { totalCost: '1500000', costToDate: '1500000' },
        }),
      ),
    ).toMatchObject({ progress: '0.2', revenueToDate: '2200000.00', expectedLoss: '0.00' });
  });

  it('25-31: progress over 100% is refused', () => {
    expect(ruleOf(costToCost({ ...afterChange, costToDate: '820000.01' }))).toBe('PROGRESS_OVER_100');
    expect(ruleOf(costToCost({ ...afterChange, totalCost: '0' }))).toBe('INVALID_INPUT');
  });

  it('605-35-25-45: a contract that costs more than its price shows the loss to accrue', () => {
    expect(expectValue(costToCost({ ...afterChange, totalCost: '1400000' })).expectedLoss).toBe('50000.00');
  });

  it('55-18: usage is priced by graduated tiers over the whole pricing window', () => {
    const tiers = [
      { upTo: '1000', unitPrice: '0.10' },
      { upTo: '5000', unitPrice: '0.08' },
      { upTo: null, unitPrice: '0.05' },
    ];
    expect(expectValue(usagePrice({ currencyCode, quantity: '6000', tiers }))).toEqual(dec('470'));
    expect(expectValue(usagePrice({ currencyCode, quantity: '1000', usedBefore: '4500', tiers }))).toEqual(
      dec('65'),
    );
    expect(ruleOf(usagePrice({ currencyCode, quantity: '1', tiers: tiers.slice(0, 2) }))).toBe(
      'INVALID_INPUT',
    );
  });
});
