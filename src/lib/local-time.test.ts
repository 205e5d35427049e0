import { expect, test } from 'vitest';
import { localTime } from './local-time';

test.each([
  ['2026-03-01T05:30:00Z', 'UTC', '2026-03-01', 5],
  ['2026-03-01T00:00:00Z', 'UTC', '2026-03-01', 0],
  ['2026-02-28T21:00:00Z', 'Asia/Tokyo', '2026-03-01', 6],
  ['2026-03-01T04:59:59Z', 'America/New_York', '2026-02-28', 23],
  // Summer time: the same moment of the day is another hour of UTC.
  ['2026-07-01T04:00:00Z', 'Europe/Berlin', '2026-07-01', 6],
  ['2026-01-01T05:00:00Z', 'Europe/Berlin', '2026-01-01', 6],
])('%s in %s is %s at %i', (moment, zone, day, hour) => {
  expect(localTime(new Date(moment), zone)).toEqual({ day, hour });
});
