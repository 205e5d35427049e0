import { type AccountingDate, addDays } from '../periods/calendar';
import {
  type BillingFrequency,
  type BillingPeriod,
  billingPeriodOn,
  type SubscriptionStatus,
} from './subscription';

/** Why a subscription bills nothing. */
export type NotBilled = 'DRAFT' | 'PAUSED' | 'CANCELLED' | 'EXPIRED' | 'ENDED' | 'NO_ITEMS';

export type Planned = {
  readonly subscriptionStatus: SubscriptionStatus;
  readonly startDate: AccountingDate;
  readonly endDate: AccountingDate | null;
  readonly billingFrequency: BillingFrequency;
  /** The first day of the latest period that is billed; null when none is. */
  readonly billedFrom: AccountingDate | null;
  /** The day it was activated; what lies in periods that ended before it was billed elsewhere. */
  readonly activatedOn: AccountingDate | null;
};

/**
 * The next period to bill, which is the one after the latest billed one; of a subscription that has never been billed the
 * one in which it was activated, or its first when it starts later. Otherwise the reason why there is none.
 */
export function nextPeriod(plan: Planned): BillingPeriod | NotBilled {
  const { subscriptionStatus: status, billedFrom, activatedOn, startDate } = plan;
  if (status !== 'ACTIVE') return status;
  if (billedFrom !== null) {
    const billed = billingPeriodOn(plan, billedFrom);
    // A subscription whose end was moved before what is billed already has nothing left to bill.
    const next = billed && billingPeriodOn(plan, addDays(billed.end, 1));
    return next && next.start > billedFrom ? next : 'ENDED';
  }
  const first = activatedOn !== null && activatedOn > startDate ? activatedOn : startDate;
  return billingPeriodOn(plan, first) ?? 'ENDED';
}

/** The periods to bill up to a day: those that have begun by then, the earliest first; at most `limit`. */
export function periodsDue(plan: Planned, today: AccountingDate, limit: number): BillingPeriod[] {
  const due: BillingPeriod[] = [];
  let { billedFrom } = plan;
  while (due.length < limit) {
    const next = nextPeriod({ ...plan, billedFrom });
    if (typeof next === 'string' || next.start > today) break;
    due.push(next);
    billedFrom = next.start;
  }
  return due;
}
