import type { Question } from '@/core/revenue/judgements';

/** What a promise may say beyond a simple one, as the form holds it: all texts, an empty text is "not said". */
export type PromiseTermsDraft = {
  /** From what its standalone selling price is estimated, when no price is given (606-10-32-33). */
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
  /** Of use: the supplier's part of every one. */
  readonly supplierPercent: string;
  readonly expedient: '' | 'RIGHT_TO_INVOICE' | 'ROYALTY' | 'VARIABLE';
  readonly projectId: string;
  /** Of what runs by time: where the cents of rounding go. */
  readonly residual: '' | 'LAST' | 'CUMULATIVE';
  /** Of a license: when the customer got its copy. */
  readonly providedOn: string;
  /** Of use: the tiers below the last, whose price is the card's price of a unit. */
  readonly tiers: readonly TierDraft[];
  readonly invoicedPrice: string;
  readonly expectedPrice: string;
  /** Of a sale with a repurchase agreement (606-10-55-66). */
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

/** One judgment with what it rests on. */
export type AnswerDraft = {
  readonly id: string;
  readonly question: Question;
  readonly answer: 'YES' | 'NO';
  readonly evidence: string;
};

/** A good or service that is part of the promise, and why it is none by itself (606-10-25-22). */
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

/** The repurchase agreement stands with the pattern, the project with the dimensions: neither opens the further terms. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'option',
  'salePrice',
  'repurchasePrice',
  'repurchaseOn',
  'expectedMarketValue',
  'significantIncentive',
  'projectId',
]);

/** The terms that are disclosed on demand. */
export const FURTHER_OF_PROMISE: readonly string[] = Object.keys(NO_PROMISE_TERMS).filter(
  (name) => !ELSEWHERE.has(name),
);

/** Whether a promise says any of them: then the form shows them without being asked. */
export function hasPromiseTerms(one: PromiseTermsDraft): boolean {
  const said = new Map<string, unknown>(Object.entries(one));
  return FURTHER_OF_PROMISE.some((name) => {
    const value = said.get(name);
    return Array.isArray(value) ? value.length > 0 : value !== '';
  });
}
