import { type DatedRate, rateOn } from '@/core/fx/rates';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec, toPlainString, ZERO } from '@/core/money/decimal';
import { checkPeriod, type PeriodStatus } from '@/core/periods/period-status';
import {
  appendCorrections,
  type BaseEntry,
  type BaseLine,
  type CorrectionItem,
  hasCorrections,
  mirrorCorrections,
} from '@/db/stores/documents/rate-corrections';
import { type FxRole, fxAccount } from '@/db/stores/documents/settlements';
import { holdPostingPeriod, type OpenPeriod } from '@/db/stores/structure/open-periods';
import { newId } from '@/lib/ids';
import { refuseNoExchangeAccount } from '@/usecases/fx/no-exchange-account';
import type { Context } from '../kit/define';
import { valueOrThrow } from '../kit/value-or-throw';
import { bookingDay } from '../revenue/events/booking-rules';

/** Something a correction touched, with the number of the entry that posts its difference. */
export type CorrectedItem = CorrectionItem & { entryNumber: string };

/** A run of *correct rates* under way: its input, what it has read, and what it has posted so far. */
export interface Correction {
  readonly context: Context;
  readonly subsidiaryId: string;
  readonly baseCurrencyCode: string;
  readonly currencyCode: string;
  readonly from: string;
  readonly to: string | null;
  readonly open: readonly OpenPeriod[];
  readonly items: CorrectedItem[];
  /** Entries of its last items that are not written yet: they are written together. */
  readonly pending: BaseEntry[];
  /** Every rate of the pair, and the rates found for days asked for. */
  readonly rates: readonly DatedRate[];
  readonly ratesByDay: Map<string, string>;
  /** Accounts of exchange differences that were looked up: every item asks for the same two or four. */
  readonly resultAccounts: Map<FxRole, string | null>;
}

/** What an item says of itself; the day and number of its entry follow. */
type Touched = Omit<CorrectionItem, 'postedOn' | 'entryId' | 'difference'> & {
  readonly transactionId: string | null;
  /** The first day it may be booked on; its own day, if that is open. */
  readonly notBefore?: string;
};

/**
 * Posts the difference of one item on its own day, or in the first open period after it with the month it belongs to in its
 * memo, and lists it; the entry is written with the others of its part (`writeEntries`). Lines that sum to nothing make no entry.
 * Refuses PERIOD_NOT_OPEN when no later period is open.
 */
export function postDifference(
  { context, subsidiaryId, baseCurrencyCode, currencyCode, open, items, pending }: Correction,
  { transactionId, notBefore, ...touched }: Touched,
  lines: readonly BaseLine[],
): CorrectedItem | null {
  const moved = summed(lines).filter(({ base }) => !dec(base).isZero());
  if (moved.length === 0) return null;
  const date = bookingDay(notBefore ?? touched.originOn, open, subsidiaryId);
  const entryId = newId();
  const month = touched.originOn.slice(0, 7);
  const belongs = date.slice(0, 7) === month ? '' : `, belongs to ${month}`;
  pending.push({
    entryId,
    subsidiaryId,
    date,
    currencyCode,
    rate: touched.afterRate ?? '1',
    transactionId,
    memo: `Exchange rate corrected: ${touched.label}${belongs}`,
    actorId: context.principal.actor.id,
    lines: moved,
  });
  const text = (value: string) => toAmountString(dec(value), baseCurrencyCode);
  const item: CorrectedItem = {
    ...touched,
    beforeBase: text(touched.beforeBase),
    afterBase: text(touched.afterBase),
    difference: text(dec(touched.afterBase).minus(touched.beforeBase).toFixed()),
    postedOn: date,
    entryId,
    entryNumber: '',
  };
  items.push(item);
  return item;
}

/** Entries in one statement: few enough that it stays within a few megabytes. */
const MOST_ENTRIES = 2000;

