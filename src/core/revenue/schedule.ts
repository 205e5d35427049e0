import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { addDays } from '../periods/calendar';
import { MONTHS, type PeriodGrid } from '../periods/period-grid';
import {
  type DateString,
  daysInclusive,
  earlier,
  firstDayOf,
  lastDayOf,
  later,
  type PeriodString,
  periodsTouched,
} from './days';
import { reading } from './reading';
import {
  isScheduleMethod,
  METHOD_FACTS,
  MONTH_WEIGHT,
  RESIDUALS,
  type Residual,
  SCHEDULE_METHODS,
  type ScheduleMethod,
} from './schedule-methods';

export type { Residual, ScheduleMethod };

export type ScheduleInput = {
  /** The whole amount; give this or `monthlyAmount`, not both. Negative for a reduction. */
  amount?: DecimalString | undefined;
  /** The price of one full month; a partial month counts as the method says. */
  monthlyAmount?: DecimalString | undefined;
  currencyCode: string;
  start: DateString;
  end: DateString;
  method: ScheduleMethod;
  residual?: Residual | undefined;
  /** The periods it is divided into; omitted: calendar months. */
  grid?: PeriodGrid | undefined;
};

export type Slice = { period: PeriodString; start: DateString; end: DateString; amount: DecimalString };
export type Schedule = { slices: Slice[]; total: DecimalString };

/** A hundred years in months; a longer term is a typing error. */
const MOST_PERIODS = 1_200;
type Span = { period: PeriodString; start: DateString; end: DateString; weight: number };

/** The months of a term with their integer weights under a convention. */
function spansOf(start: DateString, end: DateString, method: ScheduleMethod, monthly: boolean): Span[] {
  const { weight, dropsUnfinished } = METHOD_FACTS[method];
  const spans = periodsTouched(start, end).map((period): Span => {
    const part = { period, start: later(start, firstDayOf(period)), end: earlier(end, lastDayOf(period)) };
    return { ...part, weight: weight(part, monthly) };
  });
  const last = spans.at(-1);
  const unfinished = last !== undefined && last.end !== lastDayOf(last.period);
  return dropsUnfinished && unfinished && spans.length > 1 ? spans.slice(0, -1) : spans;
}

/**
 * A whole number that every number of days in a part of a month divides, so that the part of a month's weight that falls
 * on some of its days is a whole number too.
 */
const DAY_WEIGHT = dec('72201776446800');

/**
 * The months of a term divided into the periods of a grid: a period weighs what its days weigh, and the days of a month
 * (or of the part of it that the term covers) weigh the same.
 */
function slicesOf(
  spans: readonly Span[],
  grid: PeriodGrid,
): { period: PeriodString; start: DateString; end: DateString; weight: Decimal }[] {
  if (grid.isMonths) return spans.map((span) => ({ ...span, weight: dec(String(span.weight)) }));
  const slices: { period: PeriodString; start: DateString; end: DateString; weight: Decimal }[] = [];
  for (const span of spans) {
    const days = String(daysInclusive(span.start, span.end));
    for (let start = span.start; start <= span.end; ) {
      const { key, endDate } = grid.on(start);
      const end = earlier(span.end, endDate);
      const weight = DAY_WEIGHT.times(String(span.weight))
        .times(String(daysInclusive(start, end)))
        .div(days);
      const last = slices.at(-1);
      if (last?.period === key)
        slices[slices.length - 1] = { ...last, end, weight: last.weight.plus(weight) };
      else slices.push({ period: key, start, end, weight });
      start = addDays(end, 1);
    }
  }
  return slices;
}

/**
 * Shares of `total` by weight in order of time, summing to it exactly. LAST rounds every share half-even and gives the
 * rest to the last; a share never takes more than what remains, so tiny totals do not end in a negative slice.
 * CUMULATIVE rounds the running total instead. `weights` sum to more than zero.
 */
