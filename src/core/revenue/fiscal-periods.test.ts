import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HISTORIES } from '@/testing/long-run';
import { BEGIN, PROMISES } from '../../../e2e/revenue/histories/drawn-contract';
import { drawn, type History, read, sumOf } from '../../../e2e/revenue/histories/drawn-histories';
import { earnedBy } from '../../../e2e/revenue/oracle/standings';
import { addDays } from '../periods/calendar';
import {
  type CalendarTimeline,
  continued,
  monthlyTimeline,
  periodOnTimeline,
} from '../periods/calendar-timeline';
import {
  CALENDAR_MONTHS,
  CALENDAR_PATTERNS,
  type FiscalCalendar,
  WEEK_RULES,
} from '../periods/fiscal-calendar';
import { gridOf, MONTHS, type PeriodGrid } from '../periods/period-grid';
import { expectValue } from './cases/expect-value';
import type { ContractEvent } from './contracts/events';
import { picture } from './contracts/picture';
import { type AddedRow, rowDifferences } from './contracts/postings/postings';
import { checkRunOrder } from './schedules/recognition';
import { buildSchedule } from './schedules/schedule';
import { RESIDUALS, SCHEDULE_METHODS, type ScheduleMethod } from './schedules/schedule-methods';

/** 4-4-5 from the Sunday nearest to 1 January: P01 of 2026 is 4 to 31 January, P03 ends on 4 April. */
const weeks: FiscalCalendar = { ...CALENDAR_MONTHS, pattern: '4-4-5', firstWeekday: 7 };
const of = (calendar: FiscalCalendar): PeriodGrid => gridOf([], [{ firstDay: null, calendar }]);
const shares = (method: ScheduleMethod, amount: string, grid: PeriodGrid) =>
  expectValue(
    buildSchedule({ amount, currencyCode: 'USD', start: '2026-01-04', end: '2026-04-04', method, grid }),
  ).slices.map(({ period, amount: share }) => [period, share]);

describe('a period earns its own days', () => {
  test('91 days at 10.00 a day are 280.00, 280.00 and 350.00 in a quarter of 4, 4 and 5 weeks', () => {
    expect(shares('EXACT_DAYS', '910.00', of(weeks))).toEqual([
      ['2026-01-31', '280.00'],
      // The second period happens to be the month of February and is called like it.
      ['2026-02', '280.00'],
      ['2026-04-04', '350.00'],
    ]);
  });

  test('even months are cut by their days: March has 31 of them, and 4 days of April are a month of the term', () => {
    // Four months touched, 100.00 each: 4-31 January, February, March and 1-4 April, the last two in one period.
    expect(shares('EVEN_PERIODS', '400.00', of(weeks))).toEqual([
      ['2026-01-31', '100.00'],
      ['2026-02', '100.00'],
      ['2026-04-04', '200.00'],
    ]);
    // The same months under 13 periods of four weeks: 1-28 March are 28/31 of 100.00.
    expect(shares('EVEN_PERIODS', '400.00', of({ ...weeks, pattern: '13x4' }))).toEqual([
      ['2026-01-31', '100.00'],
      ['2026-02', '100.00'],
      ['2026-03-28', '90.32'],
      ['2026-04-25', '109.68'],
    ]);
  });

  test('a 53rd week is earned in the period that has it', () => {
    // From the Sunday nearest to 1 January: the year 2020 has 371 days, 10.00 each.
    const year = {
      amount: '3710.00',
      currencyCode: 'USD',
      start: '2019-12-29',
      end: '2021-01-02',
      method: 'EXACT_DAYS',
    } as const;
    const amounts = (extraWeekIn?: number) =>
      expectValue(buildSchedule({ ...year, grid: of({ ...weeks, extraWeekIn }) })).slices.map(
        ({ amount }) => amount,
      );
    expect(amounts().at(-1)).toBe('420.00');
    expect(amounts(1)[0]).toBe('350.00');
    expect(amounts(1).at(-1)).toBe('350.00');
  });
});

/** Every number of days a month can have divides it, so that day weights are whole numbers. */
const LCM = 72_201_776_446_800n;

/** What each day of a term weighs, stated day by day, without months or periods. */
function dayWeights(start: string, end: string, method: ScheduleMethod): Map<string, bigint> {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  const touched = new Map<string, number>();
  for (const day of days) touched.set(day.slice(0, 7), (touched.get(day.slice(0, 7)) ?? 0) + 1);
  const inMonth = (day: string) => touched.get(day.slice(0, 7)) ?? 0;
  const whole = new Map<string, number>();
  for (const month of touched.keys()) {
    let first = `${month}-01`;
    let count = 0;
    for (; first.slice(0, 7) === month; first = addDays(first, 1)) count += 1;
    whole.set(month, count);
  }
  const monthHas = (day: string) => whole.get(day.slice(0, 7)) ?? 0;
  const isUnfinished = addDays(end, 1).slice(0, 7) === end.slice(0, 7);
  const dropped =
    method === 'FULL_MONTHS' && isUnfinished && start.slice(0, 7) !== end.slice(0, 7) ? end.slice(0, 7) : '';
  return new Map(
    days
      .filter((day) => day.slice(0, 7) !== dropped)
      .map((day) => {
        if (method === 'EXACT_DAYS') return [day, 1n];
        return [day, LCM / BigInt(method === 'PRORATE_FIRST_LAST' ? monthHas(day) : inMonth(day))];
      }),
  );
}

