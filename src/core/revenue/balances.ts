import type { DecimalString } from '@/core/money/decimal';
import type { DateString } from './days';

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
  /** Financing: above zero the liability grows by interest expense, below zero the asset by interest income. */
  | {
      kind: 'INTEREST' /** Of a difference whose sign does not say it: income is taken back by more than zero. */;
      isIncome?: boolean | undefined;
    }
  | { kind: 'REVENUE'; key?: string | undefined }
  | { kind: 'REFUND' }
  /**
   * The contract has ended: what was paid ahead, or out of the position, is settled with what is due, and what is paid beyond that covers
   * what is earned and not billed (`unbilled`). `amount` of what was paid out stays out of the position: consideration payable to the customer.
   */
  | { kind: 'SETTLE'; unbilled: DecimalString }
  /** Paid to the customer: what stands to its credit first, the rest from the contract position. */
  | { kind: 'PAYOUT' }
  /** Collected for a supplier and owed to it (agent): comes out of the contract position. */
  | { kind: 'SUPPLIER' }
  /** `keepRefund`: a price concession that does not use the refund liability for other returns. */
  | { kind: 'CREDIT'; keepRefund?: boolean | undefined }
);
