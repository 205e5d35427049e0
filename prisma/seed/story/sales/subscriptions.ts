import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import type { SubsidiaryKey } from '../documents';
import { chanceOf } from '../random';
import type { StoryMonth, Timeline } from '../timeline';
import type { PlannedCustomer } from './customers';
import { type ItemCode, type PriceCurrency, productOf } from './products';

/** What a customer subscribes to. Month numbers are the timeline's. */
export interface PlannedSubscription {
  readonly key: string;
  readonly customer: PlannedCustomer;
  readonly billing: 'MONTHLY' | 'QUARTERLY';
  /** First month; 0 when it was already running when the books began. */
  readonly startMonth: number;
  /** First month after its end; null while it runs. */
  readonly endMonth: number | null;
  readonly seats: number;
  /** From this month on there are `seatsLater`. */
  readonly changeMonth: number | null;
  readonly seatsLater: number;
  readonly analyticsSeats: number;
  readonly hasSupport: boolean;
  readonly gigabytes: number;
  readonly discountPercent: number;
}

/** The range of a customer's seat count by company; Japanese customers are smaller. */
const SEATS: Readonly<Record<string, readonly [least: number, most: number]>> = {
  US: [45, 320],
  DE: [40, 245],
  JP: [30, 225],
};

/** Subscriptions of about three quarters of the customers; some began before the books, some later. */
export function plannedSubscriptions(
  customers: readonly PlannedCustomer[],
  timeline: Timeline,
): PlannedSubscription[] {
  return customers.flatMap((customer) => {
    const subscription = subscriptionOf(customer, timeline.months.length);
    return subscription === null ? [] : [subscription];
  });
}

function subscriptionOf(customer: PlannedCustomer, months: number): PlannedSubscription | null {
  const chance = chanceOf(`subscription:${customer.name}`);
  const gone = customer.status !== 'active';
  if (!gone && !chance.percent(80)) return null;
  const [least, most] = SEATS[customer.subsidiary] ?? [40, 200];
  const seats = chance.percent(15) ? chance.between(most, most * 2) : chance.between(least, most);
  const startMonth = gone || chance.percent(64) ? 0 : chance.between(1, months - 3);
  const leaves = gone || (startMonth === 0 && chance.percent(5));
  const changeMonth = chance.percent(45) ? chance.between(startMonth + 2, months) : null;
  const grows = chance.percent(82);
  return {
    key: `SUB:${customer.name}`,
    customer,
    billing: chance.percent(20) ? 'MONTHLY' : 'QUARTERLY',
    startMonth,
    endMonth: leaves ? chance.between(Math.trunc(months / 2), months - 3) : null,
    seats,
    changeMonth,
    seatsLater: Math.trunc((seats * (grows ? chance.between(112, 145) : chance.between(70, 92))) / 100),
    analyticsSeats: chance.percent(55) ? Math.trunc((seats * chance.between(25, 80)) / 100) : 0,
    hasSupport: chance.percent(55),
    gigabytes: chance.percent(32) ? chance.between(3_000, 26_000) : 0,
    discountPercent: seats > most ? chance.pick([10, 12, 15]) : 0,
  };
}

/** Seats in a month; 0 outside the subscription's term. */
export function seatsIn(subscription: PlannedSubscription, month: StoryMonth): number {
  const { startMonth, endMonth, changeMonth, seats, seatsLater } = subscription;
  if (month.index < startMonth || (endMonth !== null && month.index >= endMonth)) return 0;
  return changeMonth !== null && month.index >= changeMonth ? seatsLater : seats;
}

/** Gigabytes used in a month: the usual volume, up or down by a quarter. */
export function gigabytesIn(subscription: PlannedSubscription, month: StoryMonth): number {
  if (subscription.gigabytes === 0 || seatsIn(subscription, month) === 0) return 0;
  const chance = chanceOf(`usage:${subscription.key}:${month.start}`);
  return Math.trunc((subscription.gigabytes * chance.between(75, 125)) / 100);
}

/** Price lists exist in three currencies; prices in others are a fixed multiple of the dollar price. */
const MULTIPLE: Readonly<Record<string, string>> = { CAD: '1.36', GBP: '0.80' };

/** The list price of an item in a month; last year's prices until December, this year's from January. */
export function priceIn(item: ItemCode, currency: string, year: number, timeline: Timeline): string {
  const { price } = productOf(item);
  const which = year < timeline.thisMonth.year ? 0 : 1;
  const multiple = MULTIPLE[currency];
  if (multiple === undefined) return price[currency as PriceCurrency][which];
  return toAmountString(dec(price.USD[which]).times(multiple), currency);
}

/** The sales department of each company. */
export const SALES_OF: Readonly<Record<SubsidiaryKey, string>> = {
  HOLD: 'SAL',
  US: 'SAL-AMER',
  DE: 'SAL-EMEA',
  JP: 'SAL-APAC',
  ELIM: 'SAL',
};
