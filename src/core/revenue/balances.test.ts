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

  it('writes the amounts of a formula with the digits of its currency, as a column of four digits has them or not', () => {
    const formulas = (code: string, subledger: string, ledger: string) =>
      tieOut({
        subsidiaryId: 's',
        currencyCode: code,
        controls: [{ control: 'DEFERRED_REVENUE', subledger, ledger }],
      }).map(({ formula, difference }) => [formula, difference]);
    expect(formulas('USD', '207.5000', '200')).toEqual([['207.50 − 200.00', '7.50']]);
    expect(formulas('JPY', '207.0000', '0')).toEqual([['207 − 0', '207']]);
    expect(formulas('BHD', '1.2345', '1.2340')).toEqual([['1.2345 − 1.234', '0.0005']]);
  });

  it('never rounds a difference away: digits beyond the currency are an error and are shown', () => {
    const lines = tieOut({
      subsidiaryId: 's',
      currencyCode,
      controls: [{ control: 'REFUND_LIABILITY', subledger: '10.0040', ledger: '10.0000' }],
    });
    expect(differencesOf(lines)).toMatchObject([{ difference: '0.004', formula: '10.004 − 10.00' }]);
  });
});
