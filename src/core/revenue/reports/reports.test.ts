import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { addPeriods } from '../days';
import { forecast } from './forecast';
import { remainingObligations } from './remaining-obligations';
import { type DeferredMovement, rollforward } from './rollforward';
import { waterfall } from './waterfall';

const currencyCode = 'USD';

describe('waterfall', () => {
  it('shows the amounts booked by month, recognized by month and remaining', () => {
    const report = waterfall({
      currencyCode,
      from: '2025-02',
      to: '2025-03',
      asOf: '2025-02',
      bookings: [
        { contractId: 'a', period: '2025-01', amount: '300' },
        { contractId: 'b', period: '2025-02', amount: '100' },
        { contractId: 'a', period: '2025-02', amount: '60' },
      ],
      revenue: [
        { contractId: 'a', period: '2025-01', amount: '100', posted: true },
        { contractId: 'a', period: '2025-02', amount: '120', posted: true },
        { contractId: 'a', period: '2025-03', amount: '140', posted: false },
        { contractId: 'b', period: '2025-04', amount: '100', posted: false },
      ],
    });
    expect(report.rows).toEqual([
      {
        cohort: '2025-01',
        booked: '360.00',
        before: '100.00',
        months: ['120.00', '140.00'],
        after: '0.00',
        remaining: '140.00',
      },
      {
        cohort: '2025-02',
        booked: '100.00',
        before: '0.00',
        months: ['0.00', '0.00'],
        after: '100.00',
        remaining: '100.00',
      },
    ]);
    expect(report.total).toMatchObject({
      booked: '460.00',
      months: ['120.00', '140.00'],
      remaining: '240.00',
    });
  });
});

describe('deferred roll-forward', () => {
  it('reconciles every month to the ledger and shows any difference', () => {
    const movements: DeferredMovement[] = [
      { period: '2024-12', kind: 'BILLING', amount: '50' },
      { period: '2025-01', kind: 'BILLING', amount: '100' },
      { period: '2025-01', kind: 'RELEASE', amount: '-30' },
      { period: '2025-01', kind: 'CREDIT', amount: '-5' },
      { period: '2025-02', kind: 'RELEASE', amount: '-30' },
    ];
    expect(
      rollforward({
        currencyCode,
        from: '2025-01',
        to: '2025-02',
        movements,
        ledger: { '2025-01': '115', '2025-02': '85.01' },
      }),
    ).toEqual([
      {
        period: '2025-01',
        opening: '50.00',
        billings: '100.00',
        releases: '30.00',
        adjustments: '-5.00',
        closing: '115.00',
        ledger: '115.00',
        difference: '0.00',
      },
      {
        period: '2025-02',
        opening: '115.00',
        billings: '0.00',
        releases: '30.00',
        adjustments: '0.00',
        closing: '85.00',
        ledger: '85.01',
        difference: '-0.01',
      },
    ]);
  });

  it('law: each month’s opening balance is the closing balance of the month before', () => {
    const movement = fc.record({
      period: fc.integer({ min: 0, max: 11 }).map((index) => addPeriods('2025-01', index)),
      kind: fc.constantFrom<DeferredMovement['kind']>('BILLING', 'RELEASE', 'CREDIT', 'MODIFICATION'),
      amount: fc.integer({ min: -9_999, max: 9_999 }).map((cents) => dec(String(cents)).div('100').toFixed()),
    });
    fc.assert(
      fc.property(fc.array(movement), (movements) => {
        const rows = rollforward({ currencyCode, from: '2025-03', to: '2025-12', movements });
        for (const [index, row] of rows.slice(1).entries()) expect(row.opening).toBe(rows[index]?.closing);
        expect(dec(rows.at(-1)?.closing ?? '').equals(sum(movements.map(({ amount }) => amount)))).toBe(true);
      }),
    );
  });
});

describe('remaining performance obligations', () => {
  const row = (period: string | null, amount: string, expedient: 'ONE_YEAR' | null = null) => ({
    contractId: 'c',
    obligationKey: 'k',
    period,
    amount,
    expedient,
  });

  it('are in twelve-month bands, overdue amounts in the first, unknown months shown separately', () => {
    const report = remainingObligations({
      currencyCode,
      asOf: '2025-12',
      rows: [
        row('2025-11', '1'),
        row('2026-12', '10'),
        row('2027-01', '100'),
        row('2028-12', '1000'),
        row('2029-01', '10000'),
        row(null, '5'),
      ],
    });
    expect(report.bands).toEqual([
      { band: '1-12 months', amount: '11.00' },
      { band: '13-24 months', amount: '100.00' },
      { band: '25-36 months', amount: '1000.00' },
      { band: 'over 36 months', amount: '10000.00' },
      { band: 'unscheduled', amount: '5.00' },
    ]);
    expect(report.total).toBe('11116.00');
  });

  it('50-14: an elected expedient leaves out what it covers and shows the amount', () => {
    const rows = [row('2026-01', '10'), row('2026-02', '7', 'ONE_YEAR')];
    const elected = remainingObligations({ currencyCode, asOf: '2025-12', rows, elected: ['ONE_YEAR'] });
    expect(elected).toMatchObject({ total: '10.00', excluded: [{ expedient: 'ONE_YEAR', amount: '7.00' }] });
    expect(remainingObligations({ currencyCode, asOf: '2025-12', rows }).total).toBe('17.00');
  });
});

describe('forecast', () => {
  it('counts what is due and not posted in its own month and adds up', () => {
    const rows = forecast({
      currencyCode,
      from: '2025-01',
      to: '2025-03',
      rows: [
        { period: '2025-01', amount: '10', source: 'RECOGNISED' },
        { period: '2025-01', amount: '2', source: 'SCHEDULED' },
        { period: '2025-03', amount: '5', source: 'EXPECTED' },
      ],
    });
    expect(rows.map(({ total, cumulative }) => [total, cumulative])).toEqual([
      ['12.00', '12.00'],
      ['0.00', '12.00'],
      ['5.00', '17.00'],
    ]);
  });
});
