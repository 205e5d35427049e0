import { roundToCurrency } from '../money/currency';
import { type Decimal, dec, sum, toPlainString } from '../money/decimal';
import type { LineValues } from './order-rules';

/** The net amount of an order line: as reported, else quantity times price less discount, else the total less its tax. */
export function lineAmount(values: LineValues, currency: string): Decimal {
  const { amount, unitPrice, quantity, discount, total, tax } = values;
  if (amount !== undefined) return roundToCurrency(dec(amount), currency);
  if (unitPrice === undefined) return roundToCurrency(dec(total ?? '0').minus(tax ?? '0'), currency);
  return roundToCurrency(
    dec(quantity ?? '1')
      .times(unitPrice)
      .minus(discount ?? '0'),
    currency,
  );
}

/** What the rows of an order say once for all of them: the first row that says it. */
export const givenOnce = (rows: readonly LineValues[], name: string): string | undefined =>
  rows.find((values) => values[name] !== undefined)?.[name];

/**
 * The net part of money that moved for an order: tax is owed to the authority and is not revenue, so of a payment of the whole
 * total the net amount counts, and of a part of it its share, rounded.
 */
export function netShare(moved: Decimal, net: Decimal, total: Decimal | null, currency: string): Decimal {
  if (total === null || total.isZero() || total.equals(net)) return moved;
  if (moved.equals(total)) return net;
  return roundToCurrency(moved.times(net).div(total), currency);
}

/** Σ as a plain decimal. */
export const summed = (amounts: readonly (Decimal | string)[]): string => toPlainString(sum(amounts));
