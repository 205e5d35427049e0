import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, ZERO } from '@/core/money/decimal';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import type { PeriodString } from '../days';
import { columnOf, columnsBetween } from './columns';
import { Tally } from './tally';

/** A contract (or a change of one) booked in a period, with the amount it allocates. */
export type Booking = { contractId: string; period: PeriodString; amount: DecimalString };
/** Revenue of a contract in a period: posted in it, or planned for it and not posted. */
export type RevenueRow = {
  contractId: string;
  period: PeriodString;
  amount: DecimalString;
  posted: boolean;
};

export type WaterfallRow = {
  /** The period the contracts were booked in. */
  cohort: PeriodString;
  booked: DecimalString;
  /** Recognized before the first period shown. */
  before: DecimalString;
  /** One amount per period shown, a month unless the books have other periods. */
  months: DecimalString[];
  /** Recognized or planned after the last period shown. */
  after: DecimalString;
  /** booked − everything posted through `asOf`. */
  remaining: DecimalString;
};

export type Waterfall = {
  periods: PeriodString[];
  rows: WaterfallRow[];
  total: Omit<WaterfallRow, 'cohort'>;
};

/**
 * Revenue waterfall: one row per period of booking, one column per period of revenue. In each row, booked = before + Σ months +
 * after + amounts not yet scheduled; remaining is as of the end of `asOf`. A contract belongs to the period of its first
 * booking. Periods are calendar months, or those of `grid`.
 */
export function waterfall(input: {
  currencyCode: string;
  grid?: PeriodGrid | undefined;
  bookings: readonly Booking[];
  revenue: readonly RevenueRow[];
  from: PeriodString;
  to: PeriodString;
  asOf: PeriodString;
}): Waterfall {
  const { currencyCode, grid = MONTHS, from, to, asOf } = input;
  const periods = columnsBetween(grid, from, to);
  const cohortOf = new Map<string, PeriodString>();
  for (const { contractId, period: booked } of input.bookings) {
    const period = columnOf(grid, booked);
    const known = cohortOf.get(contractId);
    if (known === undefined || period < known) cohortOf.set(contractId, period);
  }
  const booked = new Tally();
  const cells = new Tally();
  const add = (cohort: string, column: string, amount: DecimalString) =>
    cells.add(`${cohort}|${column}`, amount);
  for (const { contractId, amount } of input.bookings) booked.add(cohortOf.get(contractId) ?? '', amount);
  for (const { contractId, period: own, amount, posted } of input.revenue) {
    const period = columnOf(grid, own);
    const cohort = cohortOf.get(contractId) ?? period;
    booked.add(cohort, ZERO);
    add(cohort, period < from ? 'before' : period > to ? 'after' : period, amount);
    if (posted && period <= asOf) add(cohort, 'recognised', amount);
  }
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const cohorts = booked.sortedKeys();
  const over = (column: string) =>
    cohorts.reduce((total, cohort) => total.plus(cells.get(`${cohort}|${column}`)), ZERO);
  return {
    periods,
    rows: cohorts.map((cohort) => ({
      cohort,
      booked: text(booked.get(cohort)),
      before: text(cells.get(`${cohort}|before`)),
      months: periods.map((period) => text(cells.get(`${cohort}|${period}`))),
      after: text(cells.get(`${cohort}|after`)),
      remaining: text(booked.get(cohort).minus(cells.get(`${cohort}|recognised`))),
    })),
    total: {
      booked: text(booked.total()),
      before: text(over('before')),
      months: periods.map((period) => text(over(period))),
      after: text(over('after')),
      remaining: text(booked.total().minus(over('recognised'))),
    },
  };
}
