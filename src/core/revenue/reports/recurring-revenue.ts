import { toAmountString } from '@/core/money/currency';
import { type Decimal, type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { MONTHS, type PeriodGrid } from '../../periods/period-grid';
import { type DateString, lastDayOf, type PeriodString } from '../days';
import { columnBefore, columnsBetween } from './columns';

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
  /** Monthly recurring revenue at the period's end. */
  closing: DecimalString;
  /** closing × 12. */
  annual: DecimalString;
};

/**
 * Monthly and annual recurring revenue, bridged by customer: opening + new + reactivation + expansion − contraction −
 * churn = closing. The figure of a month (or of a period of `grid`) is the monthly price of the subscriptions running on its last
 * day. Not a GAAP measure.
 */
export function recurringRevenue(input: {
  currencyCode: string;
  grid?: PeriodGrid | undefined;
  from: PeriodString;
  to: PeriodString;
  spans: readonly SubscriptionSpan[];
}): RecurringRevenueRow[] {
  const { currencyCode, grid = MONTHS, from, to, spans } = input;
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
  return columnsBetween(grid, from, to).map((period) => {
    const now = lastDayOf(period);
    const then = lastDayOf(columnBefore(grid, period));
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
