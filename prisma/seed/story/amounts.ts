import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';

/** A whole amount in a currency as written in the ledger: `1200.00` USD, `1200` JPY. */
export function whole(units: number, currency: string): DecimalString {
  return toAmountString(dec(BigInt(units)), currency);
}

/** An amount in the currency's smallest unit: 120050 is `1200.50` USD. */
export function minor(units: number, currency: string): DecimalString {
  return toAmountString(dec(BigInt(units)).div(dec('10').pow(minorUnits(currency))), currency);
}

/** A share of an amount in percent, at the currency's scale. */
export function percentOf(amount: DecimalString, percent: number, currency: string): DecimalString {
  return toAmountString(
    dec(amount)
      .times(dec(BigInt(percent)))
      .div('100'),
    currency,
  );
}

/** The sum of amounts in one currency. */
export function total(amounts: readonly DecimalString[], currency: string): DecimalString {
  return toAmountString(
    amounts.reduce((all, amount) => all.plus(amount), dec('0')),
    currency,
  );
}

/** The same amount with the other sign. */
export function negative(amount: DecimalString): DecimalString {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}
