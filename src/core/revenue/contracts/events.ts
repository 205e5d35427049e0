import type { DecimalString } from '@/core/money/decimal';
import type { DateString } from '../days';
import type { FinancingTerms } from '../financing-plan';
import type { BillAndHoldAnswer, Judgement } from '../judgements';
import type { ModificationAnswers, Treatment } from '../modifications/modification';
import type { ReturnSaleInput } from '../returns';
import type { Residual, ScheduleMethod } from '../schedule';
import type { UsageTier } from '../usage';
import type { VariableEstimateInput } from '../variable-consideration';

/** How an obligation is satisfied. */
export type ObligationPattern =
  /** At a point in time, by one delivery. */
  | { kind: 'POINT' }
  /** Distinct units delivered over time. */
  | { kind: 'UNITS'; quantity: DecimalString }
  /** Over time by a reported share or by costs. */
  | { kind: 'PROGRESS' }
  | { kind: 'MILESTONES'; milestones: readonly { key: string; weight: DecimalString }[] }
  /** Over time, by days or months: the only pattern that recognizes without further events. */
  | {
      kind: 'RATABLE';
      start: DateString;
      end: DateString;
      method?: ScheduleMethod | undefined;
      residual?: Residual | undefined;
    }
  /** Points, vouchers and other rights: earned as they are used, breakage in proportion (606-10-55-48). */
  | { kind: 'RIGHTS'; expectedUsed: DecimalString }
  /**
   * Priced as used (606-10-55-18, 55-65): each usage adds to the price and is recognized. A quantity is priced by
   * graduated tiers, or by a price invoiced of which a lower one is expected to remain (606-10-32-10).
   */
  | {
      kind: 'USAGE';
      tiers?: readonly UsageTier[] | undefined;
      invoicedPrice?: DecimalString | undefined;
      expectedPrice?: DecimalString | undefined;
    };

/**
 * What another party supplies: an agent keeps the rest of the price, a principal bears it as cost (606-10-55-36).
 * `amount` for all of a promise; of one that is priced as used `rate`, its part of every usage.
 */
export type SupplierShare = {
  capacity: 'PRINCIPAL' | 'AGENT';
  amount: DecimalString;
  rate?: DecimalString | undefined;
};

/** Variable consideration in the price (606-10-32-5), and what of it is included so far. */
export type VariableTerms = { key: string; included: DecimalString; to?: readonly string[] | undefined };

/** A sales- or usage-based royalty on a license: enters the price as the sales occur (606-10-55-65). */
export type RoyaltyTerms = { key: string; rate: DecimalString; to?: readonly string[] | undefined };

/** Interest of a significant financing component by the day it has accrued: expense above zero, income below. */
export type InterestRow = { on: DateString; amount: DecimalString };

export type ObligationTerms = {
  key: string;
  /** Its share of the transaction price. */
  allocated: DecimalString;
  /** Standalone price at inception: the basis of later price changes (606-10-32-43). */
  ssp: DecimalString;
  pattern: ObligationPattern;
  supplier?: SupplierShare | undefined;
  /** Nothing is satisfied before this day: a license that has not begun (55-58C), an option still open (55-68). */
  notBefore?: { on: DateString; rule: string; paragraph: string } | undefined;
  /** Received but to be given back from the start, as the price of a repurchase under a lease (55-72). */
  refund?: DecimalString | undefined;
};

/** A promise a modification adds, with the price agreed for it. */
export type AddedPromise = Pick<ObligationTerms, 'key' | 'ssp' | 'pattern' | 'supplier' | 'notBefore'> & {
  price: DecimalString;
  /** Distinct from what the contract already promises (25-12(a))? */
  distinct: boolean;
  mergesInto?: string | undefined;
};

/** What is agreed and judged anew about an obligation in progress. */
export type ChangedPromise = {
  key: string;
  remainingDistinct?: boolean | undefined;
  remainingSsp?: DecimalString | undefined;
  satisfiedSsp?: DecimalString | undefined;
  /** Share satisfied on the scope after the change, where it does not follow from the terms. */
  satisfiedAfter?: DecimalString | undefined;
  /** What the supplier gets for all of it from now on. */
  supplierShare?: DecimalString | undefined;
  costs?:
    | { toDate: DecimalString; totalAfter: DecimalString; percentDecimals?: number | undefined }
    | undefined;
  pattern?: ObligationPattern | undefined;
};

/** A change of a contract as it was agreed and judged (606-10-25-10): terms only, what follows is computed on its day. */
export type ModificationTerms = {
  additions?: readonly AddedPromise[] | undefined;
  removals?: readonly string[] | undefined;
  priceChange?: DecimalString | undefined;
  variable?:
    | readonly ({ key: string; to?: readonly string[] | undefined } & Omit<
        VariableEstimateInput,
        'currencyCode' | 'previous'
      >)[]
    | undefined;
  royalties?: readonly (RoyaltyTerms & { expected?: DecimalString | undefined })[] | undefined;
  financing?: (Omit<FinancingTerms, 'start'> & { start?: DateString | undefined }) | undefined;
  pastAdjustment?: { key: string; amount: DecimalString } | undefined;
  obligations?: readonly ChangedPromise[] | undefined;
  answers?: ModificationAnswers | undefined;
  /** What was judged of the promises it adds. */
  judgements?: readonly Judgement[] | undefined;
};

