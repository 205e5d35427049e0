import { expect, test } from 'vitest';
import { addDays, addMonths, daysBetween, endOfMonth, isAccountingDate, nearestWeekday } from './calendar';

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
