import { roundToCurrency, toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, ONE, sum, ZERO } from '@/core/money/decimal';
import { granted, type Outcome } from '@/core/outcome';
import { addDays } from '../../periods/calendar';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
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
} from '../days';
import { reading } from '../reading';
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
  /** The periods it is divided into; omitted: calendar months. */
  grid?: PeriodGrid | undefined;
};

/** Days that earn the same amount each. */
export type SlicePart = { start: DateString; end: DateString; amount: DecimalString };
export type Slice = SlicePart & {
  period: PeriodString;
  /** Of a period that is not a month: the part of each month it has. Within one, every day earns the same. */
  parts?: SlicePart[];
};
export type Schedule = { slices: Slice[]; total: DecimalString };

/** A hundred years in months; a longer term is a typing error. */
const MOST_PERIODS = 1_200;
type WeightedSpan = { period: PeriodString; start: DateString; end: DateString; weight: Decimal };
/** A month of a term: its weight is a whole number, also as a count. */
type Span = WeightedSpan & { count: number };

/**
 * Terms whose months were worked out last: folding a contract asks for those of the same few terms at every fact. Nothing but the term decides
 * them, and they are never changed.
 */
const termsWorkedOut = new Map<string, readonly Span[]>();
/** Terms kept, and the months of the longest one that is. */
const KEPT_TERMS = { most: 200, months: 240 };

/** The months of a term with their integer weights under a convention. */
function spansOf(
  start: DateString,
  end: DateString,
  method: ScheduleMethod,
  monthly: boolean,
): readonly Span[] {
  const term = [start, end, method, monthly].join(' ');
  const known = termsWorkedOut.get(term);
  if (known !== undefined) return known;
  const spans = monthsOf(start, end, method, monthly);
  if (spans.length > KEPT_TERMS.months) return spans;
  if (termsWorkedOut.size >= KEPT_TERMS.most) termsWorkedOut.clear();
  termsWorkedOut.set(term, spans);
  return spans;
}

function monthsOf(start: DateString, end: DateString, method: ScheduleMethod, monthly: boolean): Span[] {
  const { weight, dropsUnfinished } = METHOD_FACTS[method];
  const spans = periodsTouched(start, end).map((period): Span => {
    const part = { period, start: later(start, firstDayOf(period)), end: earlier(end, lastDayOf(period)) };
    const count = weight(part, monthly);
    return { ...part, count, weight: dec(String(count)) };
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

/** A period of a grid with the parts of months it has, each weighing what its days weigh. */
type PeriodSpan = WeightedSpan & { parts: WeightedSpan[] };

/**
 * The months of a term divided into the periods of a grid: a period weighs what its days weigh, and the days of a month
 * (or of the part of it that the term covers) weigh the same.
 */
function slicesOf(spans: readonly WeightedSpan[], grid: PeriodGrid): PeriodSpan[] {
  if (grid.isMonths) return spans.map((span) => ({ ...span, parts: [span] }));
  const slices: PeriodSpan[] = [];
  for (const span of spans) {
    const days = String(daysInclusive(span.start, span.end));
    for (let start = span.start; start <= span.end; ) {
      const { key: period, endDate } = grid.on(start);
      const end = earlier(span.end, endDate);
      const weight = DAY_WEIGHT.times(span.weight)
        .times(String(daysInclusive(start, end)))
        .div(days);
      const part = { period, start, end, weight };
      const last = slices.at(-1);
      if (last?.period === period) {
        const parts = withPart(last.parts, part);
        slices[slices.length - 1] = { ...last, end, weight: last.weight.plus(weight), parts };
      } else slices.push({ ...part, parts: [part] });
      start = addDays(end, 1);
    }
  }
  return slices;
}

/** Adds a part to a period's; where its days weigh as much as the days before, it goes on with them. */
function withPart(parts: readonly WeightedSpan[], part: WeightedSpan): WeightedSpan[] {
  const last = parts.at(-1);
  const perDay = ({ start, end, weight }: WeightedSpan) => weight.div(String(daysInclusive(start, end)));
  if (last === undefined || !perDay(last).equals(perDay(part))) return [...parts, part];
  return [...parts.slice(0, -1), { ...last, end: part.end, weight: last.weight.plus(part.weight) }];
}

/** What each part of a slice has of its amount; they sum to it exactly. */
function partsOf({ parts }: PeriodSpan, amount: Decimal, currencyCode: string): SlicePart[] {
  const weights = parts.map(({ weight }) => weight);
  const isEmpty = weights.every((weight) => weight.isZero());
  const shares = isEmpty ? [amount] : spread(amount, weights, currencyCode, 'CUMULATIVE');
  return parts.map(({ start, end }, index) => ({
    start,
    end,
    amount: toAmountString(shares[index] ?? ZERO, currencyCode),
  }));
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
      if (span.start >= from) return span;
      const days = String(daysInclusive(from, span.end));
      return {
        ...span,
        start: from,
        weight: span.weight.times(days).div(String(daysInclusive(span.start, span.end))),
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
  const first = input.from === undefined ? start : later(start, read.date(['from'], input.from));
  if (first > end && end >= start) read.problem(['from'], 'must not be after end');
  const problems = read.refusal();
  if (problems !== null) return { ok: false, refusal: problems };

  const spans = spansFrom({ start, end, method: input.method }, monthly, first);
  const total = monthly
    ? roundToCurrency(
        given.times(sum(spans.map(({ weight }) => weight))).div(String(MONTH_WEIGHT)),
        input.currencyCode,
      )
    : given;
  const slices = slicesOf(spans, input.grid ?? MONTHS);
  const weights = slices.map(({ weight }) => weight);
  const amounts = spread(total, weights, input.currencyCode, input.residual ?? 'LAST');
  return granted({
    slices: slices.map((slice, index) => {
      const { period, start: begins, end: ends, parts } = slice;
      const amount = amounts[index] ?? ZERO;
      const own = { period, start: begins, end: ends, amount: toAmountString(amount, input.currencyCode) };
      return parts.length < 2 ? own : { ...own, parts: partsOf(slice, amount, input.currencyCode) };
    }),
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
  const weightOf = (some: readonly Span[]) => some.reduce((whole, { count }) => whole + count, 0);
  const passed = weightOf(spans.filter(({ end }) => end < term.before));
  const running = spans.find(({ start, end }) => start < term.before && end >= term.before);
  const days = running === undefined ? 0 : daysInclusive(running.start, term.before) - 1;
  const length = running === undefined ? 1 : daysInclusive(running.start, running.end);
  // Whole numbers of days and weights, so that only the division rounds.
  return dec(String(passed * length + (running?.count ?? 0) * days)).div(String(weightOf(spans) * length));
}
