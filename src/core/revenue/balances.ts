import { toAmountString } from '@/core/money/currency';
import { type DecimalString, dec, sum, ZERO } from '@/core/money/decimal';
import { addMonths } from '../periods/calendar';
import { type DateString, type PeriodString, periodOf } from './days';

/**
 * What moves the balances of one contract:
 * DUE an invoice or due date; `unconditional` false when the customer can still cancel, so that before performance
 * there is no receivable (Example 38 Case A). PAYMENT cash. REVENUE recognized. REFUND consideration received or due
 * that is expected to be given back (negative: released). CREDIT a credit note: gives back what was due, from the
 * contract position.
 */
export type BalanceEvent = { on: DateString; amount: DecimalString } & (
  | { kind: 'DUE'; unconditional: boolean }
  | { kind: 'PAYMENT' }
  /** Financing: above zero the liability grows by interest expense, below zero the asset by interest income. */
  | { kind: 'INTEREST' }
  | { kind: 'REVENUE'; key?: string | undefined }
  | { kind: 'REFUND' }
  /** Paid to the customer: what stands to its credit first, the rest from the contract position. */
  | { kind: 'PAYOUT' }
  /** Collected for a supplier and owed to it (agent): leaves the contract position. */
  | { kind: 'SUPPLIER' }
  /** `keepRefund`: a price concession that leaves the refund liability for other returns alone. */
  | { kind: 'CREDIT'; keepRefund?: boolean | undefined }
);

/**
 * Splits a contract liability (or asset) into current and non-current (210-10-45): current is what the releases of
 * the next `months` after `asOf` take of it, earliest first.
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
