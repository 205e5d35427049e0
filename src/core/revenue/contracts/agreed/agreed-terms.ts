import type { DecimalString } from '@/core/money/decimal';
import type { DirectedAmount, SspRange } from '../../allocation/allocation';
import type { StandaloneEstimate } from '../../allocation/standalone';
import type { DateString } from '../../days';
import type { FinancingTerms } from '../../financing/financing-plan';
import type { TransactionPriceInput } from '../../transaction-price';
import type { RecordedEstimate } from '../../variable-consideration';
import type { ObligationTerms, RoyaltyTerms } from './promised-terms';

/** What a standalone selling price is based on (606-10-32-32 to 32-34). */
export type StandaloneBasis =
  /** Stated with its evidence. */
  | { kind: 'STATED'; ssp: DecimalString }
  /** The price of one unit in the price list on the contract date, with its observed range. */
  | { kind: 'LISTED'; ssp: DecimalString; units: DecimalString; range?: SspRange | undefined }
  /** The committed use at its prices. */
  | { kind: 'MINIMUM' }
  /** What it is estimated from where it is not observed. */
  | StandaloneEstimate;

/** A performance obligation as agreed: its terms, and what its share of the price follows from. */
export type AgreedObligation = Omit<ObligationTerms, 'allocated' | 'ssp'> & {
  standalone?: StandaloneBasis | undefined;
  sspRange?: SspRange | undefined;
  /** RESIDUAL: what the others leave (32-34(c)). */
  method?: 'RELATIVE' | 'RESIDUAL' | undefined;
  contractPrice?: DecimalString | undefined;
};

/** `fixed`: the amount financed. `lastOn`: the day on which the last interest accrues, where it is not the end of its month. */
export type AgreedFinancing = FinancingTerms & { fixed: DecimalString; lastOn?: DateString | undefined };

/** The consideration as agreed and judged (606-10-32-2). */
export type AgreedPrice = Pick<
  TransactionPriceInput,
  'fixed' | 'nonCash' | 'payableToCustomer' | 'deductions'
> & {
  variable?: readonly (RecordedEstimate & { key: string; to?: readonly string[] | undefined })[] | undefined;
  /** `expected`: how much of the fixed price a license is allocated depends on it (Example 35). */
  royalties?: readonly (RoyaltyTerms & { expected?: DecimalString | undefined })[] | undefined;
  /** The interest in the price as stated, or the terms from which it follows. */
  financing?: DecimalString | AgreedFinancing | undefined;
};

/** A contract at its inception, as agreed: nothing in it is computed. */
export type AgreedTerms = {
  price: AgreedPrice;
  obligations: readonly AgreedObligation[];
  /** Discounts on some of the obligations (606-10-32-37). */
  discounts?: readonly DirectedAmount[] | undefined;
};
