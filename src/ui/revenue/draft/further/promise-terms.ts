import type { Question } from '@/core/revenue/judgements';

/** The further terms of an obligation as held by the form: all strings, and an empty string means "not specified". */
export type PromiseTermsDraft = {
  /** The basis for estimating its standalone selling price if no price is given (606-10-32-33). */
  readonly estimate: '' | 'OPTION' | 'RIGHTS' | 'COST';
  readonly averagePurchase: string;
  readonly discountPercent: string;
  readonly discountForAllPercent: string;
  readonly valueEach: string;
  readonly expectedUsed: string;
  readonly cost: string;
  readonly marginPercent: string;
  readonly likelihoodPercent: string;
  readonly rangeLow: string;
  readonly rangeHigh: string;
  readonly returnableUntil: string;
  /** For usage: the supplier's share of each unit. */
  readonly supplierPercent: string;
  readonly expedient: '' | 'RIGHT_TO_INVOICE' | 'ROYALTY' | 'VARIABLE';
  readonly projectId: string;
  /** For time-based patterns: where rounding differences go. */
  readonly residual: '' | 'LAST' | 'CUMULATIVE';
  /** For a license: when the copy was provided. */
  readonly providedOn: string;
  /** For usage: the tiers below the last one, whose price is the card's unit price. */
  readonly tiers: readonly TierDraft[];
  readonly invoicedPrice: string;
  readonly expectedPrice: string;
  /** For a sale with a repurchase agreement (606-10-55-66). */
  readonly option: 'FORWARD' | 'CALL' | 'PUT';
  readonly salePrice: string;
  readonly repurchasePrice: string;
  readonly repurchaseOn: string;
  readonly expectedMarketValue: string;
  readonly significantIncentive: '' | 'YES' | 'NO';
  readonly answers: readonly AnswerDraft[];
  readonly parts: readonly PartDraft[];
};

export type TierDraft = { readonly id: string; readonly upTo: string; readonly unitPrice: string };

/** One judgment with its evidence. */
export type AnswerDraft = {
  readonly id: string;
  readonly question: Question;
  readonly answer: 'YES' | 'NO';
  readonly evidence: string;
};

/** A good or service that is part of the obligation, with the reason it is not distinct (606-10-25-22). */
export type PartDraft = {
  readonly id: string;
  readonly name: string;
  readonly answers: readonly AnswerDraft[];
};

export const NO_PROMISE_TERMS: PromiseTermsDraft = {
  estimate: '',
  averagePurchase: '',
  discountPercent: '',
  discountForAllPercent: '',
  valueEach: '',
  expectedUsed: '',
  cost: '',
  marginPercent: '',
  likelihoodPercent: '',
  rangeLow: '',
  rangeHigh: '',
  returnableUntil: '',
  supplierPercent: '',
  expedient: '',
  projectId: '',
  residual: '',
  providedOn: '',
  tiers: [],
  invoicedPrice: '',
  expectedPrice: '',
  option: 'CALL',
  salePrice: '',
  repurchasePrice: '',
  repurchaseOn: '',
  expectedMarketValue: '',
  significantIncentive: '',
  answers: [],
  parts: [],
};

/**
 * The repurchase agreement is shown with the pattern and the project with the dimensions, so neither opens the further
 * terms.
 */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'option',
  'salePrice',
  'repurchasePrice',
  'repurchaseOn',
  'expectedMarketValue',
  'significantIncentive',
  'projectId',
]);

/** The terms that are shown on demand. */
export const FURTHER_OF_PROMISE: readonly string[] = Object.keys(NO_PROMISE_TERMS).filter(
  (name) => !ELSEWHERE.has(name),
);

/** Whether an obligation uses any of them; the form then shows them without being asked. */
export function hasPromiseTerms(one: PromiseTermsDraft): boolean {
  const said = new Map<string, unknown>(Object.entries(one));
  return FURTHER_OF_PROMISE.some((name) => {
    const value = said.get(name);
    return Array.isArray(value) ? value.length > 0 : value !== '';
  });
}
