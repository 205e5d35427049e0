import { type Decimal, type DecimalString, dec, roundTo } from '../money/decimal';
import { minorUnits } from '../money/minor-units';
import { type AccountingDate, addDays, dayNumber } from '../periods/calendar';
import type { BillingPeriod } from './subscription';

/** What an item of a subscription bills each period. */
export type ItemPrice = {
  readonly quantity: DecimalString;
  readonly unitPrice: DecimalString;
  readonly discountPercent: DecimalString;
};

/** What an item bills for a period, in its currency: the charge and the discount are rounded separately, as on the bill. */
export function periodAmount({ quantity, unitPrice, discountPercent }: ItemPrice, currency: string): Decimal {
  const minor = minorUnits(currency);
  const charge = dec(quantity).times(unitPrice);
  return roundTo(charge, minor).minus(roundTo(charge.times(discountPercent).div('100'), minor));
}

/** The days of a period from a day on, and its days in all; both ends of the period included. */
export function daysLeft(period: BillingPeriod, from: AccountingDate): { days: number; of: number } {
  const after = dayNumber(addDays(period.end, 1));
  return { days: after - dayNumber(from), of: after - dayNumber(period.start) };
}

/**
 * What a change of terms adds to a period's bill for the days from `from` to the period's end (below zero: takes off), by
 * days, rounded once to the minor unit. `before` is null for an item that is added, `after` for one that ends.
 */
export function prorated(
  before: ItemPrice | null,
  after: ItemPrice | null,
  { period, from, currency }: { period: BillingPeriod; from: AccountingDate; currency: string },
): Decimal {
  const amount = (price: ItemPrice | null) => (price === null ? dec('0') : periodAmount(price, currency));
  const { days, of } = daysLeft(period, from);
  return roundTo(
    amount(after).minus(amount(before)).times(String(days)).div(String(of)),
    minorUnits(currency),
  );
}