/** Half to even, of cents. */
function rounded(numerator: bigint, denominator: bigint): bigint {
  const down = numerator / denominator;
  const twice = (numerator - down * denominator) * 2n;
  return twice > denominator || (twice === denominator && down % 2n === 1n) ? down + 1n : down;
}

const drawnCalendar = fc.record({
  pattern: fc.constantFrom(...CALENDAR_PATTERNS),
  startMonth: fc.integer({ min: 1, max: 12 }),
  adjustmentPeriod: fc.boolean(),
  firstWeekday: fc.integer({ min: 1, max: 7 }),
  weekRule: fc.constantFrom(...WEEK_RULES),
  extraWeekIn: fc.option(fc.integer({ min: 1, max: 12 }), { nil: undefined }),
});
/** Months, then up to two other calendars. */
const drawnGrid = fc
  .record({
    startMonth: fc.integer({ min: 1, max: 12 }),
    changes: fc.array(fc.record({ after: fc.integer({ min: 30, max: 900 }), calendar: drawnCalendar }), {
      maxLength: 2,
    }),
  })
  .map(({ startMonth, changes }) => {
    let timeline: CalendarTimeline = monthlyTimeline(startMonth);
    let from = '2025-01-01';
    for (const { after, calendar } of changes) {
      from = addDays(periodOnTimeline(timeline, addDays(from, after)).endDate, 1);
      timeline = continued(timeline, [...timeline.slice(1), { firstDay: from, calendar }]);
    }
    return gridOf([], timeline);
  });
const drawnTerm = fc.record({
  cents: fc.integer({ min: 1, max: 100_000_000 }),
  from: fc.integer({ min: 0, max: 900 }),
  days: fc.integer({ min: 1, max: 900 }),
  method: fc.constantFrom(...SCHEDULE_METHODS),
  residual: fc.constantFrom(...RESIDUALS),
});
const SEED = process.env.DAYBOOK_SEED === undefined ? {} : { seed: Number(process.env.DAYBOOK_SEED) };

test('law: under any calendar the periods sum to the price, and each earns exactly its days’ part', () => {
  fc.assert(
    fc.property(drawnGrid, drawnTerm, (grid, { cents, from, days, method, residual }) => {
      const start = addDays('2025-01-01', from);
      const end = addDays(start, days - 1);
      const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      const { slices } = expectValue(
        buildSchedule({ amount, currencyCode: 'USD', start, end, method, residual, grid }),
      );
      const weights = dayWeights(start, end, method);
      const all = [...weights.values()].reduce((total, weight) => total + weight, 0n);
      const expected = new Map<string, bigint>();
      for (const [day, weight] of weights) {
        const { key } = grid.on(day);
        expect(grid.on(day).startDate <= day && day <= grid.on(day).endDate).toBe(true);
        expected.set(key, (expected.get(key) ?? 0n) + weight);
      }
      let [reached, given] = [0n, 0n];
      const parts = [...expected].map(([key, weight], index) => {
        reached += weight;
        const left = BigInt(cents) - given;
        const own = rounded(BigInt(cents) * weight, all);
        let part = own > left ? left : own;
        if (residual === 'CUMULATIVE') part = rounded(BigInt(cents) * reached, all) - given;
        if (index === expected.size - 1) part = left;
        given += part;
        return [key, part];
      });
      const earned = slices.map((slice) => [slice.period, BigInt(slice.amount.replace('.', ''))]);
      expect(earned).toEqual(parts);
      expect(given).toBe(BigInt(cents));
      // Every slice lies within its own period.
      for (const slice of slices) {
        expect(grid.on(slice.start).key).toBe(slice.period);
        expect(grid.on(slice.end).key).toBe(slice.period);
      }
    }),
    { numRuns: HISTORIES, ...SEED },
  );
});

/** What was never begun is removed, then a concession is granted; in September nothing is in progress when the price changes. */
const CONCEDED_AFTER_REMOVAL: History = {
  frame: {
    financing: 'STATED',
    policy: { framework: 'US_GAAP', lossLevel: 'CONTRACT' },
    calendar: 'MONTHS',
    minimum: 'BREAKAGE',
  },
  all: [
    { what: 'conceded', day: 38, size: 18 },
    { what: 'catchUp', day: 234, size: 1 },
    { what: 'removed', day: 0, size: 4829 },
    { what: 'removed', day: 37, size: 1291 },
    { what: 'catchUp', day: 74, size: 1 },
  ],
};

