import { amountText } from '@/core/money/currency';

/** A stored contract as verbs answer it: its price with the digits of its currency. */
export const shownContract = <
  Row extends { readonly transactionPrice: string; readonly currencyCode: string },
>(
  row: Row,
): Row => ({ ...row, transactionPrice: amountText(row.transactionPrice, row.currencyCode) });
