import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import {
  addDays,
  addMonths,
  dateOf,
  dayNumber,
  daysBetween,
  daysInMonth,
  endOfMonth,
  firstOfMonth,
  isAccountingDate,
  isDate,
  monthOf,
  nearestWeekday,
  startOfMonth,
  yearOf,
} from './calendar';

test.each([
  ['2026-02-28', true],
  ['2024-02-29', true],
  ['2026-02-29', false],
  ['1900-02-29', false],
  ['2000-02-29', true],
  ['2100-02-29', false],
  ['1900-01-01', true],
  ['9999-12-31', true],
  ['2026-04-31', false],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-01-01T00:00:00Z', false],
  ['0000-01-01', false],
  ['1899-12-31', false],
  ['', false],
])('%s is an accounting date: %s', (text, answer) => {
  expect(isAccountingDate(text)).toBe(answer);
});

test('adding months does not drift after a short month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28');
  expect(addMonths('2024-01-31', 1)).toBe('2024-02-29');
  expect(addMonths('2026-01-31', 2)).toBe('2026-03-31');
});

test('adding days crosses months, years and leap days', () => {
  expect(addDays('2023-12-31', 60)).toBe('2024-02-29');
  expect(daysBetween('2024-02-01', '2024-03-01')).toBe(29);
  expect(daysBetween('2024-03-01', '2024-02-01')).toBe(-29);
  expect(endOfMonth('2100-02-10')).toBe('2100-02-28');
  expect(endOfMonth('1900-02-10')).toBe('1900-02-28');
  expect(addDays('1900-02-28', 1)).toBe('1900-03-01');
  expect(daysBetween('1900-01-01', '1901-01-01')).toBe(365);
});

test('the nearest weekday is at most three days away', () => {
  // 1 February 2026 is a Sunday.
  expect([1, 2, 3, 4, 5, 6, 7].map((weekday) => nearestWeekday('2026-02-01', weekday))).toEqual([
    '2026-02-02',
    '2026-02-03',
    '2026-02-04',
    '2026-01-29',
    '2026-01-30',
    '2026-01-31',
    '2026-02-01',
  ]);
});

const EPOCH = Temporal.PlainDate.from('1970-01-01');
/** 1 January 1800 to 31 December 2999. */
const aDay = fc.integer({ min: -62_091, max: 376_199 }).map((days) => EPOCH.add({ days }));
const LAWS = { numRuns: 2_000 };

test('days are counted as in Temporal', () => {
  fc.assert(
    fc.property(aDay, aDay, fc.integer({ min: -60_000, max: 60_000 }), (from, to, days) => {
      const date = from.toString();
      expect(dayNumber(date)).toBe(EPOCH.until(from, { largestUnit: 'day' }).days);
      expect(dateOf(dayNumber(date))).toBe(date);
      expect(addDays(date, days)).toBe(from.add({ days }).toString());
      expect(daysBetween(date, to.toString())).toBe(from.until(to, { largestUnit: 'day' }).days);
    }),
    LAWS,
  );
});

test('months begin, end and are added as in Temporal', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: -1_200, max: 1_200 }), (day, months) => {
      const date = day.toString();
      expect(addMonths(date, months)).toBe(day.add({ months }).toString());
      expect(startOfMonth(date)).toBe(day.with({ day: 1 }).toString());
      expect(endOfMonth(date)).toBe(day.with({ day: day.daysInMonth }).toString());
      expect(daysInMonth(day.year, day.month)).toBe(day.daysInMonth);
      expect(firstOfMonth(day.year, day.month)).toBe(day.with({ day: 1 }).toString());
      expect([yearOf(date), monthOf(date)]).toEqual([day.year, day.month]);
    }),
    LAWS,
  );
});

test('the nearest weekday agrees with Temporal and is at most three days away', () => {
  fc.assert(
    fc.property(aDay, fc.integer({ min: 1, max: 7 }), (day, weekday) => {
      const near = nearestWeekday(day.toString(), weekday);
      expect(Temporal.PlainDate.from(near).dayOfWeek).toBe(weekday);
      expect(Math.abs(daysBetween(day.toString(), near))).toBeLessThanOrEqual(3);
    }),
    LAWS,
  );
});

test('a day exists when Temporal accepts it, and counting from one that does not exist throws', () => {
  const number = (max: number, width: number) =>
    fc.integer({ min: 0, max }).map((value) => String(value).padStart(width, '0'));
  fc.assert(
    fc.property(number(9_999, 4), number(14, 2), number(33, 2), (year, month, day) => {
      const text = `${year}-${month}-${day}`;
      let exists = year !== '0000';
      try {
        Temporal.PlainDate.from(text, { overflow: 'reject' });
      } catch {
        exists = false;
      }
      expect(isDate(text)).toBe(exists);
      if (!exists) {
        for (const count of [() => addDays(text, 1), () => addMonths(text, 1), () => endOfMonth(text)]) {
          expect(count).toThrow(RangeError);
        }
      }
    }),
    LAWS,
  );
});
