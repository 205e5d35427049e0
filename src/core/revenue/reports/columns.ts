import { addDays, addMonths } from '../../periods/calendar';
import { type GridPeriod, isPeriodName, type PeriodGrid, periodNamed } from '../../periods/period-grid';
import { addPeriods, type DateString, isPeriod, lastDayOf, type PeriodString } from '../days';

/**
 * The columns of a report are the periods of one calendar: calendar months, or the fiscal periods of the books it speaks of. A
 * period of other books counts in the column that contains its last day, as its revenue and its entries are posted on that day.
 */
export function columnOf(grid: PeriodGrid, period: PeriodString): PeriodString {
  return grid.isMonths ? period.slice(0, 7) : grid.on(lastDayOf(period)).key;
}

/** A column with its first and last day. */
export function columnAt(grid: PeriodGrid, period: PeriodString): GridPeriod {
  return grid.on(lastDayOf(period));
}

/** The columns from one to another, both included, in order; at most `most` of them. */
export function columnsBetween(
  grid: PeriodGrid,
  from: PeriodString,
  to: PeriodString,
  most = Number.POSITIVE_INFINITY,
): PeriodString[] {
  const columns: PeriodString[] = [];
  const last = lastDayOf(to);
  for (
    let at = columnAt(grid, from);
    at.endDate <= last && columns.length < most;
    at = grid.on(addDays(at.endDate, 1))
  ) {
    columns.push(at.key);
  }
  return columns;
}

/** The column before another. */
export function columnBefore(grid: PeriodGrid, period: PeriodString): PeriodString {
  return grid.on(addDays(columnAt(grid, period).startDate, -1)).key;
}

/** The last day of the period that ends `years` years after another: a month's, or about the same day. */
export function lastDayAfterYears(period: PeriodString, years: number): DateString {
  return period.length === 10 ? addMonths(period, 12 * years) : lastDayOf(addPeriods(period, 12 * years));
}

/** A year of weeks ends up to two days after or six days before the year before, counted in months. */
const [AFTER, BEFORE] = [3, 6];

/** The first of the columns that make up the year ending with a column. */
export function firstColumnOfYear(grid: PeriodGrid, period: PeriodString): PeriodString {
  return grid.on(addDays(addMonths(columnAt(grid, period).endDate, -12), AFTER + 1)).key;
}

/** The last of the columns that make up the year after a column. */
export function lastColumnOfYearAfter(grid: PeriodGrid, period: PeriodString): PeriodString {
  const after = grid.on(addDays(addMonths(columnAt(grid, period).endDate, 12), BEFORE + 1));
  return grid.on(addDays(after.startDate, -1)).key;
}

/** Which of the columns a name means: the first or the last of those that a month may name together. */
export type End = 'FIRST' | 'LAST';

/**
 * The column a reader names: by its label, its last day, or as a month. Where columns are not months, a month names the columns that
 * end in it; where none does, FIRST is the next column and LAST the one before. Null for a name that no column has.
 */
export function columnNamed(grid: PeriodGrid, name: string, end: End): PeriodString | null {
  if (!isPeriodName(name)) return null;
  const exact = periodNamed(grid, name);
  if (exact !== null) return exact.key;
  if (grid.isMonths || !isPeriod(name)) return null;
  if (end === 'FIRST') return grid.on(`${name}-01`).key;
  // The column before the one that the day after the month lies in.
  const after = grid.on(addDays(lastDayOf(name), 1));
  return grid.on(addDays(after.startDate, -1)).key;
}

const FISCAL_YEAR = /^FY\d{4}/;

/** The year a period belongs to as reports name it: a month's calendar year, a fiscal period's fiscal year `FY2026`. */
export function yearOfColumn(grid: PeriodGrid, period: PeriodString): string {
  if (grid.isMonths) return period.slice(0, 4);
  const { label } = columnAt(grid, period);
  return FISCAL_YEAR.exec(label)?.[0] ?? label.slice(0, 4);
}
