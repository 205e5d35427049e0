import { addDays, isDay, monthEnd, monthStart } from '../figures/date-format';

/**
 * Text typed into a date field as `YYYY-MM-DD` (console.md, journal grid, "Dates"): `t` today, `+` and `-` a
 * day from the date shown, `+10` and `-10` so many days, `m` and `h` the start and end of its month, `y` and `r` of its
 * year, `15` the 15th, `3-15` and `3/15` a day of the shown year, a whole date. Null when it is not a date.
 */
export function readDate(text: string, shown: string, today: string): string | null {
  const typed = text.trim().toLowerCase();
  const from = isDay(shown) ? shown : today;
  if (typed === 't') return today;
  if (/^[+-]+$/.test(typed)) {
    const days = [...typed].reduce((sum, sign) => sum + (sign === '+' ? 1 : -1), 0);
    return accounting(addDays(from, days));
  }
  const away = /^([+-])(\d{1,4})$/.exec(typed);
  if (away !== null) return accounting(addDays(from, Number(`${away[1]}${away[2]}`)));
  if (typed === 'y') return `${from.slice(0, 4)}-01-01`;
  if (typed === 'r') return `${from.slice(0, 4)}-12-31`;
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

/** The keys that a field with a whole date answers at once. */
export const DATE_KEYS = /^[-+tmhyr]$/i;

/** Null outside the years that books may have. */
const accounting = (date: string) => (isDay(date) ? date : null);

function day(year = '', month = '', date = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
