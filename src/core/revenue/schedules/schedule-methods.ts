import { type DateString, daysIn, daysInclusive, type PeriodString } from '../days';

/** Divisible by 28, 29, 30 and 31, so that a share of any month is a whole number and nothing rounds early. */
export const MONTH_WEIGHT = 377_580;

/** The days of one calendar month that a term covers, both ends included. */
type MonthPart = { readonly period: PeriodString; readonly start: DateString; readonly end: DateString };

interface MethodFacts {
  /** The name shown to people. */
  readonly label: string;
  /** The weight of a part of a month, as a whole number. `monthly`: as a part of the price of a full month. */
  readonly weight: (part: MonthPart, monthly: boolean) => number;
  /** The last month, when the term ends before the month does, gets nothing, unless it is the only one. */
  readonly dropsUnfinished: boolean;
}

const monthShare = ({ period, start, end }: MonthPart) =>
  (daysInclusive(start, end) * MONTH_WEIGHT) / daysIn(period);

/**
 * How an amount is spread over calendar months. The choices in the API and in the forms, and the database's CHECK, follow
 * from this table: a new method is a line here and a change of the CHECK, which a test compares with it.
 */
const METHODS = {
  EXACT_DAYS: {
    label: 'By days',
    weight: (part, monthly) => (monthly ? monthShare(part) : daysInclusive(part.start, part.end)),
    dropsUnfinished: false,
  },
  /** An equal share for each month of the term, partial ones included. */
  EVEN_PERIODS: { label: 'Equal monthly amounts', weight: () => MONTH_WEIGHT, dropsUnfinished: false },
  /** Full months equal, partial ones by days. */
  PRORATE_FIRST_LAST: {
    label: 'Equal for full months, by days for partial months',
    weight: monthShare,
    dropsUnfinished: false,
  },
  /** A started month counts as a full month; the last one only if the term reaches its end. */
  FULL_MONTHS: {
    label: 'A started month counts as a full month',
    weight: () => MONTH_WEIGHT,
    dropsUnfinished: true,
  },
} as const satisfies Readonly<Record<string, MethodFacts>>;

export type ScheduleMethod = keyof typeof METHODS;
export const METHOD_FACTS: Readonly<Record<ScheduleMethod, MethodFacts>> = METHODS;
export const SCHEDULE_METHODS = Object.keys(METHODS) as [ScheduleMethod, ...ScheduleMethod[]];

/** Where rounding differences go: LAST into the last slice; CUMULATIVE so that no slice is off by more than one minor unit. */
export const RESIDUALS = ['LAST', 'CUMULATIVE'] as const;
export type Residual = (typeof RESIDUALS)[number];

/** True for the name of a method. */
export function isScheduleMethod(name: string): name is ScheduleMethod {
  return name in METHODS;
}
