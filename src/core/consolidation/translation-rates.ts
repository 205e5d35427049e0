import { type DatedRate, rateOn } from '../fx/rates';
import { RATE_COLUMN } from '../money/column';
import { type DecimalString, dec, ONE, roundTo, sum, toPlainString } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';
import type { AccountingDate } from '../periods/calendar';

/** A rate on file, of one of the three kinds that can be entered. */
export type FiledRate = DatedRate & { readonly kind: 'SPOT' | 'CLOSING' | 'AVERAGE' };

/** A rate at which figures were translated, and where it comes from. */
export type UsedRate = {
  /** What it is used for: balance sheet, profit and loss, equity. */
  readonly use: 'CLOSING' | 'AVERAGE' | 'HISTORICAL';
  readonly from: string;
  readonly to: string;
  readonly rate: DecimalString;
  /** The kind of rate on file it comes from; MEAN_OF_SPOT is computed from the period's spot rates. */
  readonly basis: FiledRate['kind'] | 'MEAN_OF_SPOT';
  /** True when only the inverse pair is on file and its reciprocal was used. */
  readonly isInverse: boolean;
  /** The days it is used for: the period of an average, the posting date, or the balance sheet date. */
  readonly firstDay: AccountingDate;
  readonly lastDay: AccountingDate;
  /** The date of the rate on file; for a mean, the latest. */
  readonly rateDate: AccountingDate;
};

export type Pair = { readonly from: string; readonly to: string };
export type Span = { readonly firstDay: AccountingDate; readonly lastDay: AccountingDate };

/**
 * The rate for the balance sheet: the latest CLOSING rate of the period that contains the day, dated on or before it;
 * otherwise the latest SPOT rate on or before it, as in revaluation. RATE_MISSING when there is neither.
 */
export function closingRate(pair: Pair, period: Span, filed: readonly FiledRate[]): Outcome<UsedRate> {
  const { firstDay, lastDay } = period;
  const closing = filed.filter((one) => one.kind === 'CLOSING' && one.date >= firstDay);
  const own = rateOn({ ...pair, date: lastDay }, closing);
  const kind = own.ok ? 'CLOSING' : 'SPOT';
  const chosen = own.ok ? own : rateOn({ ...pair, date: lastDay }, ofKind(filed, 'SPOT'));
  if (!chosen.ok) return chosen;
  const days = { firstDay: lastDay, lastDay };
  return granted(used('CLOSING', pair, kind, days, chosen.value));
}

/** The rate for an equity posting: the latest SPOT rate on or before its date. RATE_MISSING when there is none. */
export function historicalRate(
  pair: Pair,
  day: AccountingDate,
  filed: readonly FiledRate[],
): Outcome<UsedRate> {
  const chosen = rateOn({ ...pair, date: day }, ofKind(filed, 'SPOT'));
  if (!chosen.ok) return chosen;
  return granted(used('HISTORICAL', pair, 'SPOT', { firstDay: day, lastDay: day }, chosen.value));
}

/**
 * The rate for a period's profit and loss: the latest AVERAGE rate dated within the period; otherwise the simple mean of
 * the SPOT rates dated within it, rounded half-even to the ten places a rate has. Within each kind, the pair itself takes
 * precedence over its inverse. A rate from outside the period is never used: RATE_MISSING names the pair and the period.
 */
export function averageRate(pair: Pair, period: Span, filed: readonly FiledRate[]): Outcome<UsedRate> {
  const { firstDay, lastDay } = period;
  const within = filed.filter((one) => one.date >= firstDay && one.date <= lastDay);
  const entered = rateOn({ ...pair, date: lastDay }, ofKind(within, 'AVERAGE'));
  if (entered.ok) return granted(used('AVERAGE', pair, 'AVERAGE', period, entered.value));
  const spot = ofKind(within, 'SPOT');
  const direct = spot.filter((one) => one.from === pair.from && one.to === pair.to);
  const opposite = spot.filter((one) => one.from === pair.to && one.to === pair.from);
  const isInverse = direct.length === 0;
  const days = isInverse ? opposite : direct;
  if (days.length === 0) return averageMissing(pair, period);
  const values = days.map((one) => (isInverse ? ONE.div(dec(one.rate)) : dec(one.rate)));
  const mean = roundTo(sum(values).div(dec(BigInt(days.length))), RATE_COLUMN.fraction);
  // A rate that rounds to zero at ten places would turn money into nothing, so it counts as missing.
  if (mean.isZero()) return averageMissing(pair, period);
  const rateDate =
    days
      .map((one) => one.date)
      .sort()
      .at(-1) ?? lastDay;
  const chosen = { rate: toPlainString(mean), source: isInverse ? 'INVERSE' : 'DIRECT', rateDate } as const;
  return granted(used('AVERAGE', pair, 'MEAN_OF_SPOT', period, chosen));
}

function averageMissing({ from, to }: Pair, { firstDay, lastDay }: Span): Outcome<never> {
  return refused(
    'RATE_MISSING',
    `There is no average rate from ${from} to ${to} dated ${firstDay} to ${lastDay}, and no spot rates for those days to derive it from.`,
    { from, to, date: lastDay },
  );
}

const ofKind = (filed: readonly FiledRate[], kind: FiledRate['kind']) =>
  filed.filter((one) => one.kind === kind);

function used(
  use: UsedRate['use'],
  pair: Pair,
  basis: UsedRate['basis'],
  { firstDay, lastDay }: Span,
  chosen: { readonly rate: string; readonly source: string; readonly rateDate: AccountingDate | null },
): UsedRate {
  return {
    use,
    from: pair.from,
    to: pair.to,
    rate: chosen.rate,
    basis,
    isInverse: chosen.source === 'INVERSE',
    firstDay,
    lastDay,
    rateDate: chosen.rateDate ?? lastDay,
  };
}
