import type { AskedContract } from '../contract-draft';
import { percentOf, words } from '../said';
import type { AnswerDraft, PromiseTermsDraft } from './promise-terms';

type StoredObligation = NonNullable<AskedContract['obligations']>[number];
type StoredAnswers = NonNullable<StoredObligation['answers']>;

/** The further terms of a saved obligation as form values, except those of its pattern. */
export function promiseTermsOf(one: StoredObligation): Partial<PromiseTermsDraft> {
  return {
    ...estimateOf(one.standalone),
    rangeLow: words(one.sspRange?.low),
    rangeHigh: words(one.sspRange?.high),
    returnableUntil: words(one.returnableUntil),
    supplierPercent: percentOf(one.supplierRate),
    expedient: one.expedient ?? '',
    projectId: words(one.projectId),
    answers: answersOf(one.answers ?? [], 'a'),
    parts: (one.parts ?? []).map(({ name, answers }, at) => ({
      id: `t${at}`,
      name,
      answers: answersOf(answers, `t${at}a`),
    })),
  };
}

const answersOf = (answers: StoredAnswers, prefix: string): AnswerDraft[] =>
  answers.map(({ question, answer, evidence }, at) => ({
    id: `${prefix}${at}`,
    question,
    answer: answer ? 'YES' : 'NO',
    evidence,
  }));

function estimateOf(facts: StoredObligation['standalone']): Partial<PromiseTermsDraft> {
  switch (facts?.kind) {
    case undefined:
      return {};
    case 'OPTION':
      return {
        estimate: 'OPTION',
        averagePurchase: words(facts.averagePurchase),
        discountPercent: percentOf(facts.discount),
        discountForAllPercent: percentOf(facts.discountForAll),
        likelihoodPercent: percentOf(facts.likelihood),
      };
    case 'RIGHTS':
      return {
        estimate: 'RIGHTS',
        valueEach: words(facts.valueEach),
        expectedUsed: words(facts.expectedUsed),
      };
    case 'COST':
      return {
        estimate: 'COST',
        cost: words(facts.cost),
        marginPercent: percentOf(facts.margin),
        likelihoodPercent: percentOf(facts.likelihood),
      };
  }
}

/** Usage prices: the last tier is the card's own unit price. */
export function usageOf(
  pattern: Extract<StoredObligation['pattern'], { kind: 'USAGE' }>,
): Pick<PromiseTermsDraft, 'tiers' | 'invoicedPrice' | 'expectedPrice'> & { readonly unitPrice: string } {
  const tiers = pattern.tiers ?? [];
  return {
    tiers: tiers.slice(0, -1).map(({ upTo, unitPrice }, at) => ({
      id: `u${at}`,
      upTo: words(upTo),
      unitPrice: words(unitPrice),
    })),
    unitPrice: words(tiers.at(-1)?.unitPrice),
    invoicedPrice: words(pattern.invoicedPrice),
    expectedPrice: words(pattern.expectedPrice),
  };
}

/** The terms of a repurchase agreement. */
export function repurchaseOf(
  pattern: Extract<StoredObligation['pattern'], { kind: 'REPURCHASE' }>,
): Partial<PromiseTermsDraft> {
  const { significantIncentive } = pattern;
  return {
    option: pattern.option,
    salePrice: words(pattern.salePrice),
    repurchasePrice: words(pattern.repurchasePrice),
    repurchaseOn: pattern.on,
    expectedMarketValue: words(pattern.expectedMarketValue),
    significantIncentive: significantIncentive === undefined ? '' : significantIncentive ? 'YES' : 'NO',
  };
}
