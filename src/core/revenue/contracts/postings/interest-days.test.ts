import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, ZERO } from '@/core/money/decimal';
import type { InterestDay } from '../contract-state';
import { type InterestChange, interestShifts } from './interest-days';
import { positionOf } from './interest-position';

/** Example 26: 121 payable in two years for goods of 100; interest of 0.80 in each of January and February. */
const SALE: Omit<InterestDay, 'on'> = {
  currencyCode: 'USD',
  status: 'ACTIVE',
  transactionPrice: '100.00',
  billed: '0.00',
  billedFor: [],
  paid: '0.00',
  interest: [
    { on: '2026-01-31', amount: '-0.80' },
    { on: '2026-02-28', amount: '-0.80' },
    { on: '2027-12-31', amount: '-19.40' },
  ],
  installments: [{ on: '2027-12-31', amount: '121.00' }],
  earned: '0.00',
  expensed: '0.00',
};
const day = (on: string, terms: Partial<InterestDay>): InterestDay => ({ ...SALE, on, ...terms });
const moved = (on: string, accrued: string, unearned: string, advance: string): InterestChange => ({
  on,
  accrued: dec(accrued),
  unearned: dec(unearned),
  advance: dec(advance),
});
const shown = (shifts: readonly InterestChange[]) =>
  shifts
    .map(({ on, accrued, unearned, advance }) =>
      [on, ...[accrued, unearned, advance].map((amount) => amount.toFixed(2))].join(' '),
    )
    .filter((line) => /[1-9]/.test(line.slice(10)));
const itself = (on: string) => on;

/** What accrued by its month's end stands as accrued interest; a bill of everything on 1 January is recorded in March. */
const BILLED_LATE = {
  days: [
    day('2026-01-01', { billed: '121.00' }),
    day('2026-01-31', { billed: '121.00', earned: '0.80' }),
    day('2026-02-28', { billed: '121.00', earned: '1.60' }),
  ],
  recognised: [],
  posted: [moved('2026-01-31', '0.80', '0', '0'), moved('2026-02-28', '0.80', '0', '0')],
};

describe('interest in accounts of its own, day by day (606-10-32-20)', () => {
  it('a bill recorded late makes its interest unearned on its own day, and what accrued since is taken out of that', () => {
    expect(shown(interestShifts(BILLED_LATE, itself))).toEqual([
      '2026-01-01 0.00 21.00 0.00',
      '2026-01-31 -0.80 -0.80 0.00',
      '2026-02-28 -0.80 -0.80 0.00',
    ]);
  });

  it('what belongs to a closed month is moved on the first open day', () => {
    const booked = (on: string) => (on < '2026-02-01' ? '2026-02-01' : on);
    // 21.00 less 0.80 of January.
    expect(shown(interestShifts(BILLED_LATE, booked))).toEqual([
      '2026-02-01 -0.80 20.20 0.00',
      '2026-02-28 -0.80 -0.80 0.00',
    ]);
  });

  it('what lies after the last open period is not moved yet', () => {
    const booked = (on: string) => (on > '2026-01-31' ? null : on);
    expect(shown(interestShifts(BILLED_LATE, booked))).toEqual([
      '2026-01-01 0.00 21.00 0.00',
      '2026-01-31 -0.80 -0.80 0.00',
    ]);
  });

  it('interest on an advance is earned on the day on which its revenue is posted', () => {
    // 240.00 on 4,000 by the end of the year; the price of 4,240 is earned by halves.
    const days = [
      day('2026-12-31', {
        transactionPrice: '4240.00',
        billed: '4000.00',
        interest: [{ on: '2026-12-31', amount: '240.00' }],
        installments: [],
        expensed: '240',
      }),
    ];
    const posted = [moved('2026-12-31', '0', '0', '240')];
    const half = (on: string) => ({ on, amount: dec('2120') });
    const both = [half('2027-01-31'), half('2027-02-28')];
    expect(shown(interestShifts({ days, recognised: both, posted }, itself))).toEqual([
      '2027-01-31 0.00 0.00 -120.00',
      '2027-02-28 0.00 0.00 -120.00',
    ]);
    // The first run was reversed after both had been settled.
    const after = [...posted, moved('2027-01-31', '0', '0', '-120'), moved('2027-02-28', '0', '0', '-120')];
    const left = [...both, { on: '2027-01-31', amount: dec('-2120') }];
    expect(shown(interestShifts({ days, recognised: left, posted: after }, itself))).toEqual([
      '2027-01-31 0.00 0.00 120.00',
    ]);
  });

  it('whatever was posted and closed, from the first open day on every day has what belongs to it, and nothing is moved twice', () => {
    const on = fc.integer({ min: 1, max: 28 }).map((date) => `2026-02-${String(date).padStart(2, '0')}`);
    const amount = fc.integer({ min: -9_999, max: 9_999 }).map((cents) => dec(String(cents)).div('100'));
    const size = fc.integer({ min: 0, max: 20_000 }).map((cents) => dec(String(cents)).div('100'));
    const posted = fc.record({ on, accrued: amount, unearned: amount, advance: amount });
    const facts = fc
      .record({ on, billed: size, earned: size, expensed: size })
      .map(({ on: date, ...amounts }) => {
        const [billed, earned, expensed] = [amounts.billed, amounts.earned, amounts.expensed];
        const text = { billed: billed.toFixed(2), earned: earned.toFixed(2), expensed: expensed.toFixed(2) };
        return day(date, text);
      });
    fc.assert(
      fc.property(
        fc.uniqueArray(facts, { selector: (one) => one.on, maxLength: 6 }),
        fc.array(fc.record({ on, amount }), { maxLength: 6 }),
        fc.array(posted, { maxLength: 6 }),
        on,
        (unordered, recognised, stood, first) => {
          const days = [...unordered].sort((a, b) => (a.on < b.on ? -1 : 1));
          const booked = (date: string) => (date < first ? first : date);
          const shifts = interestShifts({ days, recognised, posted: stood }, booked);
          expect(shifts.every((shift) => shift.on >= first)).toBe(true);
          const all = [...stood, ...shifts];
          expect(shown(interestShifts({ days, recognised, posted: all }, booked))).toEqual([]);
          for (const date of new Set(shifts.map((shift) => shift.on))) {
            const facts = days.findLast((one) => one.on <= date);
            const by = <Row extends { on: string }>(rows: readonly Row[], of: (row: Row) => typeof ZERO) =>
              rows.reduce((total, row) => (row.on <= date ? total.plus(of(row)) : total), ZERO);
            const belongs =
              facts === undefined
                ? { income: ZERO, advance: ZERO }
                : positionOf(
                    facts,
                    by(recognised, (one) => one.amount),
                  );
            const [accrued, unearned] = [by(all, (one) => one.accrued), by(all, (one) => one.unearned)];
            expect([accrued.lt(ZERO), unearned.lt(ZERO), accrued.isZero() || unearned.isZero()]).toEqual([
              false,
              false,
              true,
            ]);
            expect(unearned.minus(accrued).toFixed(2)).toBe(belongs.income.toFixed(2));
            expect(by(all, (one) => one.advance).toFixed(2)).toBe(belongs.advance.toFixed(2));
          }
        },
      ),
    );
  });
});
