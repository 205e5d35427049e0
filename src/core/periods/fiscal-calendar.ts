import {
  type AccountingDate,
  addDays,
  addMonths,
  endOfMonth,
  firstOfMonth,
  monthOf,
  nearestWeekday,
  yearOf,
} from './calendar';

export const CALENDAR_PATTERNS = ['MONTHLY', '4-4-5', '4-5-4', '5-4-4'] as const;
export type CalendarPattern = (typeof CALENDAR_PATTERNS)[number];

/** How a subsidiary divides its years. */
export type FiscalCalendar = {
  readonly pattern: CalendarPattern;
  /** 1 to 12: the month a fiscal year starts in. */
  readonly startMonth: number;
  /** A 13th period on the year's last day, for closing adjustments only. */
  readonly adjustmentPeriod: boolean;
  /** Week patterns only: 1 Monday to 7 Sunday. The year starts on that weekday nearest to the first of `startMonth`. */
  readonly firstWeekday: number;
};

export type FiscalPeriod = {
  readonly fiscalYear: number;
  /** 1 to 12, 13 for the adjustment period. */
  readonly number: number;
  readonly quarter: number;
  readonly label: string;
  readonly startDate: AccountingDate;
  readonly endDate: AccountingDate;
  readonly isAdjustment: boolean;
};

const WEEKS: Readonly<Record<Exclude<CalendarPattern, 'MONTHLY'>, readonly [number, number, number]>> = {
  '4-4-5': [4, 4, 5],
  '4-5-4': [4, 5, 4],
  '5-4-4': [5, 4, 4],
};

/** Calendar years of twelve months without a 13th period: the default for an organization that chooses nothing. */
export const CALENDAR_MONTHS: FiscalCalendar = {
  pattern: 'MONTHLY',
  startMonth: 1,
  adjustmentPeriod: false,
  firstWeekday: 1,
};

/** The first day of a fiscal year. A year is named after the calendar year that its twelfth month ends in. */
export function fiscalYearStart(fiscalYear: number, calendar: FiscalCalendar): AccountingDate {
  const first = firstOfMonth(calendar.startMonth === 1 ? fiscalYear : fiscalYear - 1, calendar.startMonth);
  return calendar.pattern === 'MONTHLY' ? first : nearestWeekday(first, calendar.firstWeekday);
}

/** The fiscal year a date falls in. */
export function fiscalYearOf(date: AccountingDate, calendar: FiscalCalendar): number {
  // A week pattern may start up to three days before or after the first of the month: check both neighboring years.
  const guess = yearOf(date) + (calendar.startMonth !== 1 && monthOf(date) >= calendar.startMonth ? 1 : 0);
  if (date < fiscalYearStart(guess, calendar)) return guess - 1;
  return date >= fiscalYearStart(guess + 1, calendar) ? guess + 1 : guess;
}

/**
 * The periods of one fiscal year, in order. The first twelve together cover every day of the year once; in a 53-week
 * year, the last period of a week pattern has the extra week.
 */
export function periodsOfYear(fiscalYear: number, calendar: FiscalCalendar): FiscalPeriod[] {
  const start = fiscalYearStart(fiscalYear, calendar);
  const end = addDays(fiscalYearStart(fiscalYear + 1, calendar), -1);
  const ordinary = Array.from({ length: 12 }, (_, index): FiscalPeriod => {
    const [startDate, endDate] = boundsOf(index, start, end, calendar.pattern);
    return {
      fiscalYear,
      number: index + 1,
      quarter: Math.floor(index / 3) + 1,
      label: periodLabel({ fiscalYear, number: index + 1, startDate }, calendar),
      startDate,
      endDate,
      isAdjustment: false,
    };
  });
  if (!calendar.adjustmentPeriod) return ordinary;
  const label = periodLabel({ fiscalYear, number: 13, startDate: end }, calendar);
  return [
    ...ordinary,
    { fiscalYear, number: 13, quarter: 4, label, startDate: end, endDate: end, isAdjustment: true },
  ];
}

/** The name of a period as people write it: `2026-09` for a month, `FY2026-P09` for weeks, `FY2026-ADJ` for the thirteenth. */
export function periodLabel(
  period: { readonly fiscalYear: number; readonly number: number; readonly startDate: AccountingDate },
  calendar: Pick<FiscalCalendar, 'pattern'>,
): string {
  if (period.number === 13) return `FY${period.fiscalYear}-ADJ`;
  if (calendar.pattern === 'MONTHLY') return period.startDate.slice(0, 7);
  return `FY${period.fiscalYear}-P${String(period.number).padStart(2, '0')}`;
}

function boundsOf(
  index: number,
  start: AccountingDate,
  end: AccountingDate,
  pattern: CalendarPattern,
): [AccountingDate, AccountingDate] {
  if (pattern === 'MONTHLY') {
    const first = addMonths(start, index);
    return [first, endOfMonth(first)];
  }
  const lengths = Array.from({ length: 4 }, () => WEEKS[pattern]).flat();
  const weeksBefore = lengths.slice(0, index).reduce((total, weeks) => total + weeks, 0);
  const weeksAfter = weeksBefore + (lengths[index] ?? 0);
  return [addDays(start, weeksBefore * 7), index === 11 ? end : addDays(start, weeksAfter * 7 - 1)];
}
