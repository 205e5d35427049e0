import * as calendar from '@/core/periods/calendar';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An accounting date `YYYY-MM-DD` as `12 Mar 2026`: the month in letters, so that day and month cannot be confused. */
export function formatDate(date: string): string {
  const day = dayOf(date);
  return day === null ? date : `${Number(day.slice(8))} ${formatMonthShort(day)}`;
}

/** `March 2026` of `2026-03` or of any day in it. */
export function formatMonth(date: string, locale = 'en-GB'): string {
  const day = dayOf(date.length === 7 ? `${date}-01` : date);
  if (day === null) return date;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${day}T00:00:00Z`));
}

/** `Mar 2026` of `2026-03`, for heads of narrow columns. */
export function formatMonthShort(month: string): string {
  const day = dayOf(month.length === 7 ? `${month}-01` : month);
  return day === null ? month : `${MONTHS[calendar.monthOf(day) - 1]} ${calendar.yearOf(day)}`;
}

/** A point in time as `12 Mar 2026, 14:05`, in UTC so that server and browser show the same to every user. */
export function formatInstant(instant: Date | string): string {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  if (Number.isNaN(date.getTime())) return String(instant);
  const iso = date.toISOString();
  return `${formatDate(iso)}, ${iso.slice(11, 16)}`;
}

/** The day `days` after `date`; text that is not a date is returned unchanged, here and below. */
export function addDays(date: string, days: number): string {
  const day = dayOf(date);
  return day === null ? date : calendar.addDays(day, days);
}

/** The first day of the month `months` after `date`'s. */
export function monthStart(date: string, months = 0): string {
  const day = dayOf(date);
  return day === null ? date : calendar.addMonths(calendar.startOfMonth(day), months);
}

/** The last day of the month `months` after `date`'s. */
export function monthEnd(date: string, months = 0): string {
  const day = dayOf(date);
  return day === null ? date : calendar.endOfMonth(calendar.addMonths(calendar.startOfMonth(day), months));
}

/** True for an existing date in the form `YYYY-MM-DD`, in the years 1900 to 9999. */
export const isDay = calendar.isAccountingDate;

/** The date part of a date or of an ISO 8601 timestamp. */
function dayOf(text: string): string | null {
  const day = text.slice(0, 10);
  return calendar.isDate(day) ? day : null;
}
