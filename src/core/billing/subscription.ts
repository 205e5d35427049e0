import { granted, type Outcome, refused } from '../outcome';
import { type AccountingDate, addDays, addMonths } from '../periods/calendar';

export const SUBSCRIPTION_STATUSES = ['DRAFT', 'ACTIVE', 'PAUSED', 'CANCELLED', 'EXPIRED'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

export const SUBSCRIPTION_VERBS = ['activate', 'pause', 'resume', 'cancel', 'expire'] as const;
export type SubscriptionVerb = (typeof SUBSCRIPTION_VERBS)[number];

export const RENEWALS = ['NONE', 'AUTO', 'EVERGREEN'] as const;

export const BILLING_FREQUENCIES = ['MONTHLY', 'QUARTERLY', 'ANNUAL', 'ONE_TIME', 'USAGE'] as const;
export type BillingFrequency = (typeof BILLING_FREQUENCIES)[number];

/** The status each verb moves to, and the statuses it is allowed from. */
const MOVES: Readonly<
  Record<SubscriptionVerb, { readonly from: readonly SubscriptionStatus[]; readonly to: SubscriptionStatus }>
> = {
  activate: { from: ['DRAFT'], to: 'ACTIVE' },
  pause: { from: ['ACTIVE'], to: 'PAUSED' },
  resume: { from: ['PAUSED'], to: 'ACTIVE' },
  cancel: { from: ['DRAFT', 'ACTIVE', 'PAUSED'], to: 'CANCELLED' },
  expire: { from: ['ACTIVE', 'PAUSED'], to: 'EXPIRED' },
};

/** The status a verb moves to; refuses with INVALID_STATUS_TRANSITION. */
export function statusAfter(from: SubscriptionStatus, verb: SubscriptionVerb): Outcome<SubscriptionStatus> {
  const move = MOVES[verb];
  if (move.from.includes(from)) return granted(move.to);
  return refused(
    'INVALID_STATUS_TRANSITION',
    `A subscription in status ${from} cannot be moved by "${verb}"; allowed from ${move.from.join(' or ')}.`,
    { from, to: move.to },
  );
}

/** What a subscription needs before it can be activated; refuses with INCOMPLETE_DOCUMENT. */
export function checkActivable(subscription: {
  readonly customerId: string | null;
  readonly itemCount: number;
}): Outcome<null> {
  const missing = [
    ...(subscription.customerId === null ? ['customerId'] : []),
    ...(subscription.itemCount === 0 ? ['items'] : []),
  ];
  return missing.length === 0
    ? granted(null)
    : refused('INCOMPLETE_DOCUMENT', `The subscription has no ${missing.join(' and no ')}.`, { missing });
}

export type BillingPeriod = { readonly start: AccountingDate; readonly end: AccountingDate };

const MONTHS: Readonly<Record<BillingFrequency, number | null>> = {
  MONTHLY: 1,
  QUARTERLY: 3,
  ANNUAL: 12,
  ONE_TIME: null,
  USAGE: 1,
};

/**
 * The billing period that contains a day, first and last day included; null before the start and after the end. Periods
 * are counted from the start date, so one that begins on the 31st returns to the 31st after a short month. The last
 * period is cut short by the end date. ONE_TIME has one period: the whole term, or its first day when there is no end.
 */
export function billingPeriodOn(
  subscription: {
    readonly startDate: AccountingDate;
    readonly endDate: AccountingDate | null;
    readonly billingFrequency: BillingFrequency;
  },
  day: AccountingDate,
): BillingPeriod | null {
  const { startDate, endDate } = subscription;
  if (day < startDate || (endDate !== null && day > endDate)) return null;
  const months = MONTHS[subscription.billingFrequency];
  if (months === null) return { start: startDate, end: endDate ?? startDate };
  // The first guess is never too late, because no calendar month is shorter than the shortest period.
  const [startYear, startMonth] = [Number(startDate.slice(0, 4)), Number(startDate.slice(5, 7))];
  const elapsed = (Number(day.slice(0, 4)) - startYear) * 12 + Number(day.slice(5, 7)) - startMonth;
  let index = Math.floor(elapsed / months);
  if (addMonths(startDate, index * months) > day) index -= 1;
  const start = addMonths(startDate, index * months);
  const end = addDays(addMonths(startDate, (index + 1) * months), -1);
  return { start, end: endDate !== null && endDate < end ? endDate : end };
}
