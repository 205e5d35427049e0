import type { Planned } from '@/core/billing/billing-plan';
import { periodsDue } from '@/core/billing/billing-plan';
import { nextScheduled } from '@/core/billing/billing-schedule';
import { periodAmount } from '@/core/billing/proration';
import { toAmountString } from '@/core/money/currency';
import { type Decimal, dec } from '@/core/money/decimal';
import { later } from '@/core/revenue/days';
import { type BillingScheduleRecord, billingPlace } from '@/db/stores/sales/billing-schedules';
import {
  type BilledSubscription,
  billedSubscriptions,
  itemsOfSubscriptions,
  type SubscriptionItemRecord,
} from '@/db/stores/sales/subscriptions';
import type { Tenant } from '@/db/tenancy';
import type { Clock } from '@/lib/clock';
import { localTime } from '@/lib/local-time';
import { MOST_PERIODS } from './plan-billing';

/** Subscriptions that the forecast of a run examines; for larger books it says that there are more. */
const MOST_FORECAST = 1_000;

/** What a run would make. */
export interface BillingForecast {
  readonly invoices: number;
  /** Before tax, by currency. */
  readonly amounts: readonly { readonly currencyCode: string; readonly amount: string }[];
  /** There are more subscriptions than were looked at. */
  readonly isMore: boolean;
}

/** The schedule with what it will do next. */
export interface BillingScheduleView {
  /** Null while it was never set. */
  readonly schedule: BillingScheduleRecord | null;
  readonly timeZone: string;
  /** The next day on which it bills, and what it would make then; null while it is off. */
  readonly next: { readonly day: string; readonly hour: number; readonly forecast: BillingForecast } | null;
}

/** The schedule and its next run as of now. */
export async function scheduleView(
  tenant: Tenant,
  clock: Clock,
  schedule: BillingScheduleRecord | null,
): Promise<BillingScheduleView> {
  const { timeZone, isClosed } = await billingPlace(tenant);
  if (schedule === null || !schedule.isOn || isClosed) return { schedule, timeZone, next: null };
  const day = nextScheduled(schedule, localTime(clock.now(), timeZone));
  return {
    schedule,
    timeZone,
    next: { day, hour: schedule.hour, forecast: await forecastOn(tenant, clock, day) },
  };
}

async function forecastOn(tenant: Tenant, clock: Clock, day: string): Promise<BillingForecast> {
  const found = await billedSubscriptions(tenant, {
    after: null,
    limit: MOST_FORECAST + 1,
    today: later(clock.today(), day),
  });
  const rows = found.slice(0, MOST_FORECAST);
  const items = new Map<string, SubscriptionItemRecord[]>();
  for (const item of await itemsOfSubscriptions(
    tenant,
    rows.map(({ id }) => id),
  )) {
    items.set(item.subscriptionId, [...(items.get(item.subscriptionId) ?? []), item]);
  }
  let invoices = 0;
  const totals = new Map<string, Decimal>();
  for (const row of rows) {
    for (const period of periodsDue(row as BilledSubscription & Planned, day, MOST_PERIODS)) {
      const billed = (items.get(row.id) ?? []).filter(
        ({ startDate, endDate }) => startDate <= period.end && (endDate === null || endDate >= period.start),
      );
      // A period without items is refused, and what follows it waits.
      if (billed.length === 0) break;
      invoices += 1;
      for (const item of billed) {
        const before = totals.get(row.currencyCode) ?? dec('0');
        totals.set(row.currencyCode, before.plus(periodAmount(item, row.currencyCode)));
      }
    }
  }
  return {
    invoices,
    amounts: [...totals]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([currencyCode, amount]) => ({ currencyCode, amount: toAmountString(amount, currencyCode) })),
    isMore: found.length > MOST_FORECAST,
  };
}
