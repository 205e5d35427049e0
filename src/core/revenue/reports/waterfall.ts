import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, ZERO } from '@/core/money/decimal';
import { addPeriods, type PeriodString, periodNumber } from '../days';
import { Tally } from './tally';

/** A contract (or a change of one) booked in a month, with the amount it allocates. */
export type Booking = { contractId: string; period: PeriodString; amount: DecimalString };
/** Revenue of a contract in a month: posted in it, or planned for it and not posted. */
export type RevenueRow = {
  contractId: string;
  period: PeriodString;
  amount: DecimalString;
  posted: boolean;
};

export type WaterfallRow = {
  /** The month the contracts were booked in. */
  cohort: PeriodString;
  booked: DecimalString;
  /** Recognized before the first month shown. */
  before: DecimalString;
  months: DecimalString[];
  /** Recognized or planned after the last month shown. */
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
 * Revenue waterfall: one row per booking month, one column per month of revenue. In each row, booked = before + Σ months +
 * after + amounts not yet scheduled; remaining is as of the end of `asOf`. A contract belongs to the month of its first
 * booking.
 */
export function waterfall(input: {
  currencyCode: string;
  bookings: readonly Booking[];
  revenue: readonly RevenueRow[];
  from: PeriodString;
  to: PeriodString;
  asOf: PeriodString;
}): Waterfall {
  const { currencyCode, from, to, asOf } = input;
  const periods = Array.from({ length: Math.max(0, periodNumber(to) - periodNumber(from) + 1) }, (_, index) =>
    addPeriods(from, index),
  );
  const cohortOf = new Map<string, PeriodString>();
  for (const { contractId, period } of input.bookings) {
    const known = cohortOf.get(contractId);
    if (known === undefined || period < known) cohortOf.set(contractId, period);
  }
  const booked = new Tally();
  const cells = new Tally();
  const add = (cohort: string, column: string, amount: DecimalString) =>
    cells.add(`${cohort}|${column}`, amount);
  for (const { contractId, amount } of input.bookings) booked.add(cohortOf.get(contractId) ?? '', amount);
  for (const { contractId, period, amount, posted } of input.revenue) {
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
