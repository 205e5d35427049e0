/**
 * Price terms other than fixed and variable amounts, as held by the form: all strings, and an empty string means "not
 * specified".
 */
export type PriceTermsDraft = {
  readonly nonCash: readonly NonCashDraft[];
  readonly payableToCustomer: readonly PayableDraft[];
  readonly royalties: readonly RoyaltyDraft[];
  readonly discounts: readonly DiscountDraft[];
  readonly financing: FinancingDraft;
};

/** Consideration in shares, goods or services (606-10-32-21). */
export type NonCashDraft = {
  readonly id: string;
  readonly key: string;
  readonly quantity: string;
  /** Fair value of each at inception. */
  readonly fairValue: string;
};

/** Consideration payable to the customer (606-10-32-25). */
export type PayableDraft = {
  readonly id: string;
  readonly key: string;
  readonly amount: string;
  readonly distinctFairValue: string;
};

/** Sales- or usage-based royalties (606-10-55-65). */
export type RoyaltyDraft = {
  readonly id: string;
  readonly key: string;
  readonly percent: string;
  /** The card of its license; '' for all. */
  readonly to: string;
  readonly expected: string;
};

/** Applies to some obligations only (606-10-32-37). */
export type DiscountDraft = { readonly id: string; readonly amount: string; readonly to: readonly string[] };

/** The financing component (606-10-32-15), or the reason there is none (32-17). */
export type FinancingDraft = {
  readonly kind: '' | 'STATED' | 'ARREARS' | 'ADVANCE' | 'NONE';
  /** For STATED: the interest included in the price. */
  readonly interest: string;
  readonly start: string;
  readonly monthsPerPeriod: string;
  readonly periods: string;
  readonly by: 'RATE' | 'CASH_PRICE';
  readonly ratePercent: string;
  readonly cashPrice: string;
  readonly paid: 'EVERY_PERIOD' | 'LISTED';
  readonly payment: string;
  readonly payments: readonly PaymentDraft[];
  readonly reason: '' | NoFinancingReason;
  readonly evidence: string;
};
export type PaymentDraft = { readonly id: string; readonly at: string; readonly amount: string };
type NoFinancingReason = 'CUSTOMER_CHOOSES_TIME' | 'MOSTLY_VARIABLE' | 'OTHER_PURPOSE' | 'WITHIN_A_YEAR';

const NO_FINANCING: FinancingDraft = {
  kind: '',
  interest: '',
  start: '',
  monthsPerPeriod: '1',
  periods: '',
  by: 'RATE',
  ratePercent: '',
  cashPrice: '',
  paid: 'EVERY_PERIOD',
  payment: '',
  payments: [],
  reason: '',
  evidence: '',
};

export const NO_PRICE_TERMS: PriceTermsDraft = {
  nonCash: [],
  payableToCustomer: [],
  royalties: [],
  discounts: [],
  financing: NO_FINANCING,
};

/** The lists of a price, by their API names. */
export const PRICE_LISTS = ['nonCash', 'payableToCustomer', 'royalties', 'discounts'] as const;
export type PriceList = (typeof PRICE_LISTS)[number];

/** Whether a price uses any of these; the form then shows them without being asked. */
export function hasPriceTerms(draft: PriceTermsDraft): boolean {
  return draft.financing.kind !== '' || PRICE_LISTS.some((list) => draft[list].length > 0);
}
