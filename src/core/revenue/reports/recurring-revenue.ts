import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { addPeriods, type DateString, lastDayOf, type PeriodString, periodNumber } from '../days';

/** A subscription's monthly price over a span of days, first and last day included; the end is null while it runs. */
export type SubscriptionSpan = {
  customerId: string;
  subscriptionId: string;
  monthlyAmount: DecimalString;
  start: DateString;
  end: DateString | null;
};

export type RecurringRevenueRow = {
  period: PeriodString;
  opening: DecimalString;
  /** From customers without an earlier subscription. */
  new: DecimalString;
  /** From customers who had left and returned. */
  reactivation: DecimalString;
  expansion: DecimalString;
  contraction: DecimalString;
  churn: DecimalString;
  /** Monthly recurring revenue at the month's end. */
  closing: DecimalString;
  /** closing × 12. */
  annual: DecimalString;
};

/**
 * Monthly and annual recurring revenue, bridged by customer: opening + new + reactivation + expansion − contraction −
 * churn = closing. A month's figure is the price of the subscriptions running on its last day. Not a GAAP measure.
 */
export function recurringRevenue(input: {
  currencyCode: string;
  from: PeriodString;
  to: PeriodString;
  spans: readonly SubscriptionSpan[];
}): RecurringRevenueRow[] {
  const { currencyCode, from, to, spans } = input;
  const text = (value: Decimal) => toAmountString(value, currencyCode);
  const byCustomer = new Map<string, SubscriptionSpan[]>();
  for (const span of spans)
    byCustomer.set(span.customerId, [...(byCustomer.get(span.customerId) ?? []), span]);
  const runningOn = (own: readonly SubscriptionSpan[], date: DateString) =>
    sum(
      own
        .filter(({ start, end }) => start <= date && (end === null || end >= date))
        .map(({ monthlyAmount }) => monthlyAmount),
    );
  return Array.from({ length: Math.max(0, periodNumber(to) - periodNumber(from) + 1) }, (_, index) => {
    const period = addPeriods(from, index);
    const now = lastDayOf(period);
    const then = lastDayOf(addPeriods(period, -1));
    const parts = {
      opening: ZERO,
      new: ZERO,
      reactivation: ZERO,
      expansion: ZERO,
      contraction: ZERO,
      churn: ZERO,
      closing: ZERO,
    };
    for (const own of byCustomer.values()) {
      const before = runningOn(own, then);
      const after = runningOn(own, now);
      const change = after.minus(before);
      parts.opening = parts.opening.plus(before);
      parts.closing = parts.closing.plus(after);
      if (before.isZero()) {
        const seen = own.some(({ start, monthlyAmount }) => start <= then && !dec(monthlyAmount).isZero());
        if (seen) parts.reactivation = parts.reactivation.plus(change);
        else parts.new = parts.new.plus(change);
      } else if (after.isZero()) parts.churn = parts.churn.plus(before);
      else if (change.gt(ZERO)) parts.expansion = parts.expansion.plus(change);
      else parts.contraction = parts.contraction.minus(change);
    }
    return {
      period,
      opening: text(parts.opening),
      new: text(parts.new),
      reactivation: text(parts.reactivation),
      expansion: text(parts.expansion),
      contraction: text(parts.contraction),
      churn: text(parts.churn),
      closing: text(parts.closing),
      annual: text(parts.closing.times('12')),
    };
  });
}
