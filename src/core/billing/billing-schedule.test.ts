import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../periods/calendar';
import { LAST_BILLING_DAY, lastScheduled, nextScheduled } from './billing-schedule';

const FIRST_AT_SIX = { dayOfMonth: 1, hour: 6 };

describe('when subscriptions are billed', () => {
  test.each([
    ['2026-03-01', 5, '2026-02-01', '2026-03-01'],
    ['2026-03-01', 6, '2026-03-01', '2026-04-01'],
    ['2026-03-17', 23, '2026-03-01', '2026-04-01'],
    ['2026-01-01', 0, '2025-12-01', '2026-01-01'],
    ['2025-12-31', 23, '2025-12-01', '2026-01-01'],
  ])('on the first at six, on %s at %i the last was %s and the next is %s', (day, hour, last, next) => {
    expect(lastScheduled(FIRST_AT_SIX, { day, hour })).toBe(last);
    expect(nextScheduled(FIRST_AT_SIX, { day, hour })).toBe(next);
  });

  test.each([
    ['2026-03-01', 5, '2026-02-28', '2026-03-01'],
    ['2026-03-01', 6, '2026-03-01', '2026-03-02'],
  ])('every day at six, on %s at %i the last was %s and the next is %s', (day, hour, last, next) => {
    expect(lastScheduled({ dayOfMonth: null, hour: 6 }, { day, hour })).toBe(last);
    expect(nextScheduled({ dayOfMonth: null, hour: 6 }, { day, hour })).toBe(next);
  });

  test('the last hour has come, the next has not, and there is none between them', () => {
    const hours = fc.integer({ min: 0, max: 23 });
    const schedules = fc.record({
      dayOfMonth: fc.option(fc.integer({ min: 1, max: LAST_BILLING_DAY })),
      hour: hours,
    });
    const moments = fc.record({
      day: fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2024-01-01', days)),
      hour: hours,
    });
    fc.assert(
      fc.property(schedules, moments, (schedule, now) => {
        const [last, next] = [lastScheduled(schedule, now), nextScheduled(schedule, now)];
        expect(last < now.day || (last === now.day && schedule.hour <= now.hour)).toBe(true);
        expect(next > now.day || (next === now.day && schedule.hour > now.hour)).toBe(true);
        // At the next hour itself, the last one is that hour.
        expect(lastScheduled(schedule, { day: next, hour: schedule.hour })).toBe(next);
        expect(lastScheduled(schedule, { day: addDays(next, -1), hour: schedule.hour })).toBe(
          schedule.dayOfMonth === null ? addDays(next, -1) : last,
        );
      }),
    );
  });
});
