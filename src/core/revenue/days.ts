import { type AccountingDate, addDays, addMonths, dayNumber, daysInMonth } from '../periods/calendar';
import type { PeriodGrid } from '../periods/period-grid';

/** A day, 'YYYY-MM-DD'. */
export type DateString = AccountingDate;

/** A period of revenue: a calendar month 'YYYY-MM', or any other fiscal period by its last day, 'YYYY-MM-DD' (core/periods/period-grid). */
export type PeriodString = string;

const PERIOD = /^(\d{4})-(0[1-9]|1[0-2])$/;

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** True for a month written 'YYYY-MM'. */
export function isPeriod(text: string): boolean {
  return PERIOD.test(text) && !text.startsWith('0000');
}

/** Days from start to end, both ends included; 0 or less when the end lies before the start. */
export function daysInclusive(start: DateString, end: DateString): number {
  return dayNumber(end) - dayNumber(start) + 1;
}

/** The period after one. */
export function periodAfter(grid: PeriodGrid, period: PeriodString): PeriodString {
  return grid.on(addDays(lastDayOf(period), 1)).key;
}

/** The last day of the year after a period: of its twelfth month, or the same day a year later. */
export function lastDayOfYearAfter(period: PeriodString): DateString {
  return period.length === 10 ? addMonths(period, 12) : lastDayOf(addPeriods(period, 12));
}

/** The month a day lies in. */
export function periodOf(date: DateString): PeriodString {
  return date.slice(0, 7);
}

/** The first day of a month. */
export function firstDayOf(period: PeriodString): DateString {
  return `${period}-01`;
}

/** Days in a month, 28 to 31. */
export function daysIn(period: PeriodString): number {
  return daysInMonth(Number(period.slice(0, 4)), Number(period.slice(5, 7)));
}

/** The last day of a period: of a month, or the day another period is called after. */
export function lastDayOf(period: PeriodString): DateString {
  if (period.length === 10) return period;
  return `${period}-${pad(daysIn(period), 2)}`;
}

/** Months since January of year 0; consecutive months differ by one. */
export function periodNumber(period: PeriodString): number {
  return Number(period.slice(0, 4)) * 12 + Number(period.slice(5, 7)) - 1;
}

/** The month `months` later (earlier when negative). */
export function addPeriods(period: PeriodString, months: number): PeriodString {
  const number = periodNumber(period) + months;
  return `${pad(Math.floor(number / 12), 4)}-${pad((number % 12) + 1, 2)}`;
}

/** Every month from start to end, partial ones included, in order; empty when the end lies before the start. */
export function periodsTouched(start: DateString, end: DateString): PeriodString[] {
  const first = periodOf(start);
  const count = periodNumber(periodOf(end)) - periodNumber(first) + 1;
  return Array.from({ length: Math.max(count, 0) }, (_, index) => addPeriods(first, index));
}

/** The later of two days (or months). */
export function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** The earlier of two days (or months). */
export function earlier(a: string, b: string): string {
  return a < b ? a : b;
}
