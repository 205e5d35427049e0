/**
 * The only file that counts days. Accounting dates are `YYYY-MM-DD` strings everywhere: they compare as text and do not depend
 * on a time zone. The arithmetic uses integers in the proleptic Gregorian calendar, because schedules call it hundreds of
 * thousands of times and screens should not load a date library; calendar.test.ts compares every function with Temporal.
 */
export type AccountingDate = string;

const LENGTH = 'YYYY-MM-DD'.length;
const DASH = 45;
const MONTH_LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** Days of a month, 28 to 31; 0 for a month that is not 1 to 12. */
export function daysInMonth(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return (MONTH_LENGTHS[month - 1] ?? 0) + (leap ? 1 : 0);
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** The number that the digits between two places write; NaN when one of them is not a digit. */
function digits(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

// By its characters: a pattern with its groups took four times as long, and histories read dates by the million.
function read(text: string): Parts | null {
  if (text.length !== LENGTH || text.charCodeAt(4) !== DASH || text.charCodeAt(7) !== DASH) return null;
  const [year, month, day] = [digits(text, 0, 4), digits(text, 5, 7), digits(text, 8, 10)];
  return year >= 1 && day >= 1 && day <= daysInMonth(year, month) ? { year, month, day } : null;
}

function parts(date: AccountingDate): Parts {
  const found = read(date);
  if (found === null) throw new RangeError(`not a date: ${date}`);
  return found;
}

function written(year: number, month: number, day: number): AccountingDate {
  const [y, m, d] = [
    String(year).padStart(4, '0'),
    String(month).padStart(2, '0'),
    String(day).padStart(2, '0'),
  ];
  return `${y}-${m}-${d}`;
}

/** True for a date that exists, written `YYYY-MM-DD`, in the years 1 to 9999. */
export function isDate(text: string): boolean {
  return read(text) !== null;
}

/** True for a date that exists, written `YYYY-MM-DD`, in the years 1900 to 9999. */
export function isAccountingDate(text: string): boolean {
  return text >= '1900-01-01' && isDate(text);
}

/** Days since 1970-01-01 (negative before). Years are counted from March, so that a leap day is the last of its year. */
export function dayNumber(date: AccountingDate): number {
  const { year, month, day } = parts(date);
  const shifted = month <= 2 ? year - 1 : year;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1;
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}

/** The day with this number; the inverse of `dayNumber`. */
export function dateOf(number: number): AccountingDate {
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
  return written(yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day);
}

/** The date `days` later (earlier when negative). */
export function addDays(date: AccountingDate, days: number): AccountingDate {
  return dateOf(dayNumber(date) + days);
}

/**
 * The same day `months` later, or the last day of that month when it is shorter (31 Jan + 1 = 28 Feb). Always count from the
 * anchor date, never from the previous result: 31 January + 2 is 31 March, so the day does not drift.
 */
export function addMonths(date: AccountingDate, months: number): AccountingDate {
  const { year, month, day } = parts(date);
  const number = year * 12 + month - 1 + months;
  const [toYear, toMonth] = [Math.floor(number / 12), (((number % 12) + 12) % 12) + 1];
  return written(toYear, toMonth, Math.min(day, daysInMonth(toYear, toMonth)));
}

/** Days from `from` to `to`; negative when `to` is earlier, 0 on the same day. */
export function daysBetween(from: AccountingDate, to: AccountingDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The first day of the date's month. */
export function startOfMonth(date: AccountingDate): AccountingDate {
  return `${date.slice(0, 7)}-01`;
}

/** The last day of the date's month. */
export function endOfMonth(date: AccountingDate): AccountingDate {
  const { year, month } = parts(date);
  return written(year, month, daysInMonth(year, month));
}

/** The first day of a calendar month; `month` 1 to 12. */
export function firstOfMonth(year: number, month: number): AccountingDate {
  return written(year, month, 1);
}

export function yearOf(date: AccountingDate): number {
  return parts(date).year;
}

/** 1 to 12. */
export function monthOf(date: AccountingDate): number {
  return parts(date).month;
}

/** The `weekday` (1 Monday to 7 Sunday) nearest to the date: at most three days away. */
export function nearestWeekday(date: AccountingDate, weekday: number): AccountingDate {
  // 1 January 1970, day 0, was a Thursday.
  const isoWeekday = ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
  const distance = (weekday - isoWeekday + 7) % 7;
  return addDays(date, distance > 3 ? distance - 7 : distance);
}
