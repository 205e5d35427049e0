import { rateOn } from '@/core/fx/rates';
import { dec, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { ratesBetween } from '@/db/stores/documents/exchange-rates';
import { firstLockedDay, type OpenPeriod } from '@/db/stores/structure/open-periods';
import { subsidiaryOrRoot } from '@/db/stores/structure/root-subsidiary';
import type { Tenant } from '@/db/tenancy';
import { refuseNotFound } from '@/usecases/kit/crud';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';

export function refuseNoPeriod(date: string, subsidiaryId: string): never {
  refuse(
    'PERIOD_NOT_OPEN',
    `No open fiscal period covers ${date}. Use a date in an open period or open one.`,
    {
      date,
      period: null,
      status: 'NONE',
      subsidiaryId,
    },
  );
}

/**
 * The day an entry dated `on` is booked: that day when its period is open, otherwise the first open day after it,
 * otherwise the first open day at all.
 */
export function bookingDay(on: string, open: readonly OpenPeriod[], subsidiaryId: string): string {
  if (open.some(({ startDate, endDate }) => startDate <= on && on <= endDate)) return on;
  const next = open.find(({ startDate }) => startDate > on);
  return next?.startDate ?? refuseNoPeriod(on, subsidiaryId);
}

/**
 * A late fact of a closed month becomes a catch-up in a later one. A locked month is final, so its fact must be dated when it became known.
 * Refuses PERIOD_NOT_OPEN for the first of some days that is in one. `lastLocked`: the last day of the last locked month.
 */
export async function demandNotLocked(
  tenant: Tenant,
  subsidiaryId: string,
  lastLocked: string | null,
  days: readonly string[],
): Promise<void> {
  // Most facts come after whatever is locked, which one day says.
  if (lastLocked === null || days.every((day) => day > lastLocked)) return;
  const locked = await firstLockedDay(tenant, subsidiaryId, days);
  if (locked === null) return;
  refuse('PERIOD_NOT_OPEN', `${locked.period} is locked. Date the event in a month that is not locked.`, {
    date: locked.date,
    period: locked.period,
    status: 'LOCKED',
    subsidiaryId,
  });
}

/** The rate from a currency to the subsidiary's base currency on a day. Refuses RATE_MISSING: there is no fallback. */
export async function rateFor(
  tenant: Tenant,
  subsidiaryId: string,
  currencyCode: string,
  date: string,
): Promise<string> {
  const subsidiary =
    (await subsidiaryOrRoot(tenant, subsidiaryId)) ?? refuseNotFound('subsidiary', subsidiaryId);
  return rateInto(tenant, subsidiary.baseCurrency, currencyCode, date);
}

/** The same where the base currency of the subsidiary is known already. */
export async function rateInto(
  tenant: Tenant,
  to: string,
  currencyCode: string,
  date: string,
): Promise<string> {
  if (to === currencyCode) return '1';
  const rates = await ratesBetween(tenant, [currencyCode, to], date);
  return valueOrThrow(rateOn({ from: currencyCode, to, date }, rates)).rate;
}

/** The size of an amount of a contract in its subsidiary's base currency, looked up when asked for: what decides whether a change takes two people. */
export const baseSizeOf =
  (
    tenant: Tenant,
    { subsidiaryId, currencyCode }: { readonly subsidiaryId: string; readonly currencyCode: string },
    amount: string,
    date: string,
  ) =>
  async (): Promise<string> =>
    toPlainString(
      dec(amount)
        .abs()
        .times(await rateFor(tenant, subsidiaryId, currencyCode, date)),
    );
