import type { FiscalCalendar } from '../periods/fiscal-calendar';

const MONTH_NAMES = [
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
];
const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** A calendar's name that says its rule: `Months from January`, `4-4-5 weeks, from the Sunday nearest to February 1`. */
export function calendarName(calendar: FiscalCalendar): string {
  const month = MONTH_NAMES[calendar.startMonth - 1] ?? '';
  const extra = calendar.adjustmentPeriod ? ', with an adjustment period' : '';
  if (calendar.pattern === 'MONTHLY') return `Months from ${month}${extra}`;
  const weekday = WEEKDAYS[calendar.firstWeekday - 1] ?? '';
  const where = calendar.weekRule === 'LAST' ? `last ${weekday} before` : `${weekday} nearest to`;
  const long = calendar.extraWeekIn === undefined ? '' : `, week 53 in period ${calendar.extraWeekIn}`;
  return `${calendar.pattern} weeks, from the ${where} ${month} 1${long}${extra}`;
}
