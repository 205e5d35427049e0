import { describe, expect, it } from 'vitest';
import { currentSplit } from './balances';
import { differencesOf, tieOut } from './tie-out';

const currencyCode = 'USD';

describe('current and noncurrent', () => {
  it('what is released within the next twelve months is current, the rest is noncurrent', () => {
    const releases = Array.from({ length: 24 }, (_, index) => ({
      period:
        index < 12
          ? `2026-${String(index + 1).padStart(2, '0')}`
          : `2027-${String(index - 11).padStart(2, '0')}`,
      amount: '100.00',
    }));
    expect(currentSplit({ currencyCode, balance: '2400', releases, asOf: '2025-12-31' })).toEqual({
      current: '1200.00',
      nonCurrent: '1200.00',
    });
    expect(currentSplit({ currencyCode, balance: '500', releases, asOf: '2025-12-31' })).toEqual({
      current: '500.00',
      nonCurrent: '0.00',
    });
  });
});

describe('the list of differences that must be zero', () => {
  it('names every difference with its formula', () => {
    const lines = tieOut({
      subsidiaryId: 's',
      currencyCode,
      controls: [
        { control: 'RECEIVABLE', subledger: '10', ledger: '10' },
        { control: 'DEFERRED_REVENUE', subledger: '10.01', ledger: '10' },
      ],
      contracts: [
        {
          contractId: 'c1',
          transactionPrice: '100',
          allocated: ['60', '39.99'],
          billed: '100',
          unbilled: '0',
          recognised: '40',
          deferred: '60',
          remaining: '60',
        },
      ],
      rollforward: { opening: '5', additions: '3', releases: '2', closing: '7' },
    });
    expect(differencesOf(lines).map(({ name, difference }) => [name, difference])).toEqual([
      ['DEFERRED_REVENUE_TO_LEDGER', '0.01'],
      ['ALLOCATION', '-0.01'],
      ['REMAINING_OBLIGATIONS', '0.01'],
      ['ROLLFORWARD', '-1.00'],
    ]);
    expect(lines).toHaveLength(6);
  });
});
