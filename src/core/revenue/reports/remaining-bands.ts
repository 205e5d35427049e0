import { addDays } from '../../periods/calendar';
import type { PeriodGrid } from '../../periods/period-grid';
import { type DateString, lastDayOf, type PeriodString } from '../days';
import type { REMAINING_BANDINGS } from '../vocabulary';
import { columnAt, lastDayAfterYears, yearOfColumn } from './columns';

/**
 * MONTHS: 1–12, 13–24 … months after the end of `asOf`; a fiscal period counts in the band it ends in. YEARS: calendar years, as in
 * Example 42, or the fiscal years of the books.
 */
export type RpoBanding = (typeof REMAINING_BANDINGS)[number];

/** Twelve-month bands before the open-ended one. */
export const YEAR_BANDS = 3;

/** The names of the twelve-month bands, the open-ended one last. */
export function monthBands(yearBands: number): string[] {
  const closed = Array.from(
    { length: yearBands },
    (_, index) => `${index * 12 + 1}-${(index + 1) * 12} months`,
  );
  return [...closed, `over ${yearBands * 12} months`];
}

/** The last days of the twelve-month bands after a period. */
const endsAfter = (asOf: PeriodString, yearBands: number): DateString[] =>
  Array.from({ length: yearBands }, (_, index) => lastDayAfterYears(asOf, index + 1));

/** The band of a period in which revenue is expected. */
export function bandsFrom(input: {
  asOf: PeriodString;
  grid: PeriodGrid;
  banding: RpoBanding;
  yearBands: number;
}): (period: PeriodString) => string {
  const { asOf, grid, banding, yearBands } = input;
  if (banding === 'YEARS') return (period) => yearOfColumn(grid, period);
  const names = monthBands(yearBands);
  const ends = endsAfter(asOf, yearBands);
  return (period) => {
    // Overdue amounts belong to the first band, because they will be recognized next; what ends after every band, to the last.
    return names.at(ends.findIndex((end) => lastDayOf(period) <= end)) ?? '';
  };
}

/** The first and last day on which a period of a band ends; null for an end that is open. `band` is what the report calls it. */
export function daysOfBand(input: {
  asOf: PeriodString;
  grid: PeriodGrid;
  band: string;
  yearBands?: number;
}): {
  from: DateString;
  to: DateString | null;
} {
  const { asOf, grid, band, yearBands = YEAR_BANDS } = input;
  const at = monthBands(yearBands).indexOf(band);
  if (at !== -1) {
    const ends = [lastDayOf(asOf), ...endsAfter(asOf, yearBands)];
    return { from: addDays(ends[at] ?? lastDayOf(asOf), 1), to: ends[at + 1] ?? null };
  }
  if (grid.isMonths) return { from: `${band}-01-01`, to: `${band}-12-31` };
  // A fiscal year begins in the calendar year it is named after or in the one before, and ends at most a few days into the next.
  const year = Number(band.replace('FY', ''));
  const isOfYear = (startDate: DateString) => yearOfColumn(grid, grid.on(startDate).key) === band;
  let first = columnAt(grid, `${year - 1}-01-01`).startDate;
  while (!isOfYear(first) && first <= `${year + 1}-01-31`) first = addDays(grid.on(first).endDate, 1);
  let next = first;
  while (isOfYear(next)) next = addDays(grid.on(next).endDate, 1);
  return { from: first, to: addDays(next, -1) };
}
