import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { type BalanceEvent, contractEntries, currentSplit } from './balances';
import { expectValue, ruleOf } from './cases/expect-value';
import { addDays } from './days';
import type { JournalLine } from './journal';
import { differencesOf, tieOut } from './tie-out';

const currencyCode = 'USD';
const events = fc.array(
  fc
    .record({
      kind: fc.constantFrom('DUE', 'PAYMENT', 'REVENUE', 'REFUND', 'CREDIT'),
      day: fc.integer({ min: 0, max: 60 }),
      cents: fc.integer({ min: 0, max: 1_000_000 }),
      unconditional: fc.boolean(),
    })
    .map(({ kind, day, cents, unconditional }): BalanceEvent => {
      const amount = dec(String(cents)).div('100').toFixed();
      return { kind, on: addDays('2025-01-01', day), amount, unconditional } as BalanceEvent;
    }),
  { maxLength: 25 },
);
const balanceOf = (lines: readonly JournalLine[], account: string) =>
  sum(lines.filter((line) => line.account === account).map((line) => dec(line.debit).minus(line.credit)));

describe('laws of contract balances', () => {
  it('the entries carry exactly the balances, and the contract is an asset or a liability, never both', () => {
    fc.assert(
      fc.property(events, (history) => {
        const { entries, balances } = expectValue(contractEntries({ currencyCode, events: history }));
        const lines = entries.flatMap((entry) => entry.lines);
        expect(balanceOf(lines, 'RECEIVABLE').equals(balances.receivable)).toBe(true);
        expect(balanceOf(lines, 'CONTRACT_ASSET').equals(balances.contractAsset)).toBe(true);
        expect(balanceOf(lines, 'DEFERRED_REVENUE').negated().equals(balances.deferred)).toBe(true);
        expect(balanceOf(lines, 'REFUND_LIABILITY').negated().equals(balances.refundLiability)).toBe(true);
        expect(balanceOf(lines, 'REVENUE').negated().equals(balances.revenue)).toBe(true);
        expect(dec(balances.contractAsset).times(balances.deferred).isZero()).toBe(true);
      }),
    );
  });

  it('billed + unbilled − recognised − deferred − refund liability is zero, whatever happened', () => {
    fc.assert(
      fc.property(events, (history) => {
        const { balances } = expectValue(contractEntries({ currencyCode, events: history }));
        // Paid plus still receivable is what was due without condition, less what was credited.
        const billed = dec(balances.cash).plus(balances.receivable);
        const lines = tieOut({
          subsidiaryId: 's',
          currencyCode,
          controls: [],
          contracts: [
            {
              contractId: 'c',
              transactionPrice: '0',
              allocated: [],
              billed: billed.toFixed(),
              unbilled: balances.contractAsset,
              recognised: balances.revenue,
              deferred: balances.deferred,
              refundLiability: balances.refundLiability,
              remaining: dec(balances.revenue).negated().toFixed(),
            },
          ],
        });
        expect(differencesOf(lines)).toEqual([]);
      }),
    );
  });

  it('revenue before a cancellable due date turns into a receivable as far as it is performed', () => {
    const { balances } = expectValue(
      contractEntries({
        currencyCode,
        events: [
          { kind: 'DUE', on: '2025-01-31', amount: '1000', unconditional: false },
          { kind: 'REVENUE', on: '2025-02-28', amount: '300' },
        ],
      }),
    );
    expect(balances).toMatchObject({ receivable: '300.00', contractAsset: '0.00', deferred: '0.00' });
  });

  it('a credit note uses the refund liability first', () => {
    const { balances } = expectValue(
      contractEntries({
        currencyCode,
        events: [
          { kind: 'DUE', on: '2025-01-31', amount: '1000', unconditional: true },
          { kind: 'REFUND', on: '2025-01-31', amount: '100' },
          { kind: 'CREDIT', on: '2025-02-28', amount: '150' },
        ],
      }),
    );
    expect(balances).toMatchObject({ receivable: '850.00', refundLiability: '0.00', deferred: '850.00' });
  });

  it('negative payments are refused', () => {
    const event: BalanceEvent = { kind: 'PAYMENT', on: '2025-01-01', amount: '-1' };
    expect(ruleOf(contractEntries({ currencyCode, events: [event] }))).toBe('INVALID_INPUT');
  });
});

describe('current and non-current', () => {
  it('the releases of the next twelve months are current, the rest is not', () => {
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

describe('the always-zero list', () => {
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
