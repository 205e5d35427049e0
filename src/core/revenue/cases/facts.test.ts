import { describe, expect, it } from 'vitest';
import { revenueByPeriod } from '../../../../e2e/revenue/oracle/figures';
import { sum } from '../../money/decimal';
import type { ObligationPattern } from '../contracts/agreed/promised-terms';
import type { ContractEvent } from '../contracts/events';
import { picture } from '../contracts/picture';
import { type AddedRow, rowDifferences } from '../contracts/postings/postings';
import { addPeriods } from '../days';
import { expectValue } from './expect-value';

/** A contract with one performance obligation, in force on its date. */
function contract(allocated: string, pattern: ObligationPattern, on = '2026-01-01'): ContractEvent[] {
  return [
    {
      id: 'created',
      kind: 'created',
      effectiveDate: on,
      currencyCode: 'USD',
      obligations: [{ key: 'A', allocated, ssp: allocated, pattern }],
    },
    { id: 'activated', kind: 'activated', effectiveDate: on },
  ];
}
const progress = (effectiveDate: string, share: string): ContractEvent => ({
  id: effectiveDate,
  kind: 'progress',
  effectiveDate,
  key: 'A',
  progress: share,
});
const cheaper = (effectiveDate: string, priceChange: string): ContractEvent => ({
  id: effectiveDate,
  kind: 'modification',
  effectiveDate,
  treatment: 'prospective',
  decidedFor: 'prospective',
  priceChange,
  reason: 'agreed by letter',
});
const months = (events: readonly ContractEvent[]) =>
  Object.fromEntries(
    revenueByPeriod(expectValue(picture(events))).map(({ period, amount }) => [period, amount]),
  );
/** What is booked in each month, and how much of it belongs to another month, when facts are recorded one by one. */
function reported(events: readonly ContractEvent[], from: number, closed: readonly (string | null)[]) {
  let stored: AddedRow[] = [];
  for (let count = from; count <= events.length; count += 1) {
    const before = closed[count - from] ?? null;
    const firstOpen = before === null ? '0000-00' : addPeriods(before, 1);
    const at = { firstOpen, causeId: 'c', nextSeq: stored.length };
    stored = [...stored, ...rowDifferences(expectValue(picture(events.slice(0, count))), stored, at)];
  }
  const total = (rows: readonly AddedRow[]) => sum(rows.map(({ amount }) => amount)).toFixed(2);
  return {
    in: (period: string) => total(stored.filter((row) => row.period === period)),
    late: (period: string) =>
      total(stored.filter((row) => row.period === period && row.naturalPeriod < period)),
  };
}

describe('facts in any order, worked by hand (design: facts, 1 to 6)', () => {
  it('1: progress of 25% and 60% of 1,200 is 300.00 and 420.00 in either order; recorded after the close, March posts 720.00', () => {
    const base = contract('1200', { kind: 'PROGRESS' });
    const [february, march] = [progress('2026-02-28', '0.25'), progress('2026-03-31', '0.6')];
    const expected = { '2026-02': '300.00', '2026-03': '420.00' };
    expect(months([...base, february, march])).toEqual(expected);
    expect(months([...base, march, february])).toEqual(expected);
    const booked = reported([...base, march, february], 3, [null, '2026-02']);
    expect([booked.in('2026-02'), booked.in('2026-03'), booked.late('2026-03')]).toEqual([
      '0.00',
      '720.00',
      '300.00',
    ]);
  });

  it('2: even months of 1,200, +60 from October recorded before +90 from April: 100.00, 110.00, 130.00', () => {
    const term = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' } as const;
    const events = [...contract('1200', term), cheaper('2026-10-01', '60'), cheaper('2026-04-01', '90')];
    const months = revenueByPeriod(expectValue(picture(events))).map(({ amount }) => amount);
    expect(months).toEqual([
      ...Array.from({ length: 3 }, () => '100.00'),
      ...Array.from({ length: 6 }, () => '110.00'),
      ...Array.from({ length: 3 }, () => '130.00'),
    ]);
    expect(expectValue(picture(events)).transactionPrice).toBe('1350.00');
  });

  it('3: 1,000 calls at 0.0045 are 4.50, recorded as one fact or as a thousand', () => {
    const base = contract('0', { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '0.0045' }] });
    const calls = (id: string, quantity: string): ContractEvent => ({
      id,
      kind: 'usage',
      effectiveDate: '2026-01-15',
      key: 'A',
      quantity,
    });
    expect(months([...base, calls('all', '1000')])).toEqual({ '2026-01': '4.50' });
    const each = Array.from({ length: 1000 }, (_, index) => calls(`call ${index}`, '1'));
    expect(months([...base, ...each])).toEqual({ '2026-01': '4.50' });
  });

  it('4: an invoice of 5,000 recorded twice and voided once bills 5,000 and does not change the price', () => {
    const base = contract('5000', { kind: 'POINT' });
    const invoice = (id: string): ContractEvent => ({
      id,
      kind: 'invoice',
      effectiveDate: '2026-01-10',
      amount: '5000',
      unconditional: true,
    });
    const twice = [...base, invoice('first'), invoice('second')];
    expect(expectValue(picture(twice))).toMatchObject({ billed: '10000.00', transactionPrice: '5000.00' });
    const voided: ContractEvent = {
      id: 'void',
      kind: 'voided',
      effectiveDate: '2026-01-10',
      of: 'second',
      reason: 'sent twice',
    };
    const state = expectValue(picture([...twice, voided]));
    expect(state).toMatchObject({ billed: '5000.00', transactionPrice: '5000.00' });
    expect(state).toEqual(expectValue(picture([...base, invoice('first')])));
  });

  it('5: 3,650 by days for 2026, signed on 10 February: February 590.00, of which 310.00 belongs to January', () => {
    const term = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } as const;
    const events = contract('3650', term, '2026-02-10');
    const state = expectValue(picture(events));
    expect(months(events)).toMatchObject({ '2026-02': '590.00', '2026-03': '310.00', '2026-12': '310.00' });
    expect(state.rows[0]).toMatchObject({
      naturalPeriod: '2026-01',
      period: '2026-02',
      amount: '310.00',
      catchUp: true,
    });
  });

  it('6: 7,300 by days over two years, extended by a year for 1,464, not distinct: −731.33 at once', () => {
    const events: ContractEvent[] = [
      ...contract('7300', { kind: 'RATABLE', start: '2026-01-01', end: '2027-12-31' }),
      {
        id: 'extended',
        kind: 'modification',
        effectiveDate: '2027-01-01',
        treatment: 'catchUp',
        decidedFor: 'catchUp',
        priceChange: '1464',
        obligations: [
          {
            key: 'A',
            remainingDistinct: false,
            pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2028-12-31' },
          },
        ],
        reason: 'one service of three years',
      },
    ];
    const state = expectValue(picture(events));
    const caughtUp = state.rows.filter(({ source }) => source === 'modification');
    expect(caughtUp.map(({ amount }) => amount)).toEqual(['-731.33']);
    expect(state.obligations[0]).toMatchObject({ allocated: '8764.00', planned: '8764.00' });
  });
});
