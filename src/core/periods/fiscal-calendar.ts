import {
  type AccountingDate,
  addDays,
  addMonths,
  daysBetween,
  endOfMonth,
  firstOfMonth,
  monthOf,
  nearestWeekday,
  yearOf,
} from './calendar';

export const CALENDAR_PATTERNS = ['MONTHLY', '4-4-5', '4-5-4', '5-4-4', '13x4'] as const;
export type CalendarPattern = (typeof CALENDAR_PATTERNS)[number];

/**
 * Where a year of weeks begins. NEAREST: on the weekday nearest to the first of its month, at most three days away. LAST: so that
 * the year before ends on the last such weekday of its month, at most six days before the first.
 */
export const WEEK_RULES = ['NEAREST', 'LAST'] as const;
export type WeekRule = (typeof WEEK_RULES)[number];

/** How a subsidiary divides its years. */
export type FiscalCalendar = {
  readonly pattern: CalendarPattern;
  /** 1 to 12: the month a fiscal year starts in. */
  readonly startMonth: number;
  /** One more period on the year's last day, for closing adjustments only. */
  readonly adjustmentPeriod: boolean;
  /** Week patterns only: 1 Monday to 7 Sunday, the weekday a year starts on. */
  readonly firstWeekday: number;
  /** Week patterns only: which such weekday, near the first of `startMonth`. Omitted: NEAREST. */
  readonly weekRule?: WeekRule | undefined;
  /** Week patterns only: the number of the period that has the 53rd week in the years that have one. Omitted: the last period. */
  readonly extraWeekIn?: number | undefined;
};

export type FiscalPeriod = {
  readonly fiscalYear: number;
  /** From 1; the adjustment period comes after the last. */
  readonly number: number;
  readonly quarter: number;
  readonly label: string;
  readonly startDate: AccountingDate;
  readonly endDate: AccountingDate;
  readonly isAdjustment: boolean;
};

const WEEKS: Readonly<
  Record<Exclude<CalendarPattern, 'MONTHLY' | '13x4'>, readonly [number, number, number]>
> = {
  '4-4-5': [4, 4, 5],
  '4-5-4': [4, 5, 4],
  '5-4-4': [5, 4, 4],
};

/** The weeks of each period of a year of 52 weeks. */
function weeksOf(pattern: Exclude<CalendarPattern, 'MONTHLY'>): readonly number[] {
  if (pattern === '13x4') return Array.from({ length: 13 }, () => 4);
  return Array.from({ length: 4 }, () => WEEKS[pattern]).flat();
}

/** Periods of an ordinary year: 12, or 13 of four weeks. */
export function periodsInYear({ pattern }: Pick<FiscalCalendar, 'pattern'>): number {
  return pattern === '13x4' ? 13 : 12;
}

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
  if (calendar.pattern === 'MONTHLY') return first;
  const nearest = nearestWeekday(first, calendar.firstWeekday);
  return calendar.weekRule === 'LAST' && nearest > first ? addDays(nearest, -7) : nearest;
}

/** The fiscal year a date falls in. */
export function fiscalYearOf(date: AccountingDate, calendar: FiscalCalendar): number {
  // A week pattern may start up to six days before the first of the month, or three after: check both neighboring years.
  const guess = yearOf(date) + (calendar.startMonth !== 1 && monthOf(date) >= calendar.startMonth ? 1 : 0);
  if (date < fiscalYearStart(guess, calendar)) return guess - 1;
  return date >= fiscalYearStart(guess + 1, calendar) ? guess + 1 : guess;
}

/**
 * The periods of one fiscal year, in order. The ordinary ones together cover every day of the year once; in a 53-week year
 * one of them, by the calendar's rule the last, has the extra week.
 */
export function periodsOfYear(fiscalYear: number, calendar: FiscalCalendar): FiscalPeriod[] {
  const start = fiscalYearStart(fiscalYear, calendar);
  const end = addDays(fiscalYearStart(fiscalYear + 1, calendar), -1);
  const ordinary = boundsOf(start, end, calendar).map(([startDate, endDate], index): FiscalPeriod => {
    const number = index + 1;
    return {
      fiscalYear,
      number,
      // Of thirteen periods the last quarter has four.
      quarter: Math.min(4, Math.floor(index / 3) + 1),
      label: periodLabel({ fiscalYear, number, startDate, isAdjustment: false }, calendar),
      startDate,
      endDate,
      isAdjustment: false,
    };
  });
  return calendar.adjustmentPeriod
    ? [...ordinary, adjustmentPeriod(fiscalYear, ordinary.length, end)]
    : ordinary;
}

/** The period for closing adjustments of a year with this many ordinary periods, on its last day. */
export function adjustmentPeriod(fiscalYear: number, periods: number, day: AccountingDate): FiscalPeriod {
  const number = periods + 1;
  const label = `FY${fiscalYear}-ADJ`;
  return { fiscalYear, number, quarter: 4, label, startDate: day, endDate: day, isAdjustment: true };
}

/** The name of a period as people write it: `2026-09` for a month, `FY2026-P09` for weeks, `FY2026-ADJ` for adjustments. */
export function periodLabel(
  period: Pick<FiscalPeriod, 'fiscalYear' | 'number' | 'startDate' | 'isAdjustment'>,
  calendar: Pick<FiscalCalendar, 'pattern'>,
): string {
  if (period.isAdjustment) return `FY${period.fiscalYear}-ADJ`;
  if (calendar.pattern === 'MONTHLY') return period.startDate.slice(0, 7);
  return `FY${period.fiscalYear}-P${String(period.number).padStart(2, '0')}`;
}

/** The first and last day of each ordinary period of a year. */
function boundsOf(
  start: AccountingDate,
  end: AccountingDate,
  calendar: FiscalCalendar,
): [AccountingDate, AccountingDate][] {
  const { pattern } = calendar;
  if (pattern === 'MONTHLY') {
    return Array.from({ length: 12 }, (_, index) => {
      const first = addMonths(start, index);
      return [first, endOfMonth(first)];
    });
  }
  const weeks = weeksOf(pattern);
  const isLong = daysBetween(start, end) + 1 > 364;
  const extra = (calendar.extraWeekIn ?? weeks.length) - 1;
  let first = start;
  return weeks.map((count, index) => {
    const from = first;
    first = addDays(from, (count + (isLong && index === extra ? 1 : 0)) * 7);
    return [from, addDays(first, -1)];
  });
}
