/**
 * Calendar arithmetic on 'YYYY-MM-DD' strings in the proleptic Gregorian calendar, by integers only.
 * Dates are not money, so numbers are exact here. ISO dates of four-digit years compare correctly as text.
 */

/** A day, 'YYYY-MM-DD'. */
export type DateString = string;

/** A calendar month, 'YYYY-MM'. */
export type PeriodString = string;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const PERIOD = /^(\d{4})-(0[1-9]|1[0-2])$/;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

function monthLength(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (MONTH_LENGTHS[month - 1] ?? 0) + (leap ? 1 : 0);
}

function parts(date: DateString): { year: number; month: number; day: number } {
  const match = DATE.exec(date);
  if (match === null) throw new Error(`not a date: ${date}`);
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

function pad(value: number, width: number): string {
  return String(value).padStart(width, '0');
}

/** True for an existing day written 'YYYY-MM-DD' (years 0001 to 9999). */
export function isDate(text: string): boolean {
  if (!DATE.test(text)) return false;
  const { year, month, day } = parts(text);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= monthLength(year, month);
}

/** True for a month written 'YYYY-MM'. */
export function isPeriod(text: string): boolean {
  return PERIOD.test(text) && !text.startsWith('0000');
}

/** Days since 1970-01-01 (negative before). Howard Hinnant's civil-from-days, computed with integers. */
export function dayNumber(date: DateString): number {
  const { year, month, day } = parts(date);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The date with this day number; the inverse of `dayNumber`. */
export function dateOf(number: number): DateString {
  const shifted = number + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1;
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
}

/** The day `days` later (earlier when negative). */
export function addDays(date: DateString, days: number): DateString {
  return dateOf(dayNumber(date) + days);
}

/** Days from start to end, both ends included; 0 or less when the end lies before the start. */
export function daysInclusive(start: DateString, end: DateString): number {
  return dayNumber(end) - dayNumber(start) + 1;
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
  return monthLength(Number(period.slice(0, 4)), Number(period.slice(5, 7)));
}

/** The last day of a month. */
export function lastDayOf(period: PeriodString): DateString {
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

/**
 * The same day `months` later, or that month's last day when it is shorter. Always count from the anchor date, never
 * from the previous result: 31 January + 1 is 28 February, + 2 is 31 March, so the day does not drift.
 */
export function addMonths(date: DateString, months: number): DateString {
  const period = addPeriods(periodOf(date), months);
  return `${period}-${pad(Math.min(Number(date.slice(8)), daysIn(period)), 2)}`;
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
