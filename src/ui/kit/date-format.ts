const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** An accounting date `YYYY-MM-DD` as `12 Mar 2026`: the month in letters, so that day and month cannot be confused. */
export function formatDate(date: string): string {
  const day = parts(date);
  if (day === null) return date;
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** `March 2026` of `2026-03` or of any day in it. */
export function formatMonth(date: string, locale = 'en-GB'): string {
  const day = parts(date.length === 7 ? `${date}-01` : date);
  if (day === null) return date;
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(day);
}

/** `Mar 2026` of `2026-03`, for heads of narrow columns. */
export function formatMonthShort(month: string): string {
  const day = parts(month.length === 7 ? `${month}-01` : month);
  return day === null ? month : `${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`;
}

/** A point in time as `12 Mar 2026, 14:05`, in UTC so that server and browser show the same to every user. */
export function formatInstant(instant: Date | string): string {
  const date = typeof instant === 'string' ? new Date(instant) : instant;
  if (Number.isNaN(date.getTime())) return String(instant);
  const iso = date.toISOString();
  return `${formatDate(iso)}, ${iso.slice(11, 16)}`;
}

/** The day `days` after `date`. */
export function addDays(date: string, days: number): string {
  const day = parts(date);
  if (day === null) return date;
  day.setUTCDate(day.getUTCDate() + days);
  return iso(day);
}

/** The first day of the month `months` after `date`'s. */
export function monthStart(date: string, months = 0): string {
  const day = parts(date);
  if (day === null) return date;
  return iso(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months, 1)));
}

/** The last day of the month `months` after `date`'s. */
export function monthEnd(date: string, months = 0): string {
  const day = parts(date);
  if (day === null) return date;
  return iso(new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + months + 1, 0)));
}

/** True for an existing date in the form `YYYY-MM-DD`. */
export function isDay(text: string): boolean {
  return parts(text) !== null;
}

function parts(date: string): Date | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (match === null) return null;
  const [, year, month, day] = match;
  const value = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return iso(value) === `${year}-${month}-${day}` ? value : null;
}

function iso(date: Date): string {
  return date.toISOString().slice(0, 10);
}