export function spread(
  total: Decimal,
  weights: readonly Decimal[],
  currencyCode: string,
  residual: Residual,
): Decimal[] {
  const whole = sum(weights);
  let reached = ZERO;
  let given = ZERO;
  return weights.map((weight, index) => {
    reached = reached.plus(weight);
    const left = total.minus(given);
    let share: Decimal;
    if (index === weights.length - 1) share = left;
    else if (residual === 'CUMULATIVE') {
      share = roundToCurrency(total.times(reached).div(whole), currencyCode).minus(given);
    } else {
      const rounded = roundToCurrency(total.times(weight).div(whole), currencyCode);
      share = rounded.abs().greaterThan(left.abs()) ? left : rounded;
    }
    given = given.plus(share);
    return share;
  });
}

/**
 * Spreads an amount over the periods from start to end (both days included). The convention says what each month earns;
 * where the periods are not months, each earns its days' part of the months it touches. Amounts are in currency units at the minor
 * unit; slices sum to the total exactly; a zero slice stays in the schedule and does not end it.
 * Refuses with INVALID_INPUT: unknown currency or method, end before start, more than 1,200 months, both amounts or
 * neither. Source: ASC 606-10-25-31 (measure of progress, time elapsed); the conventions are policy.
 */
export function buildSchedule(input: ScheduleInput): Outcome<Schedule> {
  const read = reading(input.currencyCode);
  const start = read.date(['start'], input.start);
  const end = read.date(['end'], input.end);
  if (end < start) read.problem(['end'], 'must not be before start');
  else if (periodsTouched(start, end).length > MOST_PERIODS) {
    read.problem(['end'], `must be at most ${MOST_PERIODS} months after start`);
  }
  if (!isScheduleMethod(input.method)) {
    read.problem(['method'], `must be one of ${SCHEDULE_METHODS.join(', ')}`);
  }
  if (input.residual !== undefined && !RESIDUALS.includes(input.residual)) {
    read.problem(['residual'], `must be ${RESIDUALS.join(' or ')}`);
  }
  const monthly = input.monthlyAmount !== undefined;
  if (monthly && input.amount !== undefined) {
    read.problem(['monthlyAmount'], 'cannot be given together with amount');
  }
  const given = monthly
    ? read.money(['monthlyAmount'], input.monthlyAmount, 'NEGATIVE')
    : read.money(['amount'], input.amount, 'NEGATIVE');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const spans = spansOf(start, end, input.method, monthly);
  const total = monthly
    ? roundToCurrency(
        given.times(sum(spans.map(({ weight }) => dec(String(weight))))).div(String(MONTH_WEIGHT)),
        input.currencyCode,
      )
    : given;
  const slices = slicesOf(spans, input.grid ?? MONTHS);
  const weights = slices.map(({ weight }) => weight);
  const amounts = spread(total, weights, input.currencyCode, input.residual ?? 'LAST');
  return granted({
    slices: slices.map((slice, index) => ({
      period: slice.period,
      start: slice.start,
      end: slice.end,
      amount: toAmountString(amounts[index] ?? ZERO, input.currencyCode),
    })),
    total: toAmountString(total, input.currencyCode),
  });
}

/** The share of a term that has elapsed before a day, 0 to 1, by its spreading convention; within a month by days. */
export function elapsedShare(term: {
  start: DateString;
  end: DateString;
  method: ScheduleMethod;
  before: DateString;
}): Decimal {
  const spans = spansOf(term.start, term.end, term.method, false);
  const passed = spans.map(({ start, end, weight }) => {
    if (end < term.before) return dec(String(weight));
    if (start >= term.before) return ZERO;
    const days = daysInclusive(start, term.before) - 1;
    return dec(String(weight))
      .times(String(days))
      .div(String(daysInclusive(start, end)));
  });
  return sum(passed).div(sum(spans.map(({ weight }) => dec(String(weight)))));
}
