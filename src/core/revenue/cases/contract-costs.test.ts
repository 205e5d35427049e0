import { describe, expect, it } from 'vitest';
import { amortisationTerm, amortise, type ContractCost, capitalise } from '../contract-costs';
import { expectValue } from './expect-value';

const currencyCode = 'USD';

describe('costs of a contract (340-40-55)', () => {
  it('340-40-55 Example 1 (IFRS 15 Example 36): of 50,000 spent to win a contract only the commission of 10,000 is an asset', () => {
    const costs: ContractCost[] = [
      { key: 'legal', kind: 'OBTAIN', amount: '15000', incremental: false, recoverable: true },
      { key: 'travel', kind: 'OBTAIN', amount: '25000', incremental: false, recoverable: true },
      { key: 'commission', kind: 'OBTAIN', amount: '10000', incremental: true, recoverable: true },
    ];
    expect(expectValue(capitalise({ currencyCode, costs }))).toMatchObject({
      capitalised: '10000.00',
      expensed: '40000.00',
      lines: [
        { capitalised: '0.00' },
        { capitalised: '0.00' },
        { key: 'commission', capitalised: '10000.00' },
      ],
    });
  });

  it('340-40-55 Example 2 (IFRS 15 Example 37): 10,000 and 140,000 are amortized over five years and an expected renewal of two', () => {
    const fulfil = { kind: 'FULFIL' as const, direct: true, enhancesResources: true, recoverable: true };
    const costs: ContractCost[] = [
      { key: 'commission', kind: 'OBTAIN', amount: '10000', incremental: true, recoverable: true },
      { key: 'design', ...fulfil, amount: '40000' },
      { key: 'hardware', ...fulfil, amount: '120000', otherStandard: true },
      { key: 'software', ...fulfil, amount: '90000', otherStandard: true },
      { key: 'migration', ...fulfil, amount: '100000' },
    ];
    const sorted = expectValue(capitalise({ currencyCode, costs }));
    expect(sorted).toMatchObject({ capitalised: '150000.00', elsewhere: '210000.00', expensed: '0.00' });
    const months = amortisationTerm({
      contractMonths: 60,
      expectedRenewalMonths: 24,
      renewalCostCommensurate: false,
    });
    expect(months).toBe(84);
    const schedule = expectValue(
      amortise({ currencyCode, amount: sorted.capitalised, start: '2025-01-01', months }),
    );
    expect(schedule.slices).toHaveLength(84);
    expect(schedule.slices[0]?.amount).toBe('1785.71');
    expect(schedule.slices.at(-1)).toMatchObject({ period: '2031-12' });
  });
});
