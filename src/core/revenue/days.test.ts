import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, addMonths, dateOf, dayNumber, isDate } from '../periods/calendar';
import { addPeriods, daysIn, daysInclusive, lastDayOf, periodsTouched } from './days';

describe('days', () => {
  it('agrees with the platform calendar on every day from 1800 to 2200', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_091, max: 84_006 }), (number) => {
        const platform = new Date(number * 86_400_000).toISOString().slice(0, 10);
        expect(dateOf(number)).toBe(platform);
        expect(dayNumber(platform)).toBe(number);
      }),
    );
  });

  it('refuses days that do not exist', () => {
    for (const text of ['2025-02-29', '2025-13-01', '2025-00-10', '2025-04-31', '25-01-01', '2025-1-1', '']) {
      expect(isDate(text), text).toBe(false);
    }
    for (const text of ['2024-02-29', '2000-02-29', '2025-12-31']) expect(isDate(text), text).toBe(true);
    expect(isDate('1900-02-29')).toBe(false);
  });

  it('counts both the first and the last day', () => {
    expect(daysInclusive('2025-01-01', '2025-12-31')).toBe(365);
    expect(daysInclusive('2024-02-01', '2024-02-29')).toBe(29);
    expect(daysInclusive('2025-03-05', '2025-03-05')).toBe(1);
  });

  it('adds months from the anchor, so a start on the 31st does not drift', () => {
    expect(addMonths('2025-01-31', 1)).toBe('2025-02-28');
    expect(addMonths('2025-01-31', 2)).toBe('2025-03-31');
    expect(addMonths('2024-01-30', 1)).toBe('2024-02-29');
    expect(addMonths('2025-03-15', -3)).toBe('2024-12-15');
  });

  it('counts months across a year end', () => {
    expect(addPeriods('2025-11', 3)).toBe('2026-02');
    expect(addPeriods('2025-01', -1)).toBe('2024-12');
    expect(periodsTouched('2025-11-30', '2026-01-01')).toEqual(['2025-11', '2025-12', '2026-01']);
    expect(daysIn('2024-02')).toBe(29);
    expect(daysIn('1900-02')).toBe(28);
    expect(daysIn('2000-02')).toBe(29);
    expect(addMonths('1900-01-31', 1)).toBe('1900-02-28');
    expect(lastDayOf('2025-04')).toBe('2025-04-30');
    expect(addDays('2024-12-31', 1)).toBe('2025-01-01');
  });
});
