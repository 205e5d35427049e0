import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from './calendar';
import {
  CALENDAR_MONTHS,
  CALENDAR_PATTERNS,
  type FiscalCalendar,
  fiscalYearOf,
  periodsOfYear,
  WEEK_RULES,
} from './fiscal-calendar';

const calendar = (more: Partial<FiscalCalendar>): FiscalCalendar => ({ ...CALENDAR_MONTHS, ...more });
const spans = (year: number, own: FiscalCalendar) =>
  periodsOfYear(year, own).map((period) => `${period.label} ${period.startDate} ${period.endDate}`);

describe('fiscal years', () => {
  test('a calendar year has twelve calendar months', () => {
    const months = spans(2024, CALENDAR_MONTHS);
    expect(months).toHaveLength(12);
    expect(months.slice(0, 3)).toEqual([
      '2024-01 2024-01-01 2024-01-31',
      '2024-02 2024-02-01 2024-02-29',
      '2024-03 2024-03-01 2024-03-31',
    ]);
    const quarters = periodsOfYear(2024, CALENDAR_MONTHS).map(({ quarter }) => quarter);
    expect(quarters).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]);
  });

  test('a year that starts in April is named after the year it ends in', () => {
    const months = spans(2026, calendar({ startMonth: 4, adjustmentPeriod: true }));
    expect(months[0]).toBe('2025-04 2025-04-01 2025-04-30');
    expect(months.slice(-2)).toEqual(['2026-03 2026-03-01 2026-03-31', 'FY2026-ADJ 2026-03-31 2026-03-31']);
    expect(fiscalYearOf('2025-04-01', calendar({ startMonth: 4 }))).toBe(2026);
    expect(fiscalYearOf('2025-03-31', calendar({ startMonth: 4 }))).toBe(2025);
  });

  test('a 4-4-5 year starts on the nearest Sunday and has its 53rd week in the last period', () => {
    const own = calendar({ pattern: '4-4-5', firstWeekday: 7 });
    const weeks = (year: number) =>
      periodsOfYear(year, own).map((period) => (daysBetween(period.startDate, period.endDate) + 1) / 7);
    expect(spans(2026, own)[0]).toBe('FY2026-P01 2026-01-04 2026-01-31');
    expect(weeks(2026)).toEqual([4, 4, 5, 4, 4, 5, 4, 4, 5, 4, 4, 5]);
    expect(weeks(2028).reduce((a, b) => a + b)).toBe(52);
    expect([2023, 2024, 2025, 2026, 2027, 2028].map((year) => weeks(year)[11])).toContain(6);
    expect(fiscalYearOf('2026-01-03', own)).toBe(2025);
  });
});

test('a year that ends on the last Saturday of January starts on the Sunday on or before 1 February', () => {
  const own = calendar({ pattern: '4-5-4', startMonth: 2, firstWeekday: 7, weekRule: 'LAST' });
  // The last Saturdays of January: 25 in 2025, 31 in 2026, 30 in 2027.
  expect([2026, 2027].map((year) => spans(year, own)[0])).toEqual([
    'FY2026-P01 2025-01-26 2025-02-22',
    'FY2027-P01 2026-02-01 2026-02-28',
  ]);
  expect(spans(2026, own).at(-1)).toBe('FY2026-P12 2025-12-28 2026-01-31');
});

test('thirteen periods have four weeks each, the 53rd week is in the one the calendar says, adjustments come after', () => {
  const own = calendar({ pattern: '13x4', firstWeekday: 7, adjustmentPeriod: true, extraWeekIn: 13 });
  const year = periodsOfYear(2020, own);
  const weeks = year.map((period) => (daysBetween(period.startDate, period.endDate) + 1) / 7);
  expect(weeks.slice(0, 13)).toEqual([...Array.from({ length: 12 }, () => 4), 5]);
  expect(year[13]).toMatchObject({
    number: 14,
    label: 'FY2020-ADJ',
    startDate: '2021-01-02',
    isAdjustment: true,
  });
  expect(year.map(({ quarter }) => quarter)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4]);
});

test('law: every day belongs to exactly one ordinary period, in the year fiscalYearOf returns', () => {
  const drawn = fc.record({
    pattern: fc.constantFrom(...CALENDAR_PATTERNS),
    startMonth: fc.integer({ min: 1, max: 12 }),
    adjustmentPeriod: fc.boolean(),
    firstWeekday: fc.integer({ min: 1, max: 7 }),
    weekRule: fc.constantFrom(...WEEK_RULES),
    extraWeekIn: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(drawn, fc.integer({ min: 0, max: 20_000 }), (own, days) => {
      const date = addDays('2000-01-01', days);
      const year = fiscalYearOf(date, own);
      const holding = [year - 1, year, year + 1]
        .flatMap((one) => periodsOfYear(one, own))
        .filter((one) => !one.isAdjustment && one.startDate <= date && date <= one.endDate);
      expect(holding.map((one) => one.fiscalYear)).toEqual([year]);
    }),
  );
});
