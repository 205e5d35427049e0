import { describe, expect, it } from 'vitest';
import { type BalanceEvent, contractEntries } from '../balances';
import { expectValue } from './expect-value';

const journalOf = (events: readonly BalanceEvent[]) => {
  const { entries, balances } = expectValue(contractEntries({ currencyCode: 'USD', events }));
  const short = entries.map(({ on, lines }) => [
    on,
    ...lines.map(({ account, debit, credit }) =>
      debit === '0.00' ? `Cr ${account} ${credit}` : `Dr ${account} ${debit}`,
    ),
  ]);
  return { short, balances };
};

describe('presentation of balances', () => {
  it('606-10-55 Example 38A: a cancellable contract has no receivable, the payment makes a contract liability', () => {
    const { short } = journalOf([
      { kind: 'DUE', on: '2019-01-31', amount: '1000', unconditional: false },
      { kind: 'PAYMENT', on: '2019-03-01', amount: '1000' },
      { kind: 'REVENUE', on: '2019-03-31', amount: '1000' },
    ]);
    expect(short).toEqual([
      ['2019-03-01', 'Dr CASH 1000.00', 'Cr DEFERRED_REVENUE 1000.00'],
      ['2019-03-31', 'Dr DEFERRED_REVENUE 1000.00', 'Cr REVENUE 1000.00'],
    ]);
  });

  it('606-10-55 Example 38B: a contract that cannot be cancelled has receivable and liability on the due date', () => {
    const { short, balances } = journalOf([
      { kind: 'DUE', on: '2019-01-31', amount: '1000', unconditional: true },
      { kind: 'PAYMENT', on: '2019-03-01', amount: '1000' },
      { kind: 'REVENUE', on: '2019-03-31', amount: '1000' },
    ]);
    expect(short).toEqual([
      ['2019-01-31', 'Dr RECEIVABLE 1000.00', 'Cr DEFERRED_REVENUE 1000.00'],
      ['2019-03-01', 'Dr CASH 1000.00', 'Cr RECEIVABLE 1000.00'],
      ['2019-03-31', 'Dr DEFERRED_REVENUE 1000.00', 'Cr REVENUE 1000.00'],
    ]);
    expect(balances).toMatchObject({ receivable: '0.00', deferred: '0.00', contractAsset: '0.00' });
  });

  it('606-10-55 Example 39: 400 for product A is a contract asset until B is delivered and 1,000 is due', () => {
    const { short } = journalOf([
      { kind: 'REVENUE', on: '2019-02-01', amount: '400', key: 'A' },
      { kind: 'REVENUE', on: '2019-03-01', amount: '600', key: 'B' },
      { kind: 'DUE', on: '2019-03-01', amount: '1000', unconditional: true },
    ]);
    expect(short).toEqual([
      ['2019-02-01', 'Dr CONTRACT_ASSET 400.00', 'Cr REVENUE 400.00'],
      ['2019-03-01', 'Dr RECEIVABLE 1000.00', 'Cr CONTRACT_ASSET 400.00', 'Cr REVENUE 600.00'],
    ]);
  });

  it('606-10-55 Example 40: receivable 15,000, revenue 12,500 and a refund liability of 2,500', () => {
    const { short, balances } = journalOf([
      { kind: 'DUE', on: '2019-01-10', amount: '15000', unconditional: true },
      { kind: 'REVENUE', on: '2019-01-10', amount: '12500' },
      { kind: 'REFUND', on: '2019-01-10', amount: '2500' },
    ]);
    expect(short).toEqual([
      ['2019-01-10', 'Dr RECEIVABLE 15000.00', 'Cr REVENUE 12500.00', 'Cr REFUND_LIABILITY 2500.00'],
    ]);
    expect(balances).toMatchObject({
      receivable: '15000.00',
      refundLiability: '2500.00',
      deferred: '0.00',
      contractAsset: '0.00',
    });
  });
});
