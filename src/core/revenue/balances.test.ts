import { describe, expect, it } from 'vitest';
import { differencesOf, tieOut } from './tie-out';

const currencyCode = 'USD';

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
