import type { JournalRole } from '@/core/fx/carried-journals';
import type { DecimalString } from '@/core/money/decimal';
import type { JudgedCriterion } from '../allocation/allocation-criteria';
import type { DateString } from '../days';
import type { FinancingTerms } from '../financing/financing-plan';
import type { GivenAnswer } from '../judgements/judged-answers';
import type { BillAndHoldAnswer, Judgement } from '../judgements/judgements';
import type { ModificationAnswers, Treatment } from '../modifications/modification';
import type { ReturnSaleInput } from '../returns';
import type { ScheduleMethod } from '../schedules/schedule';
import type { RecordedEstimate } from '../variable-consideration';
import type { FRAMEWORKS, LOSS_LEVELS } from '../vocabulary';
import type { AgreedTerms } from './agreed/agreed-terms';
import type {
  Installment,
  InterestRow,
  ObligationPattern,
  ObligationTerms,
  RoyaltyTerms,
  VariableTerms,
} from './agreed/promised-terms';

/** What a part of a bill is for: an obligation, or the commitment period of its minimum that begins on `from`. */
export type BilledItem = { key: string; from?: DateString | undefined; amount: DecimalString };

/** A performance obligation that a modification adds, with its agreed price. */
export type AddedPromise = Pick<ObligationTerms, 'key' | 'ssp' | 'pattern' | 'supplier' | 'notBefore'> & {
  price: DecimalString;
  /** Whether it is distinct from what the contract already promises (25-12(a)). */
  distinct: boolean;
  mergesInto?: string | undefined;
};

/** Changed terms and judgments for an obligation in progress. */
export type ChangedPromise = {
  key: string;
  remainingDistinct?: boolean | undefined;
  remainingSsp?: DecimalString | undefined;
  satisfiedSsp?: DecimalString | undefined;
  /** The share satisfied on the scope after the change, where it does not follow from the terms. */
  satisfiedAfter?: DecimalString | undefined;
  /** The supplier's share for the whole obligation from now on. */
  supplierShare?: DecimalString | undefined;
  costs?:
    | { toDate: DecimalString; totalAfter: DecimalString; percentDecimals?: number | undefined }
    | undefined;
  pattern?: ObligationPattern | undefined;
};

/** A change of a contract as agreed and judged (606-10-25-10): terms only; their effect is computed on the effective date. */
export type ModificationTerms = {
  additions?: readonly AddedPromise[] | undefined;
  removals?: readonly string[] | undefined;
  priceChange?: DecimalString | undefined;
  variable?:
    | readonly ({
        key: string;
        to?: readonly string[] | undefined;
        criteria?: readonly JudgedCriterion[] | undefined;
      } & RecordedEstimate)[]
    | undefined;
  royalties?:
    | readonly (RoyaltyTerms & {
        expected?: DecimalString | undefined;
        criteria?: readonly JudgedCriterion[] | undefined;
      })[]
    | undefined;
  financing?: (Omit<FinancingTerms, 'start'> & { start?: DateString | undefined }) | undefined;
  pastAdjustment?: { key: string; amount: DecimalString } | undefined;
  obligations?: readonly ChangedPromise[] | undefined;
  answers?: ModificationAnswers | undefined;
  /** Judgments about the obligations it adds. */
  judgements?: readonly Judgement[] | undefined;
};

/** One side of a contract's own journal; `account` is a role that the policy resolves. */
export type ContractJournalLine = {
  account: JournalRole;
  debit: DecimalString;
  credit: DecimalString;
};

/**
 * What kind of promise an estimate of costs is about. Provisions for losses are for construction-type and production-type
 * promises (605-35-15-2); IAS 37 asks about every contract.
 */
export const LOSS_SCOPES = ['CONSTRUCTION', 'PRODUCTION', 'OTHER'] as const;
export type LossScope = (typeof LOSS_SCOPES)[number];

/** What the policy of a contract says about losses: by which standard they are tested, and at which level. */
export type LossPolicy = { framework: (typeof FRAMEWORKS)[number]; lossLevel: (typeof LOSS_LEVELS)[number] };

/** What an estimate of total costs says for the test for losses. `exitCost`: what leaving the contract would cost (IAS 37.68). */
type LossTerms = { scope?: LossScope | undefined; exitCost?: DecimalString | undefined };

