import { type AccountingDate, addDays, addMonths } from '../periods/calendar';

/** What becomes of the invoices that scheduled billing creates. */
export const BILLING_OUTCOMES = ['DRAFT', 'SUBMIT'] as const;
export type BillingOutcome = (typeof BILLING_OUTCOMES)[number];

/** The last day of the month on which it may bill: one that every month has. */
export const LAST_BILLING_DAY = 28;

/** When an organization bills its subscriptions: on a day of each month, or every day (null), at an hour of its time zone. */
export type BillingHours = { readonly dayOfMonth: number | null; readonly hour: number };

/** A moment as the clocks of a place show it. */
export type LocalTime = { readonly day: AccountingDate; readonly hour: number };

/** The latest day whose hour has come. */
export function lastScheduled({ dayOfMonth, hour }: BillingHours, now: LocalTime): AccountingDate {
  const begun = now.hour >= hour ? now.day : addDays(now.day, -1);
  const day = dayIn(begun, dayOfMonth);
  return day <= begun ? day : addMonths(day, -1);
}

/** The first day whose hour is still to come. */
export function nextScheduled({ dayOfMonth, hour }: BillingHours, now: LocalTime): AccountingDate {
  const open = now.hour >= hour ? addDays(now.day, 1) : now.day;
  const day = dayIn(open, dayOfMonth);
  return day >= open ? day : addMonths(day, 1);
}

const dayIn = (month: AccountingDate, dayOfMonth: number | null): AccountingDate =>
  dayOfMonth === null ? month : `${month.slice(0, 8)}${String(dayOfMonth).padStart(2, '0')}`;
