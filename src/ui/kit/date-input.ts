import { addDays, isDay, monthEnd, monthStart } from './date-format';

/**
 * Text typed into a date field as `YYYY-MM-DD` (console.md, journal grid, "Dates"): `t` today, `+` and `-` a
 * day from the date shown, `m` and `h` the start and end of its month, `15` the 15th, `3-15` and `3/15` a day of the
 * shown year, a whole date. Null when it is not a date.
 */
export function readDate(text: string, shown: string, today: string): string | null {
  const typed = text.trim().toLowerCase();
  const from = isDay(shown) ? shown : today;
  if (typed === 't') return today;
  if (/^[+-]+$/.test(typed)) {
    return addDays(
      from,
      [...typed].reduce((days, sign) => days + (sign === '+' ? 1 : -1), 0),
    );
  }
  if (typed === 'm') return monthStart(from);
  if (typed === 'h') return monthEnd(from);
  if (/^\d{8}$/.test(typed)) return day(typed.slice(0, 4), typed.slice(4, 6), typed.slice(6));
  if (/^\d{1,2}$/.test(typed)) return day(from.slice(0, 4), from.slice(5, 7), typed);
  const whole = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(typed);
  if (whole !== null) return day(whole[1], whole[2], whole[3]);
  const short = /^(\d{1,2})[-/](\d{1,2})$/.exec(typed);
  if (short !== null) return day(from.slice(0, 4), short[1], short[2]);
  return null;
}

function day(year = '', month = '', date = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
