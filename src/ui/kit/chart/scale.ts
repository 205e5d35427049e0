import { type Decimal, dec } from '@/core/money/decimal';

/** A vertical axis: where it starts and ends, and its labels. */
export type Scale = {
  readonly low: Decimal;
  readonly high: Decimal;
  readonly ticks: readonly Decimal[];
};

const STEPS = ['1', '2', '2.5', '5', '10'];

/** The smallest axis in round steps that holds zero and every value, with about `wanted` steps. */
export function scaleOf(values: readonly Decimal[], wanted = 4): Scale {
  const zero = dec('0');
  const high = values.reduce((most, value) => (value.gt(most) ? value : most), zero);
  const low = values.reduce((least, value) => (value.lt(least) ? value : least), zero);
  const span = high.minus(low);
  if (span.isZero()) return { low: zero, high: dec('1'), ticks: [zero] };
  const rough = span.div(wanted);
  const magnitude = dec('10').pow(rough.log(10).floor());
  const round = STEPS.map((step) => magnitude.times(step)).find((step) => step.gte(rough));
  const step = round ?? magnitude.times(10);
  const first = low.div(step).floor();
  const last = high.div(step).ceil();
  const ticks: Decimal[] = [];
  for (let at = first; at.lte(last); at = at.plus(1)) ticks.push(at.times(step));
  return { low: first.times(step), high: last.times(step), ticks };
}

/** The position of a value on the axis, 0 to 1. This is geometry, not money, so a number is safe. */
export function shareOf(value: Decimal, { low, high }: Scale): number {
  return value.minus(low).div(high.minus(low)).toNumber();
}
