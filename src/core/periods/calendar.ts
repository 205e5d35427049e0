import { Temporal } from 'temporal-polyfill';

/** This is the only file that uses the date library. Accounting dates are `YYYY-MM-DD` strings everywhere else. */
export type AccountingDate = string;

const SHAPE = /^\d{4}-\d{2}-\d{2}$/;

/** True for a date that exists, written `YYYY-MM-DD`, in the years 1900 to 9999. */
export function isAccountingDate(text: string): boolean {
  if (!SHAPE.test(text) || text < '1900-01-01') return false;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
}

/** The date `days` later (earlier when negative). */
export function addDays(date: AccountingDate, days: number): AccountingDate {
  return Temporal.PlainDate.from(date).add({ days }).toString();
}

/** The same day `months` later, or the last day of that month when it is shorter (31 Jan + 1 = 28 Feb). */
export function addMonths(date: AccountingDate, months: number): AccountingDate {
  return Temporal.PlainDate.from(date).add({ months }).toString();
}

/** Days from `from` to `to`; negative when `to` is earlier, 0 on the same day. */
export function daysBetween(from: AccountingDate, to: AccountingDate): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days;
}

/** The first day of the date's month. */
export function startOfMonth(date: AccountingDate): AccountingDate {
  return `${date.slice(0, 7)}-01`;
}

/** The last day of the date's month. */
export function endOfMonth(date: AccountingDate): AccountingDate {
  const day = Temporal.PlainDate.from(date);
  return day.with({ day: day.daysInMonth }).toString();
}

/** The first day of a calendar month; `month` 1 to 12. */
export function firstOfMonth(year: number, month: number): AccountingDate {
  return new Temporal.PlainDate(year, month, 1).toString();
}

export function yearOf(date: AccountingDate): number {
  return Temporal.PlainDate.from(date).year;
}

/** 1 to 12. */
export function monthOf(date: AccountingDate): number {
  return Temporal.PlainDate.from(date).month;
}

/** The `weekday` (1 Monday to 7 Sunday) nearest to the date: at most three days away. */
export function nearestWeekday(date: AccountingDate, weekday: number): AccountingDate {
  const distance = (weekday - Temporal.PlainDate.from(date).dayOfWeek + 7) % 7;
  return addDays(date, distance > 3 ? distance - 7 : distance);
}