/** Writes the entries that are pending, and gives their items the numbers. */
export async function writeEntries({ context, items, pending }: Correction): Promise<void> {
  while (pending.length > 0) {
    const numbers = await appendCorrections(context.tenant, pending.splice(0, MOST_ENTRIES));
    for (const item of items) item.entryNumber = numbers.get(item.entryId) ?? item.entryNumber;
  }
}

/**
 * Mirrors what corrections posted for a document that is reversed, or a settlement that is taken back. Refuses PERIOD_NOT_OPEN
 * when there is something to mirror and the day is not open.
 */
export async function takeBackCorrections(
  { tenant, principal }: Context,
  { subsidiaryId }: { readonly subsidiaryId: string },
  what: { readonly kind: 'DOCUMENT' | 'SETTLEMENT'; readonly sourceId: string; readonly date: string },
): Promise<void> {
  if (!(await hasCorrections(tenant, what))) return;
  const period = await holdPostingPeriod(tenant, subsidiaryId, what.date);
  valueOrThrow(
    checkPeriod(period === null ? null : { label: period.label, status: period.status as PeriodStatus }, {
      date: what.date,
      subsidiaryId,
      mayPostSoftClosed: principal.permissions.has('gl.period.postSoftClosed'),
    }),
  );
  await mirrorCorrections(tenant, { ...what, actorId: principal.actor.id });
}

/** Lines of the same account and dimensions become one. */
function summed(lines: readonly BaseLine[]): BaseLine[] {
  const byPlace = new Map<string, BaseLine>();
  for (const line of lines) {
    const { base, ...place } = line;
    const key = JSON.stringify(Object.entries(place).sort());
    const before = byPlace.get(key);
    byPlace.set(key, {
      ...place,
      base: dec(base)
        .plus(before?.base ?? '0')
        .toFixed(),
    });
  }
  return [...byPlace.values()];
}

/** The rate the table has now from the correction's currency to the base on a day. Refuses RATE_MISSING. */
export function tableRate(correction: Correction, date: string): string {
  const { ratesByDay } = correction;
  const known = ratesByDay.get(date);
  if (known !== undefined) return known;
  const { rate } = valueOrThrow(chosenRate(correction, date));
  ratesByDay.set(date, rate);
  return rate;
}

/** The same, or null where the table has none. */
export function knownRate(correction: Correction, date: string): string | null {
  const found = chosenRate(correction, date);
  return found.ok ? toPlainString(dec(found.value.rate)) : null;
}

const chosenRate = ({ currencyCode: from, baseCurrencyCode: to, rates }: Correction, date: string) =>
  rateOn({ from, to, date }, rates);

/**
 * The two lines of a change in a result that has a gain account and a loss account: from `before` to `after`, above zero a gain.
 * A gain is taken back before a loss is booked. Refuses ACCOUNT_UNRESOLVED, unless `fallback` takes them.
 */
export async function resultLines(
  { context, resultAccounts }: Correction,
  kind: 'REALIZED' | 'UNREALIZED',
  { before, after }: { readonly before: Decimal; readonly after: Decimal },
  fallback: string | null = null,
): Promise<BaseLine[]> {
  const gainOf = (value: Decimal) => (value.greaterThan(ZERO) ? value : ZERO);
  const gain = gainOf(after).minus(gainOf(before));
  const loss = after.minus(before).minus(gain);
  const line = async (role: FxRole, base: Decimal): Promise<BaseLine[]> => {
    if (base.isZero()) return [];
    if (!resultAccounts.has(role)) resultAccounts.set(role, await fxAccount(context.tenant, role));
    const accountId = resultAccounts.get(role) ?? fallback;
    if (accountId === null) {
      refuseNoExchangeAccount(role);
    }
    return [{ accountId, base: toPlainString(base) }];
  };
  return [...(await line(`${kind}_GAIN`, gain.negated())), ...(await line(`${kind}_LOSS`, loss.negated()))];
}
