import * as calendar from '@/core/periods/calendar';
import { dateWords, dayOf, instantWords, monthWords } from '@/core/sheets/date-words';

/** An accounting date `YYYY-MM-DD` as `12 Mar 2026`. */
export const formatDate = dateWords;

/** `Mar 2026` of `2026-03`, for heads of narrow columns. */
export const formatMonthShort = monthWords;

/** A point in time as `12 Mar 2026, 14:05`, in UTC. */
export const formatInstant = instantWords;

/** `March 2026` of `2026-03` or of any day in it. */
export function formatMonth(date: string, locale = 'en-GB'): string {
  const day = dayOf(date.length === 7 ? `${date}-01` : date);
  if (day === null) return date;
  return monthFormat(locale).format(new Date(`${day}T00:00:00Z`));
}

/** One for each locale: making one takes longer than a page of months takes to be written. */
const monthFormats = new Map<string, Intl.DateTimeFormat>();

function monthFormat(locale: string): Intl.DateTimeFormat {
  const kept = monthFormats.get(locale);
  if (kept !== undefined) return kept;
  const format = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  monthFormats.set(locale, format);
  return format;
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
