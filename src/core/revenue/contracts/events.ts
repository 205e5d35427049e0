import type { DecimalString } from '@/core/money/decimal';
import type { DateString, PeriodString } from '../days';
import type { Treatment } from '../modifications/modification';
import type { Residual, ScheduleMethod } from '../schedule';

/** How an obligation is satisfied. */
export type ObligationPattern =
  /** At a point in time, by one delivery. */
  | { kind: 'POINT' }
  /** Distinct units delivered over time. */
  | { kind: 'UNITS'; quantity: DecimalString }
  /** Over time by a reported share or by costs. */
  | { kind: 'PROGRESS' }
  | { kind: 'MILESTONES'; milestones: readonly { key: string; weight: DecimalString }[] }
  /** Over time, by days or months: the only pattern that recognises without further events. */
  | {
      kind: 'RATABLE';
      start: DateString;
      end: DateString;
      method?: ScheduleMethod | undefined;
      residual?: Residual | undefined;
    }
  /** Priced as used (606-10-55-18, 55-65): each usage adds to the price and is recognised. */
  | { kind: 'USAGE' };

export type ObligationTerms = {
  key: string;
  /** Its share of the transaction price. */
  allocated: DecimalString;
  /** Standalone price at inception: the basis of later price changes (606-10-32-43). */
  ssp: DecimalString;
  pattern: ObligationPattern;
};

/** What a chosen modification does to an existing obligation, as `compareModification` computed it. */
export type ObligationChange = {
  key: string;
  after: DecimalString;
  catchUp: DecimalString;
  pattern?: ObligationPattern | undefined;
  /** Share satisfied on the new scope, when the obligation is measured again (25-13(b)). */
  measure?: DecimalString | undefined;
};

/** One side of a contract's own journal; `account` is a role the policy resolves. */
export type ContractJournalLine = {
  account: 'COST_OF_SALES' | 'RETURN_ASSET' | 'INVENTORY' | 'LOSS_PROVISION';
  debit: DecimalString;
  credit: DecimalString;
};

type Body =
  | { kind: 'created'; currencyCode: string; obligations: readonly ObligationTerms[] }
  | { kind: 'activated' }
  /** POINT: everything. UNITS: `quantity` more. */
  | { kind: 'delivery'; key: string; quantity?: DecimalString | undefined }
  /** PROGRESS: the share satisfied so far, or costs. */
  | { kind: 'progress'; key: string; progress: DecimalString }
  | {
      kind: 'costs';
      key: string;
      costToDate: DecimalString;
      totalCost: DecimalString;
      uninstalled?: { totalCost: DecimalString; costToDate: DecimalString } | undefined;
      percentDecimals?: number | undefined;
    }
  | { kind: 'milestone'; key: string; milestone: string }
  | { kind: 'usage'; key: string; amount: DecimalString }
  /** Goods came back: credited from the refund liability, the excess from revenue. */
  | { kind: 'return'; key: string; amount: DecimalString }
  /** The refund liability for expected returns or rebates is now this much. */
  | { kind: 'refundEstimate'; key: string; liability: DecimalString }
  /** The transaction price changes by this much (606-10-32-42 to 32-45). */
  | {
      kind: 'estimateChange';
      change: DecimalString;
      onlyTo?: readonly string[] | undefined;
      promisedBefore?: boolean | undefined;
    }
  | { kind: 'invoice'; amount: DecimalString; unconditional: boolean }
  | { kind: 'payment'; amount: DecimalString }
  /**
   * Significant financing (606-10-32-15): above zero interest expense that grows the contract liability of a customer
   * who paid ahead, below zero interest income on what a customer pays later.
   */
  | { kind: 'interest'; amount: DecimalString }
  /** What goes with performance but moves no contract balance: cost of sales, return assets, loss provisions. */
  | { kind: 'journal'; lines: readonly ContractJournalLine[]; memo: string }
  /**
   * CONCESSION lowers the price as a whole: recognised and deferred in the mix in which they stand. CANCEL_REMAINING
   * only what is not yet recognised. REFUND_LIABILITY settles what was set aside.
   */
  | {
      kind: 'creditNote';
      amount: DecimalString;
      mode: 'CONCESSION' | 'CANCEL_REMAINING' | 'REFUND_LIABILITY';
    }
  | {
      kind: 'modification';
      treatment: Treatment;
      changes: readonly ObligationChange[];
      additions?: readonly ObligationTerms[] | undefined;
      /** Weights of what remains after a prospective change: the basis of 32-45. */
      basis?: readonly { key: string; weight: DecimalString }[] | undefined;
      reason: string;
    }
  /** The contract ends; `refund` of what was billed goes back, what else was billed and not earned is earned. */
  | { kind: 'termination'; refund: DecimalString; reason: string }
  | { kind: 'hold'; key?: string | undefined; reason: string }
  | { kind: 'release'; key?: string | undefined }
  /** The ledger closed all months up to this one: later events book no earlier than the month after. */
  | { kind: 'periodClosed'; through: PeriodString };

/** One fact about a contract, in the order recorded; `effectiveDate` says when it holds. */
export type ContractEvent = { id: string; effectiveDate: DateString } & Body;

export type EventKind = Body['kind'];
export type EventOf<Kind extends EventKind> = Extract<ContractEvent, { kind: Kind }>;
