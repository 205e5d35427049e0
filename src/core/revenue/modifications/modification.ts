import type { DecimalString } from '@/core/money/decimal';
import type { PeriodGrid } from '../../periods/period-grid';
import type { DateString, PeriodString } from '../days';
import type { JournalLine } from '../journal';
import type { Residual, ScheduleMethod } from '../schedules/schedule';

/** When the remainder of an obligation is expected to be recognized, as of the modification date. */
export type RecognitionPlan =
  | { kind: 'POINT'; on: DateString }
  | { kind: 'RATABLE'; start: DateString; end: DateString; method?: ScheduleMethod; residual?: Residual }
  /** Remaining deliveries; revenue by quantity. */
  | { kind: 'DELIVERIES'; deliveries: readonly { on: DateString; quantity: DecimalString }[] }
  /** Expected cumulative progress (0 to 1) at month ends, on the scope after the change. */
  | { kind: 'PROGRESS'; steps: readonly { period: PeriodString; progress: DecimalString }[] }
  | { kind: 'UNSCHEDULED' };

/** One obligation as it stands on the modification date, before the change. */
export type ObligationState = {
  key: string;
  allocated: DecimalString;
  recognised: DecimalString;
  /** The part of both that was recognized at once, whatever is satisfied: royalties earned, less refunds and returns. */
  atOnce?: DecimalString | undefined;
  /**
   * Materials that earn their cost and no margin (606-10-55-21(b)), those satisfied so far among them: the share satisfied after the
   * change is of the rest of the price.
   */
  materials?: { totalCost: DecimalString; costToDate: DecimalString } | undefined;
  /** Share satisfied, 0 to 1; defaults to recognized / allocated. */
  satisfied?: DecimalString | undefined;
  /** Standalone price, on the modification date, of what is still to be transferred; defaults to allocated − recognized. */
  remainingSsp?: DecimalString | undefined;
  /** Standalone price of what was transferred; defaults to the remaining price scaled by the share satisfied. */
  satisfiedSsp?: DecimalString | undefined;
  /** Whether the remainder is distinct from what was transferred before (606-10-25-13). */
  remainingDistinct: boolean;
  /** Share satisfied measured on the scope after the change; derived from standalone prices by default. */
  satisfiedAfter?: DecimalString | undefined;
  /** Nothing says how much of the scope after the change is satisfied, so that it cannot be measured again (25-13(b)). */
  isUnmeasured?: boolean | undefined;
  /** Cost to cost on the changed scope, instead of `satisfiedAfter`. */
  costs?: { toDate: DecimalString; totalAfter: DecimalString; percentDecimals?: number } | undefined;
  plan?: RecognitionPlan | undefined;
};

/** A good or service the change adds. */
export type Addition = {
  key: string;
  price: DecimalString;
  ssp: DecimalString;
  /** Whether it is distinct from what the contract already promises (606-10-25-12(a)). */
  distinct: boolean;
  /** The obligation it becomes part of when it is not distinct. */
  mergesInto?: string | undefined;
  plan?: RecognitionPlan | undefined;
};

/** The accountant's answers, which take precedence; anything else is derived from the flags and prices. */
export type ModificationAnswers = {
  /** Whether the additions are priced at their standalone price, adjusted for this contract (25-12(b)). */
  priceAtSsp?: boolean | undefined;
  /** Whether the remaining goods or services are distinct from those transferred (25-13). */
  remainingDistinct?: 'ALL' | 'NONE' | 'SOME' | undefined;
};

export type ModificationInput = {
  /** The periods in which the outlook is shown; omitted: months. */
  grid?: PeriodGrid | undefined;
  currencyCode: string;
  date: DateString;
  /** Contract inception; a change before it is refused. */
  inception?: DateString | undefined;
  obligations: readonly ObligationState[];
  additions?: readonly Addition[] | undefined;
  /** Keys of obligations whose remainder is no longer wanted. */
  removals?: readonly string[] | undefined;
  /** Change of the price for the remainder, apart from the prices of the additions. Negative for a reduction. */
  priceChange?: DecimalString | undefined;
  /** Settlement of past performance, such as a credit for defects: recognized at once (Example 5 Case B). */
  pastAdjustment?: { key: string; amount: DecimalString } | undefined;
  /** What is in the contract position besides revenue: invoiced, paid in advance, expected to be refunded; omitted: what was recognized. */
  billed?: DecimalString | undefined;
  /**
   * The part of the bills that the customer can still cancel, which is due only to the extent that more is performed (45-4); omitted:
   * nothing.
   */
  pending?: DecimalString | undefined;
  /** What the period of the change earned before its day, which is part of that period's revenue; omitted: nothing. */
  earnedInPeriod?: DecimalString | undefined;
  /** Price terms of the change other than fixed amounts. */
  terms?: AddedPriceTerms | undefined;
  answers?: ModificationAnswers | undefined;
};

/** What a change adds to the price other than fixed amounts. Without `to` it belongs to the change as a whole. */
export type AddedPriceTerms = {
  /** Variable consideration (606-10-32-5), with the amount that passes the constraint. */
  variable?:
    | readonly { key: string; included: DecimalString; to?: readonly string[] | undefined }[]
    | undefined;
  /** Royalties on licenses (606-10-55-65): not part of the price until the sales occur. */
  royalties?:
    | readonly {
        key: string;
        to?: readonly string[] | undefined;
        expected?: DecimalString | undefined;
      }[]
    | undefined;
  /** Interest included in the promised amounts (606-10-32-15): above zero it lowers the price of what is added. */
  interest?: DecimalString | undefined;
};

export const TREATMENTS = ['separate', 'prospective', 'catchUp', 'mixed'] as const;
export type Treatment = (typeof TREATMENTS)[number];

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

export type OutlookMonth = { period: PeriodString; amount: DecimalString; catchUp: DecimalString };

/** The complete result of one treatment, to be compared with the other three before one is chosen. */
export type ModificationOutcome = {
  /** False when the treatment is not applicable to this change; its figures then leave the contract as it was. */
  applicable: boolean;
  why: string;
  allocation: AllocationRow[];
  /**
   * Revenue of the modification's month, with what was earned before its day, and of the months after it; the catch-up is included and
   * shown.
   */
  revenueByMonth: OutlookMonth[];
  /** Remaining revenue whose months are not known. */
  unscheduled: DecimalString;
  catchUp: DecimalString;
  /** On the day of the change, before the rest of its period is earned. */
  deferred: DecimalString;
  contractAsset: DecimalString;
  /**
   * What the customer can still cancel and now owes, because as much more is performed by the day (45-4): a receivable, not a contract
   * asset.
   */
  due: DecimalString;
  /** Remaining performance obligations: Σ after − recognized. */
  rpo: DecimalString;
  total: DecimalString;
  /** The terms of the change and the obligations each belongs to; null for whatever the change leaves open. */
  terms: { key: string; to: readonly string[] | null }[];
  entries: JournalLine[];
};

/** What a treatment does, without the months in which the rest is expected. */
export type TreatmentEffect = Omit<ModificationOutcome, 'revenueByMonth' | 'unscheduled'>;

export type RequiredTreatment = { treatment: Treatment; paragraph: string; why: string[] };

export type ModificationComparison = {
  outcomes: Record<Treatment, ModificationOutcome>;
  required: RequiredTreatment;
};

export type TreatedModification = { effect: TreatmentEffect; required: RequiredTreatment };
