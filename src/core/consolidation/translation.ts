import { type Decimal, type DecimalString, dec, ONE, sum, ZERO } from '../money/decimal';
import { granted, type Outcome } from '../outcome';
import type { AccountingDate } from '../periods/calendar';
import {
  averageRate,
  closingRate,
  type FiledRate,
  historicalRate,
  type Span,
  type UsedRate,
} from './translation-rates';
import { roundToZeroSum } from './zero-sum';

/** A subsidiary's balances up to a day, in its base currency; `net` is debits less credits. */
export type SubsidiaryBooks = {
  readonly subsidiaryId: string;
  readonly baseCurrency: string;
  /** From the first day of the period that contains the balance sheet date to that date. */
  readonly closing: Span;
  /** Assets and liabilities. */
  readonly balances: readonly { readonly accountId: string; readonly net: DecimalString }[];
  /** Equity, by the day it was posted. */
  readonly equity: readonly {
    readonly accountId: string;
    readonly net: DecimalString;
    readonly day: AccountingDate;
  }[];
  /** Profit and loss, by fiscal period. For earlier years the account does not matter. */
  readonly results: readonly {
    readonly accountId: string;
    readonly net: DecimalString;
    readonly period: Span;
    readonly isEarlierYear: boolean;
  }[];
};

/** Lines of a translated trial balance that are not accounts. */
export const EARLIER_EARNINGS = 'EARLIER_EARNINGS';
export const TRANSLATION_ADJUSTMENT = 'TRANSLATION_ADJUSTMENT';

/** A trial balance in the group's currency: debits less credits by account (or one of the two lines above). Sums to zero. */
export type TranslatedBooks = {
  readonly subsidiaryId: string;
  readonly lines: ReadonlyMap<string, Decimal>;
  readonly rates: readonly UsedRate[];
};

/**
 * Translates a subsidiary's books into another currency (ASC 830-30-45, IAS 21.39; accounting.md 3): assets and
 * liabilities at the closing rate, profit and loss at each period's average rate, equity at the rate of each posting's
 * date, and earlier years' earnings as the sum of their translated results. The difference between translated net assets
 * and their parts is the translation adjustment, on its own line. Rounding keeps the balance (`roundToZeroSum`).
 *
 * Refuses with RATE_MISSING when a rate is needed and not on file; only amounts other than zero need a rate. Throws when
 * the books themselves do not balance, because the adjustment must not absorb that.
 */
export function translate(
  books: SubsidiaryBooks,
  into: { readonly currencyCode: string; readonly retainedEarningsAccountId: string | null },
  filed: readonly FiledRate[],
): Outcome<TranslatedBooks> {
  const all = [...books.balances, ...books.equity, ...books.results];
  if (!sum(all.map(({ net }) => net)).isZero()) {
    throw new Error(`the books of subsidiary ${books.subsidiaryId} do not balance`);
  }
  const pair = { from: books.baseCurrency, to: into.currencyCode };
  const own = filed.filter(
    ({ from, to }) => (from === pair.from && to === pair.to) || (from === pair.to && to === pair.from),
  );
  const used = new Map<string, Outcome<UsedRate>>();
  /** Looks up each rate once. */
  const rateBy = (key: string, choose: () => Outcome<UsedRate>): Outcome<Decimal> => {
    if (pair.from === pair.to) return granted(ONE);
    const chosen = used.get(key) ?? choose();
    used.set(key, chosen);
    return chosen.ok ? granted(dec(chosen.value.rate)) : chosen;
  };

  const earlier = into.retainedEarningsAccountId ?? EARLIER_EARNINGS;
  const wanted = [
    ...books.balances.map(({ accountId, net }) => ({
      line: accountId,
      net,
      rate: () => rateBy('closing', () => closingRate(pair, books.closing, own)),
    })),
    ...books.equity.map(({ accountId, net, day }) => ({
      line: accountId,
      net,
      rate: () => rateBy(day, () => historicalRate(pair, day, own)),
    })),
    ...books.results.map(({ accountId, net, period, isEarlierYear }) => ({
      line: isEarlierYear ? earlier : accountId,
      net,
      rate: () => rateBy(`${period.firstDay}/${period.lastDay}`, () => averageRate(pair, period, own)),
    })),
  ];
  const exact = new Map<string, Decimal>();
  for (const { line, net, rate } of wanted) {
    const amount = dec(net);
    if (amount.isZero()) continue;
    const at = rate();
    if (!at.ok) return at;
    exact.set(line, (exact.get(line) ?? ZERO).plus(amount.times(at.value)));
  }
  exact.set(TRANSLATION_ADJUSTMENT, sum(exact.values()).negated());

  const rounded = roundToZeroSum([...exact.values()], into.currencyCode);
  return granted({
    subsidiaryId: books.subsidiaryId,
    lines: new Map([...exact.keys()].map((line, index) => [line, rounded[index] ?? ZERO])),
    rates: [...used.values()].flatMap((one) => (one.ok ? [one.value] : [])),
  });
}
