import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import {
  type DateString,
  daysInclusive,
  earlier,
  firstDayOf,
  lastDayOf,
  later,
  type PeriodString,
  periodOf,
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
  /** The first day that takes part, when only the rest of the term is left to spread over. */
  from?: DateString | undefined;
  method: ScheduleMethod;
  residual?: Residual | undefined;
};

export type Slice = { period: PeriodString; start: DateString; end: DateString; amount: DecimalString };
export type Schedule = { slices: Slice[]; total: DecimalString };

/** A hundred years in months; a longer term is a typing error. */
const MOST_PERIODS = 1_200;
type Span = { period: PeriodString; start: DateString; end: DateString; weight: number };
type WeightedSpan = Omit<Span, 'weight'> & { weight: Decimal };

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
 * The months of a term from a day on. Of the month the day falls in, only the days left count: a month of an even term that is
 * half over has half the weight of the others, so that a change within it does not make up for its past days.
 */
function spansFrom(
  { start, end, method }: Pick<ScheduleInput, 'start' | 'end' | 'method'>,
  monthly: boolean,
  from: DateString,
): WeightedSpan[] {
  const rest = spansOf(start, end, method, monthly)
    .filter((span) => span.end >= from)
    .map((span): WeightedSpan => {
      const weight = dec(String(span.weight));
      if (span.start >= from) return { ...span, weight };
      const days = String(daysInclusive(from, span.end));
      return {
        ...span,
        start: from,
        weight: weight.times(days).div(String(daysInclusive(span.start, span.end))),
      };
    });
  // A last month that its convention leaves out is all that is left of the term.
  return rest.length > 0 ? rest : [{ period: periodOf(from), start: from, end, weight: ONE }];
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
 * Spreads an amount over the months from start to end (both days included). Amounts are in currency units at the minor
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
  const first = input.from === undefined ? start : later(start, read.date(['from'], input.from));
  if (first > end && end >= start) read.problem(['from'], 'must not be after end');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const spans = spansFrom({ start, end, method: input.method }, monthly, first);
  const weights = spans.map(({ weight }) => weight);
  const total = monthly
    ? roundToCurrency(given.times(sum(weights)).div(String(MONTH_WEIGHT)), input.currencyCode)
    : given;
  const amounts = spread(total, weights, input.currencyCode, input.residual ?? 'LAST');
  return granted({
    slices: spans.map((span, index) => ({
      period: span.period,
      start: span.start,
      end: span.end,
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
  const weightOf = (some: readonly Span[]) => some.reduce((whole, { weight }) => whole + weight, 0);
  const passed = weightOf(spans.filter(({ end }) => end < term.before));
  const running = spans.find(({ start, end }) => start < term.before && end >= term.before);
  const days = running === undefined ? 0 : daysInclusive(running.start, term.before) - 1;
  const length = running === undefined ? 1 : daysInclusive(running.start, running.end);
  // Whole numbers of days and weights, so that only the division rounds.
  return dec(String(passed * length + (running?.weight ?? 0) * days)).div(String(weightOf(spans) * length));
}
