import { describe, expect, it } from 'vitest';
import type { ContractBalanceEvent, RecognitionRow } from '../contracts/contract-state';
import { paymentGap } from './payment-gap';

const bill = (on: string, amount: string): ContractBalanceEvent => ({
  kind: 'DUE',
  on,
  amount,
  unconditional: true,
  eventId: on,
});
const paid = (on: string, amount: string): ContractBalanceEvent => ({
  kind: 'PAYMENT',
  on,
  amount,
  eventId: on,
});
const earned = (start: string, end: string, amount: string): RecognitionRow => ({
  ...{ seq: 0, key: 'a', amount, period: end.slice(0, 7), naturalPeriod: end.slice(0, 7), start, end },
  ...{ source: 'SCHEDULE', eventId: 'e', catchUp: false, late: false },
});
const gap = (
  balanceEvents: ContractBalanceEvent[],
  rows: RecognitionRow[],
  status: 'ACTIVE' | 'TERMINATED' = 'ACTIVE',
) => paymentGap({ balanceEvents, rows, status });

describe('payment and transfer more than a year apart (606-10-32-18)', () => {
  it('a year paid on its first day is within a year, to its last day and to the same day of the next year', () => {
    expect(gap([bill('2026-01-01', '1200')], [earned('2026-12-01', '2026-12-31', '1200')])).toBeNull();
    expect(gap([bill('2026-01-01', '1200')], [earned('2027-01-01', '2027-01-01', '1200')])).toBeNull();
    expect(gap([bill('2026-01-01', '1200')], [earned('2027-01-02', '2027-01-02', '1200')])).toEqual({
      kind: 'ADVANCE',
      from: '2026-01-01',
      to: '2027-01-02',
      knownFrom: '2026-01-01',
    });
  });

  it('three years paid at once ask on the day of the bill; three years billed each year do not ask', () => {
    const years = ['2026', '2027', '2028'].map((year) => earned(`${year}-01-01`, `${year}-12-31`, '100'));
    expect(gap([bill('2026-01-01', '300')], years)).toMatchObject({
      kind: 'ADVANCE',
      knownFrom: '2026-01-01',
    });
    const yearly = ['2026', '2027', '2028'].map((year) => bill(`${year}-01-01`, '100'));
    expect(gap(yearly, years)).toBeNull();
  });

  it('goods paid more than a year later ask when the year has passed, also while nothing is paid', () => {
    const goods = [earned('2026-01-01', '2026-01-01', '100')];
    const asks = { kind: 'ARREARS', from: '2026-01-01', knownFrom: '2027-01-01' };
    expect(gap([], goods)).toEqual({ ...asks, to: null });
    expect(gap([paid('2027-12-31', '121')], goods)).toMatchObject({ ...asks, to: '2027-12-31' });
    expect(gap([paid('2026-12-31', '100')], goods)).toBeNull();
  });

  it('a payment of a bill is not counted in addition to the bill, and a credit reduces what was billed last', () => {
    const goods = [earned('2026-01-01', '2026-01-01', '100')];
    expect(gap([bill('2026-01-01', '100'), paid('2027-06-01', '100')], goods)).toBeNull();
    const credited: ContractBalanceEvent = { kind: 'CREDIT', on: '2026-02-01', amount: '50', eventId: 'c' };
    expect(gap([bill('2026-01-01', '100'), bill('2026-01-15', '50'), credited], goods)).toBeNull();
    // Without the credit 50 are paid ahead of nothing.
    expect(gap([bill('2026-01-01', '100'), bill('2026-01-15', '50')], goods)).toMatchObject({
      kind: 'ADVANCE',
      from: '2026-01-15',
      to: null,
      knownFrom: '2027-01-15',
    });
  });

  it('what an ended contract leaves open is not asked about', () => {
    expect(gap([], [earned('2026-01-01', '2026-01-01', '100')], 'TERMINATED')).toBeNull();
  });
});
