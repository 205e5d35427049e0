import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from './calendar';
import {
  type CalendarTimeline,
  continued,
  monthlyTimeline,
  periodOnTimeline,
  periodsOfTimeline,
  yearOnTimeline,
} from './calendar-timeline';
import { CALENDAR_MONTHS, CALENDAR_PATTERNS, type FiscalCalendar, WEEK_RULES } from './fiscal-calendar';
import { gridOf, MONTHS, periodKey } from './period-grid';

const weeks = (more: Partial<FiscalCalendar> = {}): FiscalCalendar => ({
  ...CALENDAR_MONTHS,
  pattern: '4-4-5',
  firstWeekday: 7,
  ...more,
});
const spans = (timeline: CalendarTimeline, year: number) =>
  periodsOfTimeline(timeline, year).map((one) => `${one.label} ${one.startDate} ${one.endDate}`);

describe('changing a calendar', () => {
  test('days fewer than a week before the first year of weeks join its first period', () => {
    // The Sunday nearest to 1 January 2027, a Friday, is the 3rd: the 1st and 2nd have no year of their own.
    const timeline = continued(monthlyTimeline(1), [{ firstDay: '2027-01-01', calendar: weeks() }]);
    expect(spans(timeline, 2026).at(-1)).toBe('2026-12 2026-12-01 2026-12-31');
    expect(spans(timeline, 2027).slice(0, 2)).toEqual([
      'FY2027-P01 2027-01-01 2027-01-30',
      'FY2027-P02 2027-01-31 2027-02-27',
    ]);
    expect(yearOnTimeline(timeline, '2027-01-01')).toBe(2027);
  });

  test('a year that begins within another year leaves a short year before it', () => {
    const april = { ...CALENDAR_MONTHS, startMonth: 4 };
    const timeline = continued(monthlyTimeline(1), [{ firstDay: '2026-04-01', calendar: april }]);
    expect(spans(timeline, 2026)).toEqual([
      '2026-01 2026-01-01 2026-01-31',
      '2026-02 2026-02-01 2026-02-28',
      '2026-03 2026-03-01 2026-03-31',
    ]);
    expect(spans(timeline, 2027)[0]).toBe('2026-04 2026-04-01 2026-04-30');
    expect(yearOnTimeline(timeline, '2026-03-31')).toBe(2026);
    expect(yearOnTimeline(timeline, '2026-04-01')).toBe(2027);
  });

  test('what a subsidiary names continues what its organization names', () => {
    const own = continued(continued(monthlyTimeline(1), [{ firstDay: '2026-01-01', calendar: weeks() }]), [
      { firstDay: '2027-01-03', calendar: weeks({ pattern: '13x4' }) },
    ]);
    expect(periodOnTimeline(own, '2025-06-15').label).toBe('2025-06');
    expect(periodOnTimeline(own, '2026-06-15').label).toBe('FY2026-P06');
    expect(spans(own, 2027)).toHaveLength(13);
  });
});

describe('what revenue calls a period', () => {
  test('a calendar month by its month, every other period by its last day', () => {
    expect(periodKey('2026-02-01', '2026-02-28')).toBe('2026-02');
    expect(periodKey('2026-01-04', '2026-01-31')).toBe('2026-01-31');
    expect(periodKey('2026-01-01', '2026-02-28')).toBe('2026-02-28');
  });

  test('books of months are months, whatever month their year starts in', () => {
    const stored = [{ startDate: '2026-04-01', endDate: '2026-04-30', label: '2026-04' }];
    expect(gridOf(stored, monthlyTimeline(4))).toBe(MONTHS);
  });

  test('stored periods stay as they are, and the days around them follow the calendar', () => {
    const stored = [{ startDate: '2026-01-04', endDate: '2026-01-31', label: 'FY2026-P01' }];
    const grid = gridOf(stored, monthlyTimeline(1));
    expect(grid.on('2026-01-20').key).toBe('2026-01-31');
    expect(grid.on('2026-01-02')).toMatchObject({ startDate: '2026-01-01', endDate: '2026-01-03' });
    expect(grid.on('2026-02-10').key).toBe('2026-02');
  });
});

test('law: whatever calendars follow one another, every day is in one period, and names sort as days do', () => {
  const drawn = fc.record({
    pattern: fc.constantFrom(...CALENDAR_PATTERNS),
    startMonth: fc.integer({ min: 1, max: 12 }),
    adjustmentPeriod: fc.boolean(),
    firstWeekday: fc.integer({ min: 1, max: 7 }),
    weekRule: fc.constantFrom(...WEEK_RULES),
    extraWeekIn: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
  });
  const change = fc.record({ after: fc.integer({ min: 200, max: 1200 }), calendar: drawn });
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.array(change, { maxLength: 3 }),
      (startMonth, changes) => {
        let timeline = monthlyTimeline(startMonth);
        let from = '2024-01-01';
        for (const { after, calendar } of changes) {
          // A calendar begins on the first day of a period of the one before it.
          from = addDays(periodOnTimeline(timeline, addDays(from, after)).endDate, 1);
          timeline = continued(timeline, [...timeline.slice(1), { firstDay: from, calendar }]);
        }
        const grid = gridOf([], timeline);
        let [day, key] = ['2023-12-15', ''];
        while (day < '2033-01-01') {
          const period = grid.on(day);
          expect(period.startDate <= day && day <= period.endDate).toBe(true);
          expect(grid.on(period.startDate)).toEqual(period);
          expect(grid.on(period.endDate)).toEqual(period);
          expect(period.key > key).toBe(true);
          key = period.key;
          const year = yearOnTimeline(timeline, day);
          expect(periodsOfTimeline(timeline, year)).toContainEqual(periodOnTimeline(timeline, day));
          day = addDays(period.endDate, 1);
        }
      },
    ),
    { numRuns: 60 },
  );
});