test(
  'oracle: under any calendar revenue through the end of every period equals a direct calculation by date, and plans sum to their shares',
  () => {
    fc.assert(
      fc.property(drawnGrid, drawn, (grid, history) => {
        const { begun, contract, heard, facts } = read(history);
        const { rows, obligations } = expectValue(picture([...begun, ...facts], grid));
        const periods: { key: string; endDate: string }[] = [];
        for (let period = grid.on(BEGIN); period.endDate < '2027-02-28'; ) {
          periods.push(period);
          period = grid.on(addDays(period.endDate, 1));
        }
        const expected = earnedBy(
          periods.map(({ endDate }) => endDate),
          contract,
          heard,
        );
        let earned = 0;
        for (const [index, { key }] of periods.entries()) {
          earned += sumOf(rows.filter(({ period }) => period === key));
          expect(Math.abs(earned - (expected[index] ?? 0) * 100), key).toBeLessThanOrEqual(
            2 * (facts.length + 2) * PROMISES.length,
          );
        }
        for (const { pattern, planned, allocated } of obligations) {
          if (pattern.kind === 'RATABLE' || pattern.kind === 'USAGE') expect(planned).toBe(allocated);
        }
      }),
      { numRuns: HISTORIES, examples: [[MONTHS, CONCEDED_AFTER_REMOVAL]], ...SEED },
    );
  },
  600_000 + HISTORIES * 500,
);

describe('contracts of a subsidiary with periods of weeks', () => {
  const grid = of(weeks);
  const term: ContractEvent[] = [
    {
      id: 'c',
      kind: 'created',
      effectiveDate: '2026-01-04',
      currencyCode: 'USD',
      obligations: [
        {
          key: 'support',
          allocated: '910.00',
          ssp: '910.00',
          pattern: { kind: 'RATABLE', start: '2026-01-04', end: '2026-04-04' },
        },
        { key: 'build', allocated: '100.00', ssp: '100.00', pattern: { kind: 'PROGRESS' } },
      ],
    },
    { id: 'a', kind: 'activated', effectiveDate: '2026-01-04' },
  ];
  const progress: ContractEvent = {
    id: 'p',
    kind: 'progress',
    effectiveDate: '2026-04-02',
    key: 'build',
    progress: '0.5',
  };
  const booked = (rows: readonly AddedRow[], key: string) =>
    rows.filter((row) => row.key === key).map((row) => [row.naturalPeriod, row.period, row.amount]);

  test('a delivery on 2 April belongs to the period that ends on 4 April', () => {
    const rows = rowDifferences(expectValue(picture([...term, progress], grid)), [], {
      grid,
      firstOpen: '2026-01-31',
      causeId: 'p',
      nextSeq: 0,
    });
    expect(booked(rows, 'build')).toEqual([['2026-04-04', '2026-04-04', '50.00']]);
    expect(booked(rows, 'support').map(([own]) => own)).toEqual(['2026-01-31', '2026-02', '2026-04-04']);
  });

  test('what belongs to a closed period goes to the first open one, labeled with its own', () => {
    const rows = rowDifferences(expectValue(picture([...term, progress], grid)), [], {
      grid,
      firstOpen: '2026-05-02',
      causeId: 'p',
      nextSeq: 0,
    });
    expect(booked(rows, 'build')).toEqual([['2026-04-04', '2026-05-02', '50.00']]);
    expect(rows.every(({ late, catchUp }) => late && catchUp)).toBe(true);
  });

  test('changing the periods moves what is planned and changes no sum', () => {
    const at = { causeId: 'x', firstOpen: '2026-01', nextSeq: 0 };
    const stored = rowDifferences(expectValue(picture([...term, progress])), [], at);
    const moved = rowDifferences(expectValue(picture([...term, progress], grid)), stored, { ...at, grid });
    const cents = (rows: readonly AddedRow[]) =>
      rows.reduce((total, { amount }) => total + BigInt(amount.replace('.', '')), 0n);
    expect(cents(moved)).toBe(0n);
    const whole = new Map<string, bigint>();
    for (const row of [...stored, ...moved]) {
      whole.set(row.naturalPeriod, (whole.get(row.naturalPeriod) ?? 0n) + cents([row]));
    }
    expect([...whole].filter(([, amount]) => amount !== 0n).sort()).toEqual([
      ['2026-01-31', 28_000n],
      ['2026-02', 28_000n],
      ['2026-04-04', 40_000n],
    ]);
  });

  test('runs go period by period, and none is skipped', () => {
    const order = { lastPosted: '2026-02', firstDue: '2026-04-04', grid };
    expect(checkRunOrder({ ...order, period: '2026-04-04' })).toEqual({ ok: true, value: '2026-04-04' });
    const skipped = checkRunOrder({ ...order, period: '2026-05-02' });
    expect(skipped).toMatchObject({ ok: false, refusal: { data: { next: '2026-04-04' } } });
  });
});
