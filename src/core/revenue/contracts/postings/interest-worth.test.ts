import { describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import {
  carriedThrough,
  isResidue,
  type MovedInterest,
  onOneSide,
  transferLines,
  worthOf,
} from './interest-worth';

const carried = (amount: string, base: string) => ({ amount: dec(amount), base: dec(base) });
const worth = (stands: ReturnType<typeof carried>, by: string) =>
  worthOf(stands, dec(by), { rate: '1.2', places: 2 }).toFixed(2);

describe('interest in the base currency', () => {
  it('grows at the rate of the day and leaves at what it is carried at', () => {
    expect(worth(carried('0', '0'), '10')).toBe('12.00');
    expect(worth(carried('10', '11'), '10')).toBe('12.00');
    expect(worth(carried('20', '23'), '-5')).toBe('-5.75');
  });

  it('where nothing stands, nothing is carried: the last of a balance takes all of it, and a residue goes alone', () => {
    expect(worth(carried('0.03', '0.04'), '-0.03')).toBe('-0.04');
    expect(isResidue(carried('0', '0.50'))).toBe(true);
    expect(isResidue(carried('1', '0.50'))).toBe(false);
    expect(worth(carried('0', '0.50'), '0')).toBe('-0.50');
  });

  it('is two lines where an amount and its worth are on different sides: the amount at the rate of the day, and the rest', () => {
    const lines = (amount: string, base: string) =>
      onOneSide(carried(amount, base), { rate: '1.2', places: 2 }).map((line) => [
        line.amount.toFixed(2),
        line.base.toFixed(2),
      ]);
    expect(lines('10', '11')).toEqual([['10.00', '11.00']]);
    expect(lines('-10', '-11')).toEqual([['-10.00', '-11.00']]);
    expect(lines('0', '-0.50')).toEqual([['0.00', '-0.50']]);
    expect(lines('10', '0')).toEqual([['10.00', '0.00']]);
    expect(lines('10', '-3')).toEqual([
      ['10.00', '12.00'],
      ['0.00', '-15.00'],
    ]);
    expect(lines('-10', '3')).toEqual([
      ['-10.00', '-12.00'],
      ['0.00', '15.00'],
    ]);
  });

  it('is debited and credited above zero on every line, also what is carried alone', () => {
    const lines = (amount: string, base: string) =>
      transferLines(carried(amount, base), { from: 'f', to: 't' }, { rate: '1.2', places: 2 }).map(
        ({ accountId, debit, credit, baseDebit, baseCredit }) =>
          `${accountId} ${debit}/${credit} ${baseDebit}/${baseCredit}`,
      );
    expect(lines('10', '11')).toEqual(['f 10/0 11/0', 't 0/10 0/11']);
    expect(lines('-10', '-11')).toEqual(['t 10/0 11/0', 'f 0/10 0/11']);
    expect(lines('0', '0.5')).toEqual(['f 0/0 0.5/0', 't 0/0 0/0.5']);
    expect(lines('0', '-0.5')).toEqual(['t 0/0 0.5/0', 'f 0/0 0/0.5']);
    expect(lines('10', '-3')).toEqual(['f 10/0 12/0', 't 0/0 15/0', 't 0/10 0/12', 'f 0/0 0/15']);
  });

  it('is carried through a day by what was moved through it, whenever that was recorded', () => {
    const none = { accrued: dec('0'), unearned: dec('0'), advance: dec('0') };
    const moved = (on: string, by: string, base: string): MovedInterest => ({
      ...{ ...none, on, unearned: dec(by) },
      base: { ...none, unearned: dec(base) },
    });
    const all = [moved('2026-03-01', '5', '6'), moved('2026-01-01', '10', '11')];
    expect(carriedThrough(all, 'unearned', '2026-02-28').base.toFixed(2)).toBe('11.00');
    expect(carriedThrough(all, 'unearned', '2026-03-01').amount.toFixed(2)).toBe('15.00');
    expect(carriedThrough(all, 'accrued', '2026-03-01').amount.toFixed(2)).toBe('0.00');
  });
});