/** What a contract begins with, besides its currency and policy. */
export type BeginningTerms = {
  obligations: readonly ObligationTerms[];
  variable?: readonly VariableTerms[] | undefined;
  royalties?: readonly RoyaltyTerms[] | undefined;
  interest?: readonly InterestRow[] | undefined;
  installments?: readonly Installment[] | undefined;
};

/**
 * A creation states what was agreed (`agreedContract` computes what follows). One recorded before this was so begins with the shares of
 * the price that were computed then, and is read as it stands.
 */
type CreationTerms =
  | { agreed: AgreedTerms; obligations?: undefined; interest?: undefined }
  | (BeginningTerms & { agreed?: undefined });

type Body =
  | ({
      kind: 'created';
      /** The policy at inception; a contract recorded without it is tested as a whole under US GAAP. */
      policy?: LossPolicy | undefined;
      currencyCode: string;
    } & CreationTerms)
  | { kind: 'activated' }
  /** POINT: the whole obligation. UNITS: `quantity` more units. */
  | {
      kind: 'delivery';
      key: string;
      quantity?: DecimalString | undefined;
      billAndHold?: readonly BillAndHoldAnswer[] | undefined;
    }
  /** PROGRESS: the share satisfied so far, or the costs. */
  | { kind: 'progress'; key: string; progress: DecimalString }
  | ({
      kind: 'costs';
      key: string;
      costToDate: DecimalString;
      totalCost: DecimalString;
      uninstalled?: { totalCost: DecimalString; costToDate: DecimalString } | undefined;
      percentDecimals?: number | undefined;
    } & LossTerms)
  /**
   * What satisfying an obligation is expected to cost in total, from this day until estimated again. An obligation measured by
   * its costs is measured again by it.
   */
  | ({ kind: 'costEstimate'; key: string; totalCost: DecimalString; evidence: string } & LossTerms)
  /**
   * A cost of obtaining or fulfilling the contract, as judged (340-40-25); `key` names it. Amortized from `start` over the
   * contract and its expected renewals, or as the obligations it `follows` are satisfied. `expedient`: the policy's (25-4).
   */
  | {
      kind: 'cost';
      key: string;
      costKind: 'OBTAIN' | 'FULFIL';
      description?: string | undefined;
      amount: DecimalString;
      recoverable: boolean;
      incremental: boolean;
      chargeableRegardless?: boolean | undefined;
      direct: boolean;
      enhancesResources: boolean;
      otherStandard?: boolean | undefined;
      expedient: boolean;
      start: DateString;
      contractMonths: number;
      expectedRenewalMonths: number;
      renewalCostCommensurate: boolean;
      method?: ScheduleMethod | undefined;
      follows?: readonly string[] | undefined;
      evidence?: string | undefined;
    }
  /** A cost asset is tested for impairment (340-40-35-3): what is still expected to be received, and what that still costs. */
  | { kind: 'costTest'; key: string; expectedConsideration: DecimalString; remainingCosts: DecimalString }
  /** A cost asset is now expected to be of use until another day (340-40-35-2). */
  | { kind: 'costTerm'; key: string; end: DateString; evidence: string }
  | { kind: 'milestone'; key: string; milestone: string }
  /** An amount, or a quantity at the obligation's prices; `expectedPrice` reprices all of it at a new expected price (32-14). */
  | {
      kind: 'usage';
      key: string;
      amount?: DecimalString | undefined;
      quantity?: DecimalString | undefined;
      expectedPrice?: DecimalString | undefined;
    }
  /** What is now expected to be used, or due in royalties, over all commitment periods of an obligation with a minimum. */
  | { kind: 'useEstimate'; key: string; expected: DecimalString; evidence: string }
  /** Sales or usage on which a royalty is due. */
  | { kind: 'royalty'; key: string; sales: DecimalString }
  /** RIGHTS: `quantity` more were used; `expectedUsed` is a new estimate of the total that will be. */
  | {
      kind: 'redemption';
      key: string;
      quantity: DecimalString;
      expectedUsed?: DecimalString | undefined;
    }
  /** RIGHTS expire, or the option that kept an obligation open lapses: the obligation is fully satisfied. */
  | { kind: 'lapse'; key: string }
  /** A variable element of the price is re-estimated (606-10-32-14), by outcomes, method and constraint. */
  | ({ kind: 'reassessment'; key: string } & RecordedEstimate)
  /** Goods sold of which some are expected to be returned (606-10-55-22 to 55-29): refund liability, return asset, cost. */
  | ({ kind: 'returnsEstimate'; key: string } & Omit<ReturnSaleInput, 'currencyCode'>)
  /**
   * What accrued with time alone by this day and is not recorded yet: interest (606-10-32-20), the share of suppliers. `runId`: recorded by
   * a run.
   */
  | { kind: 'accrual'; runId?: string | undefined }
  /** Paid to the customer: what stands to its credit, then as consideration payable (606-10-32-25). */
  | { kind: 'payout'; amount: DecimalString }
  /**
   * Goods were returned: credited out of the refund liability, the excess out of revenue. With `quantity`, the goods go
   * back into inventory: those expected out of the right to recover them, the others out of cost of sales (55-27).
   */
  | { kind: 'return'; key: string; amount: DecimalString; quantity?: DecimalString | undefined }
  /** The new amount of the refund liability for expected returns or rebates. */
  | { kind: 'refundEstimate'; key: string; liability: DecimalString }
  /** The transaction price changes by this amount (606-10-32-42 to 32-45). */
  | {
      kind: 'estimateChange';
      change: DecimalString;
      onlyTo?: readonly string[] | undefined;
      promisedBefore?: boolean | undefined;
    }
  /** `items`: what it is for, as far as it says so. */
  | {
      kind: 'invoice';
      amount: DecimalString;
      unconditional: boolean;
      items?: readonly BilledItem[] | undefined;
    }
  /** A posted invoice was reversed, and with it what it billed. */
  | { kind: 'invoiceReversed'; amount: DecimalString; items?: readonly BilledItem[] | undefined }
  | { kind: 'payment'; amount: DecimalString }
  /**
   * Significant financing (606-10-32-15): above zero, interest expense that increases the contract liability of a customer
   * who paid in advance; below zero, interest income on what a customer pays later.
   */
  | { kind: 'interest'; amount: DecimalString }
  /** Entries that accompany performance but change no contract balance: cost of sales, return assets, loss provisions. */
  | { kind: 'journal'; lines: readonly ContractJournalLine[]; memo: string }
  /**
   * CONCESSION lowers the price as a whole: recognized and deferred amounts in their current proportion. CANCEL_REMAINING
   * lowers only what is not yet recognized. REFUND_LIABILITY uses what was set aside for refunds.
   */
  | {
      kind: 'creditNote';
      amount: DecimalString;
      mode: 'CONCESSION' | 'CANCEL_REMAINING' | 'REFUND_LIABILITY';
      /** What part of the bills it credits, as far as it says so. */
      items?: readonly BilledItem[] | undefined;
    }
  /** The chosen treatment with its reason; its effect is computed on the effective date, from the facts by then. */
  | ({
      kind: 'modification';
      treatment: Treatment;
      /** The treatment required by the facts known when it was chosen. */
      decidedFor: Treatment;
      reason: string;
      /**
       * The contract of its own that a separate contract (606-10-25-12) is, and what was agreed of it. Nothing of this contract changes,
       * so its terms stand here and nowhere else in the fact.
       */
      apart?: { contractId: string; terms: ModificationTerms } | undefined;
    } & ModificationTerms)
  /**
   * The contract ends; `refund` is refunded out of what was billed, and the rest that was billed but not earned is earned. `withdrawn`:
   * it was never agreed, because the modification it was made by is void, so that nothing of it was ever planned.
   */
  | { kind: 'termination'; refund: DecimalString; reason: string; withdrawn?: true | undefined }
  /**
   * Questions of the standard about an obligation (`key`) or the price, answered while the contract is in force. An answer changes no
   * amount: one that contradicts the contract is refused. It holds from its date until answered again.
   */
  | { kind: 'judgement'; key?: string | undefined; answers: readonly GivenAnswer[]; evidence: string }
  | { kind: 'hold'; key?: string | undefined; reason: string }
  | { kind: 'release'; key?: string | undefined }
  /** Another fact was wrong: it is left out, and `by` replaces it. It remains visible, and in views as of an earlier time. */
  | { kind: 'voided'; of: string; by?: string | undefined; reason: string };

/**
 * One fact about a contract: terms only, no figures computed from them. `effectiveDate` is the day it takes effect, `evidence`
 * what it rests on.
 */
export type ContractEvent = { id: string; effectiveDate: DateString; evidence?: string | undefined } & Body;

export type EventKind = Body['kind'];
export type EventOf<Kind extends EventKind> = Extract<ContractEvent, { kind: Kind }>;
