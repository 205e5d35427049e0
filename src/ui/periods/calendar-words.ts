import type { CalendarPattern, FiscalCalendar } from '@/core/periods/fiscal-calendar';
import type { RouterOutputs } from '@/surfaces/trpc/react';

/** A fiscal calendar as the screens get it. */
export type Calendar = RouterOutputs['periods']['calendars'][number];

/** The patterns of a year, as the forms and the list name them. */
export const PATTERN_WORDS: Readonly<Record<CalendarPattern, string>> = {
  MONTHLY: 'Calendar months',
  '4-4-5': 'Quarters of 4, 4 and 5 weeks',
  '4-5-4': 'Quarters of 4, 5 and 4 weeks',
  '5-4-4': 'Quarters of 5, 4 and 4 weeks',
  '13x4': 'Thirteen periods of four weeks',
};

export const MONTH_WORDS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export const WEEKDAY_WORDS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const;

/** The rule of a calendar in words: how a year is divided, when it starts and which period has a 53rd week. */
export function calendarText(
  calendar: Pick<FiscalCalendar, 'pattern' | 'startMonth' | 'firstWeekday'> & {
    readonly weekRule: string;
    readonly extraWeekIn: number | null;
  },
): string {
  const month = MONTH_WORDS[calendar.startMonth - 1] ?? '';
  if (calendar.pattern === 'MONTHLY') return `${PATTERN_WORDS.MONTHLY}, from ${month}`;
  const weekday = WEEKDAY_WORDS[calendar.firstWeekday - 1] ?? '';
  const which = calendar.weekRule === 'LAST' ? 'on or before' : 'nearest to';
  const extra = calendar.extraWeekIn === null ? 'the last period' : `period ${calendar.extraWeekIn}`;
  return `${PATTERN_WORDS[calendar.pattern]}, from the ${weekday} ${which} ${month} 1, a 53rd week in ${extra}`;
}
