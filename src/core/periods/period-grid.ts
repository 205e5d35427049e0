import { type AccountingDate, addDays, endOfMonth, isAccountingDate, startOfMonth } from './calendar';
import { type CalendarTimeline, periodOnTimeline } from './calendar-timeline';

/**
 * What revenue calls a period: a calendar month is `2026-03`, every other period is called after its last day, `2026-04-04`.
 * Names compare as text in the order of time, whatever calendars a subsidiary followed.
 */
export type PeriodKey = string;

export type GridPeriod = {
  readonly key: PeriodKey;
  readonly startDate: AccountingDate;
  readonly endDate: AccountingDate;
  /** As people write it: `2026-03`, `FY2026-P03`. */
  readonly label: string;
};

/** The periods of one subsidiary's books, without end in either direction: every day lies in exactly one. */
export type PeriodGrid = {
  /** Every period is a calendar month. */
  readonly isMonths: boolean;
  readonly on: (date: AccountingDate) => GridPeriod;
};

/** What revenue calls the period from one day to another. */
export function periodKey(startDate: AccountingDate, endDate: AccountingDate): PeriodKey {
  const month = startDate.slice(0, 7);
  return startDate === `${month}-01` && endDate === endOfMonth(startDate) ? month : endDate;
}

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;
const LABEL = /^FY(\d{4})-P\d{2}$/;

/** True for a way to name a period: a month `2026-03`, a last day `2026-04-04`, a fiscal period `FY2026-P03`. */
export function isPeriodName(text: string): boolean {
  return (MONTH.test(text) && !text.startsWith('0000')) || LABEL.test(text) || isAccountingDate(text);
}

/** The period of the books with this name; null when they have none, because it is of another calendar. */
export function periodNamed(grid: PeriodGrid, name: string): GridPeriod | null {
  const year = LABEL.exec(name)?.[1];
  if (year === undefined) {
    const found = grid.on(MONTH.test(name) ? `${name}-01` : name);
    return found.key === name ? found : null;
  }
  // A fiscal year ends in the calendar year it is named after, or a few days into the next one.
  const last = `${Number(year) + 1}-01-31`;
  for (let found = grid.on(`${Number(year) - 1}-01-01`); found.startDate <= last; ) {
    if (found.label === name) return found;
    found = grid.on(addDays(found.endDate, 1));
  }
  return null;
}

/** The calendar months that were asked for, since a schedule asks for the same few again and again. */
const known = new Map<PeriodKey, GridPeriod>();

/** Calendar months. */
export const MONTHS: PeriodGrid = {
  isMonths: true,
  on(date) {
    const key = date.slice(0, 7);
    const found = known.get(key);
    if (found !== undefined) return found;
    const month = { key, startDate: startOfMonth(date), endDate: endOfMonth(date), label: key };
    known.set(key, month);
    return month;
  },
};

/**
 * The periods of books whose `stored` periods (ordinary ones, in order) exist and whose other days follow the timeline. Between
 * and around stored periods a period of the timeline is cut to the days that are not stored.
 */
export function gridOf(stored: readonly Omit<GridPeriod, 'key'>[], timeline: CalendarTimeline): PeriodGrid {
  const isMonths =
    timeline.every(({ calendar }) => calendar.pattern === 'MONTHLY') &&
    timeline.every(({ firstDay }) => firstDay === null || firstDay.endsWith('-01')) &&
    stored.every(({ startDate, endDate }) => periodKey(startDate, endDate).length === 7);
  if (isMonths) return MONTHS;
  const known = new Map<AccountingDate, GridPeriod>();
  return {
    isMonths: false,
    on(date) {
      const found = known.get(date) ?? periodOn(stored, timeline, date);
      known.set(date, found);
      return found;
    },
  };
}

function periodOn(
  stored: readonly Omit<GridPeriod, 'key'>[],
  timeline: CalendarTimeline,
  date: AccountingDate,
): GridPeriod {
  const after = stored.findIndex(({ endDate }) => endDate >= date);
  const own = stored[after];
  if (own !== undefined && own.startDate <= date) return named(own);
  const before = after === -1 ? stored.at(-1) : stored[after - 1];
  const { startDate, endDate, label } = periodOnTimeline(timeline, date);
  return named({
    label,
    startDate: before !== undefined && before.endDate >= startDate ? addDays(before.endDate, 1) : startDate,
    endDate: own !== undefined && own.startDate <= endDate ? addDays(own.startDate, -1) : endDate,
  });
}

const named = ({ startDate, endDate, label }: Omit<GridPeriod, 'key'>): GridPeriod => ({
  key: periodKey(startDate, endDate),
  startDate,
  endDate,
  label,
});

/** Whether two books have the same periods around these days. */
export function haveSamePeriods(
  one: PeriodGrid,
  other: PeriodGrid,
  days: readonly AccountingDate[],
): boolean {
  return days.every((day) => {
    const [here, there] = [one.on(day), other.on(day)];
    return here.startDate === there.startDate && here.endDate === there.endDate;
  });
}
