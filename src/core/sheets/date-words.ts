import * as calendar from '../periods/calendar';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An accounting date `YYYY-MM-DD` as `12 Mar 2026`: the month in letters, so that day and month cannot be confused. */
export function dateWords(date: string): string {
  const day = dayOf(date);
  return day === null ? date : `${Number(day.slice(8))} ${monthWords(day)}`;
}

/** `Mar 2026` of `2026-03`, for heads of narrow columns. */
export function monthWords(month: string): string {
  const day = dayOf(month.length === 7 ? `${month}-01` : month);
  return day === null ? month : `${MONTHS[calendar.monthOf(day) - 1]} ${calendar.yearOf(day)}`;
}

/** A point in time as `12 Mar 2026, 14:05`, in UTC so that server and browser show the same to every user. */
export function instantWords(instant: Date | string): string {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  if (Number.isNaN(date.getTime())) return String(instant);
  const iso = date.toISOString();
  return `${dateWords(iso)}, ${iso.slice(11, 16)}`;
}

/** The date part of a date or of an ISO 8601 timestamp; null for text that is neither. */
export function dayOf(text: string): string | null {
  const day = text.slice(0, 10);
  return calendar.isDate(day) ? day : null;
}
