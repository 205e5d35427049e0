import type { DecimalString } from '@/core/money/decimal';
import type { DateString, PeriodString } from '../days';
import type { JournalLine } from '../journal';
import type { Residual, ScheduleMethod } from '../schedule';

/** When what remains of an obligation is expected to be recognized, seen from the modification date. */
export type RecognitionPlan =
  | { kind: 'POINT'; on: DateString }
  | { kind: 'RATABLE'; start: DateString; end: DateString; method?: ScheduleMethod; residual?: Residual }
  /** Deliveries still to come; revenue by quantity. */
  | { kind: 'DELIVERIES'; deliveries: readonly { on: DateString; quantity: DecimalString }[] }
  /** Expected cumulative progress (0 to 1) at month ends, on the scope after the change. */
  | { kind: 'PROGRESS'; steps: readonly { period: PeriodString; progress: DecimalString }[] }
  | { kind: 'UNSCHEDULED' };

/** One obligation as it stands on the modification date, before the change. */
export type ObligationState = {
  key: string;
  allocated: DecimalString;
  recognised: DecimalString;
  /** Share satisfied, 0 to 1; default recognized / allocated. */
  satisfied?: DecimalString | undefined;
  /** Standalone price, on the modification date, of what is still to be transferred; default allocated − recognized. */
  remainingSsp?: DecimalString | undefined;
  /** Standalone price of what was transferred; default: the remaining price scaled by the share satisfied. */
  satisfiedSsp?: DecimalString | undefined;
  /** Is what remains distinct from what was transferred before (606-10-25-13)? */
  remainingDistinct: boolean;
  /** Share satisfied measured on the scope after the change; default by standalone prices. */
  satisfiedAfter?: DecimalString | undefined;
  /** Cost to cost on the changed scope, instead of `satisfiedAfter`. */
  costs?: { toDate: DecimalString; totalAfter: DecimalString; percentDecimals?: number } | undefined;
  plan?: RecognitionPlan | undefined;
};

/** A good or service the change adds. */
export type Addition = {
  key: string;
  price: DecimalString;
  ssp: DecimalString;
  /** Distinct from what the contract already promises (606-10-25-12(a))? */
  distinct: boolean;
  /** The obligation it becomes part of when it is not distinct. */
  mergesInto?: string | undefined;
  plan?: RecognitionPlan | undefined;
};

/** What the accountant answers where judgment beats arithmetic; the rest is derived from the flags and prices. */
export type ModificationAnswers = {
  /** Is the price of the additions their standalone price, adjusted for this contract (25-12(b))? */
  priceAtSsp?: boolean | undefined;
  /** Are the remaining goods or services distinct from those transferred (25-13)? */
  remainingDistinct?: 'ALL' | 'NONE' | 'SOME' | undefined;
};

export type ModificationInput = {
  currencyCode: string;
  date: DateString;
  /** Contract inception; a change before it is refused. */
  inception?: DateString | undefined;
  obligations: readonly ObligationState[];
  additions?: readonly Addition[] | undefined;
  /** Keys whose remaining part is no longer wanted. */
  removals?: readonly string[] | undefined;
  /** Change of the price for what remains, beside the prices of the additions. Negative for a reduction. */
  priceChange?: DecimalString | undefined;
  /** Settlement of past performance, such as a credit for defects: recognized at once (Example 5 Case B). */
  pastAdjustment?: { key: string; amount: DecimalString } | undefined;
  /** Invoiced or paid so far, for the contract position; default: what was recognized. */
  billed?: DecimalString | undefined;
  /** Terms of the price that the change brings beside fixed amounts. */
  terms?: AddedPriceTerms | undefined;
  answers?: ModificationAnswers | undefined;
};

/** What a change adds to the price beside fixed amounts. Without `to` it belongs to the change as a whole. */
export type AddedPriceTerms = {
  /** Variable consideration (606-10-32-5) with what of it passes the constraint. */
  variable?:
    | readonly { key: string; included: DecimalString; to?: readonly string[] | undefined }[]
    | undefined;
  /** Royalties on licenses (606-10-55-65): no part of the price until the sales occur. */
  royalties?:
    | readonly {
        key: string;
        to?: readonly string[] | undefined;
        expected?: DecimalString | undefined;
      }[]
    | undefined;
  /** Interest inside the promised amounts (606-10-32-15): above zero it lowers the price of what is added. */
  interest?: DecimalString | undefined;
};

export type Treatment = 'separate' | 'prospective' | 'catchUp' | 'mixed';

export type AllocationRow = {
  key: string;
  before: DecimalString;
  after: DecimalString;
  /** Recognized including this change's catch-up. */
  recognised: DecimalString;
  remaining: DecimalString;
  catchUp: DecimalString;
  why: string;
};

export type MonthRow = { period: PeriodString; amount: DecimalString; catchUp: DecimalString };

/** What one treatment leads to, complete: to be compared with the other three before one is chosen. */
export type ModificationOutcome = {
  /** False where the treatment cannot exist for this change; the figures then leave the contract as it was. */
  applicable: boolean;
  why: string;
  allocation: AllocationRow[];
  /** Revenue from the modification month on, the catch-up included and shown. */
  revenueByMonth: MonthRow[];
  /** Remaining revenue whose months are not known. */
  unscheduled: DecimalString;
  catchUp: DecimalString;
  deferred: DecimalString;
  contractAsset: DecimalString;
  /** Remaining performance obligations: Σ after − recognized. */
  rpo: DecimalString;
  total: DecimalString;
  /** The terms the change brings, and the obligations each belongs to; null: what the change leaves open. */
  terms: { key: string; to: readonly string[] | null }[];
  entries: JournalLine[];
};

export type RequiredTreatment = { treatment: Treatment; paragraph: string; why: string[] };

export type ModificationComparison = {
  outcomes: Record<Treatment, ModificationOutcome>;
  required: RequiredTreatment;
};
