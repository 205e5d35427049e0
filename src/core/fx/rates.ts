import { RATE_COLUMN } from '../money/column';
import { type DecimalString, dec, ONE, roundTo, toPlainString } from '../money/decimal';
import { granted, type Outcome, refused } from '../outcome';
import type { AccountingDate } from '../periods/calendar';

/** One unit of `from` is `rate` units of `to`, from `date` until the next dated rate. */
export type DatedRate = {
  readonly from: string;
  readonly to: string;
  readonly date: AccountingDate;
  readonly rate: DecimalString;
};

export type ChosenRate = {
  readonly rate: DecimalString;
  readonly source: 'SAME_CURRENCY' | 'DIRECT' | 'INVERSE';
  /** The date of the rate used; null when the currencies are the same. */
  readonly rateDate: AccountingDate | null;
};

/**
 * The rate from one currency to another on a date: the latest on or before it, in either direction; on the same day
 * the direct one. An inverse is rounded half-even to the ten places a rate column holds. No crossing through a third
 * currency and no default: refuses with RATE_MISSING (accounting.md 3, "no silent fallback").
 * Owner: this function; the queries that choose rates for it (src/db/stores/documents/exchange-rates.ts, document-references.ts,
 * src/db/reports/scope.ts, consolidation.ts) are held to it by e2e/ledger/currencies/exchange-rates.test.ts.
 */
export function rateOn(
  wanted: { readonly from: string; readonly to: string; readonly date: AccountingDate },
  rates: readonly DatedRate[],
): Outcome<ChosenRate> {
  const { from, to, date } = wanted;
  if (from === to) return granted({ rate: '1', source: 'SAME_CURRENCY', rateDate: null });
  const direct = latest(rates, from, to, date);
  const inverse = latest(rates, to, from, date);
  if (direct !== null && (inverse === null || inverse.date <= direct.date)) {
    return granted({ rate: direct.rate, source: 'DIRECT', rateDate: direct.date });
  }
  if (inverse !== null) {
    const rate = roundTo(ONE.div(dec(inverse.rate)), RATE_COLUMN.fraction);
    // A rate that rounds to zero at ten places would turn money into nothing, so it counts as missing.
    if (!rate.isZero()) {
      return granted({ rate: toPlainString(rate), source: 'INVERSE', rateDate: inverse.date });
    }
  }
  return rateMissing(from, to, date);
}

/** The refusal for a foreign currency without a dated rate. */
export function rateMissing(from: string, to: string, date: AccountingDate): Outcome<never> {
  const message = `There is no exchange rate from ${from} to ${to} on or before ${date}.`;
  return refused('RATE_MISSING', message, { from, to, date });
}

function latest(
  rates: readonly DatedRate[],
  from: string,
  to: string,
  date: AccountingDate,
): DatedRate | null {
  let found: DatedRate | null = null;
  for (const rate of rates) {
    if (rate.from !== from || rate.to !== to || rate.date > date) continue;
    if (found === null || found.date < rate.date) found = rate;
  }
  return found;
}
