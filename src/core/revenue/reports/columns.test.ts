import { describe, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { CALENDAR_MONTHS, CALENDAR_PATTERNS } from '@/core/periods/fiscal-calendar';
import { gridOf, MONTHS, type PeriodGrid } from '@/core/periods/period-grid';
import { addPeriods } from '../days';
import {
  columnAt,
  columnNamed,
  columnOf,
  columnsBetween,
  firstColumnOfYear,
  lastColumnOfYearAfter,
  yearOfColumn,
} from './columns';
import { forecast } from './forecast';
import { daysOfBand } from './remaining-bands';
import { remainingObligations } from './remaining-obligations';
import { rollforward } from './rollforward';
import { waterfall } from './waterfall';

const currencyCode = 'USD';

/** Months until the end of 2025, then weeks: of 4-4-5, P03 of 2026 is 1 March to 4 April, P12 ends on 2 January 2027. */
const weeks = (pattern: (typeof CALENDAR_PATTERNS)[number] = '4-4-5'): PeriodGrid =>
  gridOf(
    [],
    [
      { firstDay: null, calendar: CALENDAR_MONTHS },
      { firstDay: '2026-01-01', calendar: { ...CALENDAR_MONTHS, pattern, firstWeekday: 7 } },
    ],
  );

describe('columns of a report', () => {
  it('are the periods of the books, whatever calendars they followed', () => {
    expect(columnsBetween(weeks(), '2025-12', '2026-05-02')).toEqual([
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-04-04',
      '2026-05-02',
    ]);
    expect(columnsBetween(MONTHS, '2025-12', '2026-02')).toEqual(['2025-12', '2026-01', '2026-02']);
    expect(columnsBetween(MONTHS, '2026-02', '2026-01')).toEqual([]);
  });

  it('a period of other books counts in the column that contains its last day', () => {
    expect(['2026-04-04', '2026-05-02', '2026-05-30'].map((period) => columnOf(MONTHS, period))).toEqual([
      '2026-04',
      '2026-05',
      '2026-05',
    ]);
    // March ends on the 31st, within P03; April on the 30th, within P04.
    expect(['2026-03', '2026-04'].map((period) => columnOf(weeks(), period))).toEqual([
      '2026-04-04',
      '2026-05-02',
    ]);
  });

  it('are named by label or last day; a month names the fiscal periods that end in it', () => {
    const grid = weeks();
    const named = (name: string) => [columnNamed(grid, name, 'FIRST'), columnNamed(grid, name, 'LAST')];
    expect(named('FY2026-P03')).toEqual(['2026-04-04', '2026-04-04']);
    expect(named('2026-04-04')).toEqual(['2026-04-04', '2026-04-04']);
    expect(named('2026-05')).toEqual(['2026-05-02', '2026-05-30']);
    // None ends in March: from it on P03 is the first, through it P02 is the last.
    expect(named('2026-03')).toEqual(['2026-04-04', '2026-02']);
    for (const name of ['2026-04-05', 'FY2026-P14', 'P03', '']) expect(named(name)).toEqual([null, null]);
    for (const name of ['FY2026-P03', '2026-04-04']) expect(columnNamed(MONTHS, name, 'LAST')).toBeNull();
  });

  it.each(CALENDAR_PATTERNS)(
    'of %s: a year of columns is as many periods as a year has, in short and long years',
    (pattern) => {
      const grid = pattern === 'MONTHLY' ? MONTHS : weeks(pattern);
      const most = pattern === '13x4' ? 13 : 12;
      let at = grid.on('2027-06-15');
      for (let count = 0; count < 12 * most; count += 1) {
        const back = columnsBetween(grid, firstColumnOfYear(grid, at.key), at.key);
        const ahead = columnsBetween(grid, at.key, lastColumnOfYearAfter(grid, at.key));
        expect([back.length, ahead.length], at.label).toEqual([most, most + 1]);
        at = grid.on(addDays(at.endDate, 1));
      }
    },
  );

  it('of months: the year through a month is twelve months, the year after it ends in the same month', () => {
    for (let month = '2023-01'; month < '2029-01'; month = addPeriods(month, 1)) {
      expect(firstColumnOfYear(MONTHS, month)).toBe(addPeriods(month, -11));
      expect(lastColumnOfYearAfter(MONTHS, month)).toBe(addPeriods(month, 12));
    }
  });

  it('belong to the fiscal year of their label, months to their calendar year', () => {
    const grid = weeks();
    expect(
      ['2025-12', '2026-04-04', '2027-01-02', '2027-01-30'].map((one) => yearOfColumn(grid, one)),
    ).toEqual(['2025', 'FY2026', 'FY2026', 'FY2027']);
    expect(yearOfColumn(MONTHS, '2026-04')).toBe('2026');
    expect(columnAt(grid, '2026-04-04')).toMatchObject({ label: 'FY2026-P03', startDate: '2026-03-01' });
  });
});

describe('reports by fiscal period', () => {
  const grid = weeks();
  const span = { from: '2026-02', to: '2026-05-02' };

  it('waterfall and forecast have a column for each period, and what lies outside is before or after', () => {
    const revenue = [
      { contractId: 'a', period: '2026-01', amount: '280', posted: true },
      { contractId: 'a', period: '2026-02', amount: '280', posted: true },
      { contractId: 'a', period: '2026-04-04', amount: '350', posted: true },
      { contractId: 'a', period: '2026-05-02', amount: '280', posted: false },
      { contractId: 'a', period: '2026-05-30', amount: '280', posted: false },
    ];
    const report = waterfall({
      currencyCode,
      grid,
      ...span,
      asOf: '2026-04-04',
      bookings: [{ contractId: 'a', period: '2026-01', amount: '1470' }],
      revenue,
    });
    expect(report.periods).toEqual(['2026-02', '2026-04-04', '2026-05-02']);
    expect(report.total).toEqual({
      booked: '1470.00',
      before: '280.00',
      months: ['280.00', '350.00', '280.00'],
      after: '280.00',
      remaining: '560.00',
    });
    const rows = forecast({
      currencyCode,
      grid,
      ...span,
      rows: revenue.map(({ period, amount, posted }) => ({
        period,
        amount,
        source: posted ? ('RECOGNISED' as const) : ('SCHEDULED' as const),
      })),
    });
    expect(rows.map(({ period, total, cumulative }) => [period, total, cumulative])).toEqual([
      ['2026-02', '280.00', '280.00'],
      ['2026-04-04', '350.00', '630.00'],
      ['2026-05-02', '280.00', '910.00'],
    ]);
  });

  it('each fiscal period of a roll-forward opens with what the one before closed with', () => {
    const rows = rollforward({
      currencyCode,
      grid,
      ...span,
      movements: [
        { period: '2026-01', kind: 'BILLING', amount: '1000' },
        { period: '2026-04-04', kind: 'RELEASE', amount: '-350' },
        { period: '2026-05-02', kind: 'RELEASE', amount: '-280' },
      ],
    });
    expect(rows.map(({ period, opening, closing }) => [period, opening, closing])).toEqual([
      ['2026-02', '1000.00', '1000.00'],
      ['2026-04-04', '1000.00', '650.00'],
      ['2026-05-02', '650.00', '370.00'],
    ]);
  });

  it('remaining obligations are in bands of twelve months after the last day, or in fiscal years', () => {
    const row = (period: string | null, amount: string) => ({
      contractId: 'a',
      obligationKey: 'k',
      period,
      amount,
    });
    // P03 of 2026 ends on 4 April, that of 2027 on 3 April, that of 2028 on 1 April.
    const rows = [
      row('2026-02', '1'),
      row('2027-04-03', '10'),
      row('2027-05-01', '100'),
      row('2028-12-30', '1000'),
    ];
    const asked = { currencyCode, grid, asOf: '2026-04-04', rows };
    expect(remainingObligations(asked).bands).toEqual([
      { band: '1-12 months', amount: '11.00' },
      { band: '13-24 months', amount: '100.00' },
      { band: '25-36 months', amount: '1000.00' },
      { band: 'over 36 months', amount: '0.00' },
    ]);
    const years = remainingObligations({ ...asked, banding: 'YEARS' }).bands;
    expect(years).toEqual([
      { band: 'FY2026', amount: '1.00' },
      { band: 'FY2027', amount: '110.00' },
      { band: 'FY2028', amount: '1000.00' },
    ]);
    const days = (band: string) => daysOfBand({ asOf: '2026-04-04', grid, band });
    expect(days('FY2026')).toEqual({ from: '2026-01-01', to: '2027-01-02' });
    expect(days('FY2027')).toEqual({ from: '2027-01-03', to: '2028-01-01' });
    expect(days('1-12 months')).toEqual({ from: '2026-04-05', to: '2027-04-04' });
    expect(days('over 36 months')).toEqual({ from: '2029-04-05', to: null });
    expect(daysOfBand({ asOf: '2026-03', grid: MONTHS, band: '13-24 months' })).toEqual({
      from: '2027-04-01',
      to: '2028-03-31',
    });
    expect(daysOfBand({ asOf: '2026-03', grid: MONTHS, band: '2027' })).toEqual({
      from: '2027-01-01',
      to: '2027-12-31',
    });
  });
});