/** One side of a contract's own journal; `account` is a role the policy resolves. */
export type ContractJournalLine = {
  account: 'COST_OF_SALES' | 'RETURN_ASSET' | 'INVENTORY' | 'LOSS_PROVISION' | 'SUPPLIER_PAYABLE';
  debit: DecimalString;
  credit: DecimalString;
};

type Body =
  | {
      kind: 'created';
      currencyCode: string;
      obligations: readonly ObligationTerms[];
      variable?: readonly VariableTerms[] | undefined;
      royalties?: readonly RoyaltyTerms[] | undefined;
      interest?: readonly InterestRow[] | undefined;
    }
  | { kind: 'activated' }
  /** POINT: everything. UNITS: `quantity` more. */
  | {
      kind: 'delivery';
      key: string;
      quantity?: DecimalString | undefined;
      billAndHold?: readonly BillAndHoldAnswer[] | undefined;
    }
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
  /** An amount, or a quantity at the prices of the obligation; `expectedPrice` puts all of it at a new one (32-14). */
  | {
      kind: 'usage';
      key: string;
      amount?: DecimalString | undefined;
      quantity?: DecimalString | undefined;
      expectedPrice?: DecimalString | undefined;
    }
  /** Sales or usage on which a royalty of the price is due. */
  | { kind: 'royalty'; key: string; sales: DecimalString }
  /** RIGHTS: `quantity` more were used; `expectedUsed` is a new estimate of all that will be. */
  | {
      kind: 'redemption';
      key: string;
      quantity: DecimalString;
      expectedUsed?: DecimalString | undefined;
    }
  /** RIGHTS expire, or the option that kept an obligation open lapses: all of it is satisfied. */
  | { kind: 'lapse'; key: string }
  /** A variable element of the price is estimated anew (606-10-32-14), by outcomes, method and constraint. */
  | ({ kind: 'reassessment'; key: string } & Omit<VariableEstimateInput, 'currencyCode' | 'previous'>)
  /** Goods sold of which some are expected back (606-10-55-22 to 55-29): refund liability, return asset, cost. */
  | ({ kind: 'returnsEstimate'; key: string } & Omit<ReturnSaleInput, 'currencyCode'>)
  /** What time alone brought by this day and is not recorded yet: interest (606-10-32-20), the share of suppliers. `runId`: told by a run. */
  | { kind: 'accrual'; runId?: string | undefined }
  /** Paid to the customer: what stands to its credit, then as consideration payable (606-10-32-25). */
  | { kind: 'payout'; amount: DecimalString }
  /**
   * Goods came back: credited from the refund liability, the excess from revenue. With `quantity` the goods go back into
   * inventory, out of the right to recover them, and what was not expected out of cost of sales (55-27).
   */
  | { kind: 'return'; key: string; amount: DecimalString; quantity?: DecimalString | undefined }
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
  /** A posted invoice was reversed: what it billed is taken back. */
  | { kind: 'invoiceReversed'; amount: DecimalString }
  | { kind: 'payment'; amount: DecimalString }
  /**
   * Significant financing (606-10-32-15): above zero interest expense that grows the contract liability of a customer
   * who paid ahead, below zero interest income on what a customer pays later.
   */
  | { kind: 'interest'; amount: DecimalString }
  /** What goes with performance but moves no contract balance: cost of sales, return assets, loss provisions. */
  | { kind: 'journal'; lines: readonly ContractJournalLine[]; memo: string }
  /**
   * CONCESSION lowers the price as a whole: recognized and deferred in the mix in which they stand. CANCEL_REMAINING
   * only what is not yet recognized. REFUND_LIABILITY settles what was set aside.
   */
  | {
      kind: 'creditNote';
      amount: DecimalString;
      mode: 'CONCESSION' | 'CANCEL_REMAINING' | 'REFUND_LIABILITY';
    }
  /** The treatment is chosen, with its reason; what it leads to is computed on its day from what was so by then. */
  | ({
      kind: 'modification';
      treatment: Treatment;
      /** What the facts known when it was chosen required. */
      decidedFor: Treatment;
      reason: string;
    } & ModificationTerms)
  /** The contract ends; `refund` of what was billed goes back, what else was billed and not earned is earned. */
  | { kind: 'termination'; refund: DecimalString; reason: string }
  | { kind: 'hold'; key?: string | undefined; reason: string }
  | { kind: 'release'; key?: string | undefined }
  /** Another fact was told wrong: it never was, and `by` is told in its place. It stays visible, and known as of before. */
  | { kind: 'voided'; of: string; by?: string | undefined; reason: string };

/** One fact about a contract: terms only, no figure that follows from them. `effectiveDate` says when it holds. */
export type ContractEvent = { id: string; effectiveDate: DateString } & Body;

export type EventKind = Body['kind'];
export type EventOf<Kind extends EventKind> = Extract<ContractEvent, { kind: Kind }>;
