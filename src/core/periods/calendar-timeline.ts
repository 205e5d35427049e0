import { type AccountingDate, addDays, daysBetween } from './calendar';
import {
  CALENDAR_MONTHS,
  type FiscalCalendar,
  type FiscalPeriod,
  fiscalYearOf,
  fiscalYearStart,
  periodsOfYear,
} from './fiscal-calendar';

/** A calendar and the first day it governs; null for the one in force from the beginning. */
export type CalendarSpan = { readonly firstDay: AccountingDate | null; readonly calendar: FiscalCalendar };

/** The calendars a subsidiary followed, one after another; the first has no first day. */
export type CalendarTimeline = readonly [CalendarSpan, ...CalendarSpan[]];

/** Months, as long as nothing else was named; a year starts in `startMonth`. */
export function monthlyTimeline(startMonth: number): CalendarTimeline {
  return [{ firstDay: null, calendar: { ...CALENDAR_MONTHS, startMonth } }];
}

/**
 * One timeline after another: `later` replaces what `earlier` says from its first dated calendar on. So a subsidiary
 * follows its organization until it names a calendar itself.
 */
export function continued(earlier: CalendarTimeline, later: readonly CalendarSpan[]): CalendarTimeline {
  const from = later[0]?.firstDay ?? null;
  if (from === null) return earlier;
  const [first, ...rest] = earlier;
  return [first, ...rest.filter(({ firstDay }) => firstDay !== null && firstDay < from), ...later];
}

/** The last day a calendar governs; null for the one in force at the end. */
function lastDayIn(timeline: CalendarTimeline, index: number): AccountingDate | null {
  const next = timeline[index + 1]?.firstDay;
  return next === undefined || next === null ? null : addDays(next, -1);
}

function spanIndexOn(timeline: CalendarTimeline, date: AccountingDate): number {
  let found = 0;
  for (const [index, { firstDay }] of timeline.entries()) {
    if (firstDay !== null && firstDay <= date) found = index;
  }
  return found;
}

/**
 * The days that a calendar governs before its first whole year, when they are fewer than a week: they join that year's first
 * period. A longer piece is a short year of its own.
 */
function joinsNextYear({ firstDay, calendar }: CalendarSpan): number | null {
  if (firstDay === null) return null;
  const next = fiscalYearOf(firstDay, calendar) + 1;
  const gap = daysBetween(firstDay, fiscalYearStart(next, calendar));
  return gap < 7 ? next : null;
}

/** The periods of a fiscal year under one calendar of the timeline, cut to the days it governs. */
function piecesOf(timeline: CalendarTimeline, index: number, fiscalYear: number): FiscalPeriod[] {
  const span = timeline[index];
  if (span === undefined) return [];
  const [first, last] = [span.firstDay, lastDayIn(timeline, index)];
  const joined = joinsNextYear(span);
  if (joined !== null && fiscalYear < joined) return [];
  return periodsOfYear(fiscalYear, span.calendar).flatMap((period) => {
    if (first !== null && period.endDate < first) return [];
    if (last !== null && period.startDate > last) return [];
    const begins = fiscalYear === joined && period.number === 1 && !period.isAdjustment;
    const startDate = first !== null && (begins || period.startDate < first) ? first : period.startDate;
    const endDate = last !== null && period.endDate > last ? last : period.endDate;
    return [{ ...period, startDate, endDate }];
  });
}

/** The periods of a fiscal year, in order: a short year where a calendar begins or ends within it. */
export function periodsOfTimeline(timeline: CalendarTimeline, fiscalYear: number): FiscalPeriod[] {
  return timeline.flatMap((_, index) => piecesOf(timeline, index, fiscalYear));
}

/** The fiscal year a day falls in. */
export function yearOnTimeline(timeline: CalendarTimeline, date: AccountingDate): number {
  const span = timeline[spanIndexOn(timeline, date)] ?? timeline[0];
  const year = fiscalYearOf(date, span.calendar);
  const joined = joinsNextYear(span);
  return joined !== null && year < joined ? joined : year;
}

/** The ordinary period a day falls in. */
export function periodOnTimeline(timeline: CalendarTimeline, date: AccountingDate): FiscalPeriod {
  const pieces = piecesOf(timeline, spanIndexOn(timeline, date), yearOnTimeline(timeline, date));
  const found = pieces.find((one) => !one.isAdjustment && one.startDate <= date && date <= one.endDate);
  if (found === undefined) throw new Error(`no period contains ${date}`);
  return found;
}
