/** How days are written in a file: by ISO 8601, or with slashes month or day first. */
export const DAY_STYLES = ['YMD', 'MDY', 'DMY'] as const;
export type DayStyle = (typeof DAY_STYLES)[number];

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

const SLASHED = /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,? .*)?$/;

/**
 * A moment as a file writes it, as its day there: `2026-01-05 14:03`, `2026-01-05T14:03:00Z`, `20260105`, `05-Jan-2026`, `Jan 5, 2026`, and
 * `1/5/2026` by the style of its file. What cannot be read stays as it is, and is refused next to its cell.
 */
export function dayOf(cell: string, style: DayStyle): string {
  const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(cell);
  if (iso?.[1] !== undefined) return iso[1];
  const digits = /^((?:19|20|21)\d{2})(\d{2})(\d{2})$/.exec(cell);
  if (digits !== null) return joined(digits[1], digits[2], digits[3]);
  const named = /^(\d{1,2})[- ]([A-Za-z]{3})[a-z]*\.?[- ,]+(\d{4})(?: .*)?$/.exec(cell);
  if (named !== null) return ofMonth(named[3], named[2], named[1]) ?? cell;
  const monthFirst = /^([A-Za-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:,? .*)?$/.exec(cell);
  if (monthFirst !== null) return ofMonth(monthFirst[3], monthFirst[1], monthFirst[2]) ?? cell;
  const slashed = SLASHED.exec(cell);
  if (slashed === null || style === 'YMD') return cell;
  return style === 'MDY'
    ? joined(slashed[3], slashed[1], slashed[2])
    : joined(slashed[3], slashed[2], slashed[1]);
}

function ofMonth(year = '', name = '', day = ''): string | null {
  const month = MONTHS.indexOf(name.toLowerCase());
  return month < 0 ? null : joined(year, String(month + 1), day);
}

const joined = (year = '', month = '', day = '') =>
  `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Whether a cell is a day with slashes whose year comes last: the file has to show which of the other two is the month. */
export const isSlashed = (cell: string) => SLASHED.test(cell);

/** Of the days with slashes in a file: whether the first part of some is above 12, which no month is, and the second part of some. */
export interface SlashedDays {
  readonly first: boolean;
  readonly second: boolean;
}

/** How days with slashes are written in a file; null when nothing determines it, or when they contradict each other. */
export function dayStyleOf({ first, second }: SlashedDays): DayStyle | null {
  if (first === second) return null;
  return first ? 'DMY' : 'MDY';
}
