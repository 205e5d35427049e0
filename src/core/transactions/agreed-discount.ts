import { roundToCurrency } from '../money/currency';
import { type DecimalString, dec, toPlainString, ZERO } from '../money/decimal';
import type { LineType } from './kinds';

interface DiscountedLine {
  readonly lineType: LineType;
  readonly quantity: DecimalString;
  readonly unitPrice: DecimalString;
  readonly taxCodeId: string | null;
}

/** A discount on lines that are taxed alike. */
export interface AgreedDiscount {
  readonly taxCodeId: string | null;
  /** In the document's currency, at its scale, above zero. */
  readonly amount: DecimalString;
}

/**
 * A percentage agreed with a customer or vendor as amounts, one for each tax code, so that the tax falls with what is taxed
 * (decisions.md, "Amounts"). Items and services are discounted; shipping, taxes and discounts already given are not. Each amount is
 * rounded half-even to the currency's minor unit; tax codes whose lines add up to nothing, or less, have none.
 */
export function agreedDiscounts(
  lines: readonly DiscountedLine[],
  percent: DecimalString,
  currencyCode: string,
): AgreedDiscount[] {
  const byTax = new Map<string | null, typeof ZERO>();
  for (const { lineType, quantity, unitPrice, taxCodeId } of lines) {
    if (lineType !== 'ITEM' && lineType !== 'SERVICE') continue;
    const amount = roundToCurrency(dec(quantity).times(unitPrice), currencyCode);
    byTax.set(taxCodeId, (byTax.get(taxCodeId) ?? ZERO).plus(amount));
  }
  return [...byTax].flatMap(([taxCodeId, sold]) => {
    const amount = roundToCurrency(sold.times(percent).div(dec('100')), currencyCode);
    return amount.greaterThan(ZERO) ? [{ taxCodeId, amount: toPlainString(amount) }] : [];
  });
}
