import { amountInFull } from '../money/currency';
import { type Decimal, type DecimalString, dec, toPlainString } from '../money/decimal';
import { isCurrency } from '../money/minor-units';

/**
 * An amount in a sentence about a row: with the digits of the currency its file names, or as it was read where the file names none or one that
 * does not exist. The currency of its subsidiary, which then holds, is not known here.
 */
export function amountOfRow(value: Decimal | DecimalString, currencyCode: string | undefined): DecimalString {
  if (currencyCode === undefined || !isCurrency(currencyCode)) return toPlainString(dec(value));
  return amountInFull(value, currencyCode);
}
