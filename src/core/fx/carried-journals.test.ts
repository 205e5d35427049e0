import { describe, expect, it } from 'vitest';
import { dec } from '../money/decimal';
import { type JournalSide, journalBases } from './carried-journals';

const side = (role: JournalSide['role'], amount: string, worth: string | null = null): JournalSide => ({
  role,
  amount: dec(amount),
  worth: worth === null ? null : dec(worth),
});
/** The sides of a journal in dollars at 1.20, and its exchange difference. */
const bases = (lines: readonly JournalSide[], rate = '1.20'): string[] => {
  const { sides, exchange } = journalBases(lines, { rate, currency: 'USD' });
  return [...sides.map((one) => one.toFixed()), exchange.toFixed()];
};

describe('a journal of a contract in base currency', () => {
  it('is at the rate of the day; the last line takes what rounding leaves', () => {
    expect(bases([side(null, '0.33'), side(null, '0.33'), side(null, '-0.66')], '1.55')).toEqual([
      '0.51',
      '0.51',
      '-1.02',
      '0',
    ]);
    expect(bases([side(null, '0.67'), side(null, '0.67'), side(null, '-1.34')], '1.5')).toEqual([
      '1',
      '1',
      '-2',
      '0',
    ]);
  });

  // 60 at 1.10 leave for cost of sales at 66.00, not at 72.00.
  it('830-10-45-18: goods to be recovered leave at what they are carried at for the account on the other side', () => {
    expect(bases([side(null, '60'), side('RETURN_ASSET', '-60', '-66')])).toEqual(['66', '-66', '0']);
  });

  // Two come back, one of them unexpected: 66.00 of the asset, and 72.00 of cost of sales at the rate of the day.
  it('606-10-55-27: goods that come back are carried in inventory at what they left, whatever else comes back with them', () => {
    expect(bases([side(null, '120'), side('RETURN_ASSET', '-60', '-66'), side(null, '-60')])).toEqual([
      '138',
      '-66',
      '-72',
      '0',
    ]);
  });

  // 50 owed at 55.00 are taken back with a cost of 60.00 at the rate of the day: 5.00 are lost to the exchange rate.
  it('830-20-35-1: a debt to a supplier leaves at what it is carried at, and the difference is a gain or loss on exchange', () => {
    expect(bases([side(null, '-50'), side('SUPPLIER_PAYABLE', '50', '55')])).toEqual(['-60', '55', '5']);
    expect(bases([side(null, '-50'), side('SUPPLIER_PAYABLE', '50', '65')])).toEqual(['-60', '65', '-5']);
  });

  it('between two accounts that are carried, what they are carried at differently is a gain or loss on exchange', () => {
    expect(bases([side('SUPPLIER_PAYABLE', '50', '55'), side('RETURN_ASSET', '-50', '-60')])).toEqual([
      '55',
      '-60',
      '5',
    ]);
  });
});
