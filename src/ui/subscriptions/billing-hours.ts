import { LAST_BILLING_DAY } from '@/core/billing/billing-schedule';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import { formatAmount } from '@/ui/kit/figures/amount-format';

export type Shown = RouterOutputs['subscriptions']['showSchedule'];
export type Schedule = NonNullable<Shown['schedule']>;
export type Hours = Pick<Schedule, 'dayOfMonth' | 'hour' | 'outcome'>;

export const DAY_CHOICES = [
  { value: '', label: 'Every day' },
  ...Array.from({ length: LAST_BILLING_DAY }, (_, at) => ({
    value: String(at + 1),
    label: `On the ${ordinal(at + 1)} of each month`,
  })),
];

export const HOUR_CHOICES = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourWords(hour),
}));

export const OUTCOME_CHOICES = [
  { value: 'DRAFT', label: 'Drafts, to be reviewed and posted' },
  { value: 'SUBMIT', label: 'Proposed for approval' },
] as const;

/** `06:00`. */
export function hourWords(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}

/** "On the 1st of each month at 06:00, Europe/Berlin, as drafts". */
export function scheduleWords({ dayOfMonth, hour, outcome }: Hours, timeZone: string): string {
  const when = dayOfMonth === null ? 'Every day' : `On the ${ordinal(dayOfMonth)} of each month`;
  const how = outcome === 'DRAFT' ? 'as drafts' : 'proposed for approval';
  return `${when} at ${hourWords(hour)}, ${timeZone}, ${how}`;
}

/** "12 invoices, USD 1,200.00 and EUR 90.00 before tax", or "nothing". */
export function forecastWords({ invoices, amounts, isMore }: NonNullable<Shown['next']>['forecast']): string {
  if (invoices === 0 && !isMore) return 'nothing, as things stand now';
  const sums = amounts.map(
    ({ currencyCode, amount }) => `${currencyCode} ${formatAmount(amount, currencyCode, { zero: 'digits' })}`,
  );
  const count = `${isMore ? 'more than ' : ''}${invoices.toLocaleString('en-US')} ${invoices === 1 && !isMore ? 'invoice' : 'invoices'}`;
  return sums.length === 0 ? count : `${count}, ${sums.join(' and ')} before tax`;
}

function ordinal(day: number): string {
  const ending =
    day % 10 === 1 && day !== 11
      ? 'st'
      : day % 10 === 2 && day !== 12
        ? 'nd'
        : day % 10 === 3 && day !== 13
          ? 'rd'
          : 'th';
  return `${day}${ending}`;
}
