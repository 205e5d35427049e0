import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { addMonths } from '../periods/calendar';
import { type DateString, type PeriodString, periodOf } from './days';

/**
 * What changes the balances of one contract:
 * DUE: an invoice or due date; `unconditional` is false while the customer can still cancel, so that there is no
 * receivable before performance (Example 38 Case A). PAYMENT: cash. REVENUE: recognized. REFUND: consideration received
 * or due that is expected to be refunded (negative: released). CREDIT: a credit note, which takes what was due back out
 * of the contract position.
 */
export type BalanceEvent = { on: DateString; amount: DecimalString } & (
  | { kind: 'DUE'; unconditional: boolean }
  | { kind: 'PAYMENT' }
  /** Financing: above zero, interest expense increases the liability; below zero, interest income increases the asset. */
  | { kind: 'INTEREST' }
  | { kind: 'REVENUE'; key?: string | undefined }
  | { kind: 'REFUND' }
  /** Paid to the customer: first out of the customer's credit balance, the rest out of the contract position. */
  | { kind: 'PAYOUT' }
  /** Collected for a supplier and owed to it (agent): comes out of the contract position. */
  | { kind: 'SUPPLIER' }
  /** `keepRefund`: a price concession that does not use the refund liability for other returns. */
  | { kind: 'CREDIT'; keepRefund?: boolean | undefined }
);

/**
 * Splits a contract liability (or asset) into current and noncurrent (210-10-45): the current part is what is released
 * from it in the `months` after `asOf`, earliest first.
 */
export function currentSplit(input: {
  currencyCode: string;
  balance: DecimalString;
  releases: readonly { period: PeriodString; amount: DecimalString }[];
  asOf: DateString;
  months?: number | undefined;
}): { current: DecimalString; nonCurrent: DecimalString } {
  const balance = dec(input.balance);
  const limit = periodOf(addMonths(input.asOf, input.months ?? 12));
  const soon = sum(input.releases.filter(({ period }) => period <= limit).map(({ amount }) => amount));
  const floor = soon.lt(ZERO) ? ZERO : soon;
  const current = balance.lt(floor) ? balance : floor;
  return {
    current: toAmountString(current, input.currencyCode),
    nonCurrent: toAmountString(balance.minus(current), input.currencyCode),
  };
}
