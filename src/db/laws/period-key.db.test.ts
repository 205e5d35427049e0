import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { addDays } from '@/core/periods/calendar';
import { CALENDAR_PATTERNS, periodsOfYear } from '@/core/periods/fiscal-calendar';
import { periodKey } from '@/core/periods/period-grid';
import { closeConnections } from '@/db/client';
import { withOwner } from '@/testing/owner';

// Proves the law ledger/period-key of prisma/sql.

afterAll(closeConnections);

it('the database calls a period what the engine calls it, and names sort as their periods do', async () => {
  const parts = [
    ['2026-02-01', '2026-02-28'],
    ['2026-02-02', '2026-02-28'],
    ['2026-02-01', '2026-02-27'],
    ['2026-01-01', '2026-02-28'],
    ['2028-02-01', '2028-02-28'],
    ['2028-02-01', '2028-02-29'],
  ];
  const years = CALENDAR_PATTERNS.flatMap((pattern) =>
    [2025, 2026, 2028].flatMap((year) =>
      periodsOfYear(year, { pattern, startMonth: 2, adjustmentPeriod: false, firstWeekday: 7 }),
    ),
  ).map(({ startDate, endDate }) => [startDate, endDate]);
  const drawn = fc.sample(
    fc.record({ start: fc.integer({ min: 0, max: 3_000 }), days: fc.integer({ min: 0, max: 60 }) }),
    { numRuns: 600, seed: Number(process.env.DAYBOOK_SEED ?? 20261121) },
  );
  const random = drawn.map(({ start, days }) => {
    const first = addDays('2024-01-01', start);
    return [first, addDays(first, days)];
  });
  const spans = [...parts, ...years, ...random];
  expect(spans.length).toBeGreaterThanOrEqual(500);
  const { rows } = await withOwner((client) =>
    client.query<{ key: string }>(
      `select daybook_period_key(s, e) as key from unnest($1::date[], $2::date[]) with ordinality as p (s, e, n) order by n`,
      [spans.map(([start]) => start), spans.map(([, end]) => end)],
    ),
  );
  expect(rows.map(({ key }) => key)).toEqual(spans.map(([start = '', end = '']) => periodKey(start, end)));
  const year = periodsOfYear(2026, {
    pattern: '13x4',
    startMonth: 1,
    adjustmentPeriod: false,
    firstWeekday: 7,
  });
  const keys = year.map(({ startDate, endDate }) => periodKey(startDate, endDate));
  expect([...keys, periodKey('2027-02-01', '2027-02-28')]).toEqual([...keys, '2027-02'].sort());
  expect(
    year.every(
      ({ startDate }, index) => index === 0 || addDays(year[index - 1]?.endDate ?? '', 1) === startDate,
    ),
  ).toBe(true);
});
