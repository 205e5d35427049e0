import { describe, expect, test } from 'vitest';
import { formatDate, formatInstant, formatMonth, monthEnd, monthStart } from '../figures/date-format';
import { readDate } from './date-input';

const shown = '2026-03-12';
const today = '2026-11-21';

describe('dates as people type them', () => {
  test.each([
    ['t', '2026-11-21'],
    ['+', '2026-03-13'],
    ['--', '2026-03-10'],
    ['m', '2026-03-01'],
    ['h', '2026-03-31'],
    ['y', '2026-01-01'],
    ['R', '2026-12-31'],
    ['-10', '2026-03-02'],
    ['+30', '2026-04-11'],
    ['15', '2026-03-15'],
    ['4-2', '2026-04-02'],
    ['12/31', '2026-12-31'],
    ['2027-1-5', '2027-01-05'],
    ['20270105', '2027-01-05'],
  ])('%s is %s', (typed, date) => {
    expect(readDate(typed, shown, today)).toBe(date);
  });

  test.each(['31/31', '2026-02-30', 'soon', '', '99', '+99999', 'ty'])('%s is not a date', (typed) => {
    expect(readDate(typed, shown, today)).toBeNull();
  });

  test('an empty field counts from today', () => {
    expect(readDate('+', '', today)).toBe('2026-11-22');
  });
});

describe('dates as they are displayed', () => {
  test('the month is in letters and no time zone shifts the day', () => {
    expect(formatDate('2026-03-01')).toBe('1 Mar 2026');
    expect(formatMonth('2026-03')).toBe('March 2026');
    expect(formatInstant('2026-03-01T23:30:00.000Z')).toBe('1 Mar 2026, 23:30');
  });

  test('months end on their own last day, even across a year end', () => {
    expect(monthEnd('2028-02-10')).toBe('2028-02-29');
    expect(monthStart('2026-01-31', -1)).toBe('2025-12-01');
    expect(monthEnd('2026-12-05', 1)).toBe('2027-01-31');
  });
});
