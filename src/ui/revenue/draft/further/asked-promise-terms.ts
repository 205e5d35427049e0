import type { AskedContract, ObligationDraft } from '../contract-draft';
import { said, shareOf } from '../said';
import type { AnswerDraft, PromiseTermsDraft } from './promise-terms';

type AskedObligation = NonNullable<AskedContract['obligations']>[number];
type AskedPattern = AskedObligation['pattern'];

/** The further terms of an obligation as the endpoint expects them; empty ones are omitted. */
export function askedPromiseTerms(one: ObligationDraft): Partial<AskedObligation> {
  const { rangeLow: low, rangeHigh: high, expedient, answers, parts } = one;
  return {
    ...askedEstimate(one),
    ...(low === '' && high === '' ? {} : { sspRange: { low, high } }),
    ...said('returnableUntil', one.returnableUntil),
    ...(one.pattern === 'USAGE' ? said('supplierRate', shareOf(one.supplierPercent)) : {}),
    ...(expedient === '' ? {} : { expedient }),
    ...(answers.length > 0 && { answers: askedAnswers(answers) }),
    ...(parts.length > 0 && {
      parts: parts.map((part) => ({ name: part.name.trim(), answers: askedAnswers(part.answers) })),
    }),
    ...said('projectId', one.projectId),
  };
}

const askedAnswers = (answers: readonly AnswerDraft[]) =>
  answers.map(({ question, answer, evidence }) => ({
    question,
    answer: answer === 'YES',
    evidence: evidence.trim(),
  }));

/** The inputs of an estimated standalone selling price. */
export function askedEstimate(one: PromiseTermsDraft): Pick<AskedObligation, 'standalone'> {
  const likelihood = shareOf(one.likelihoodPercent);
  switch (one.estimate) {
    case '':
      return {};
    case 'OPTION':
      return {
        standalone: {
          kind: 'OPTION',
          averagePurchase: one.averagePurchase,
          discount: shareOf(one.discountPercent),
          discountForAll: shareOf(one.discountForAllPercent),
          likelihood,
        },
      };
    case 'RIGHTS':
      return { standalone: { kind: 'RIGHTS', valueEach: one.valueEach, expectedUsed: one.expectedUsed } };
    case 'COST':
      return {
        standalone: {
          kind: 'COST',
          cost: one.cost,
          ...said('margin', shareOf(one.marginPercent)),
          ...said('likelihood', likelihood),
        },
      };
  }
}

/** Usage: tiered prices, or the invoiced price and the price expected after rebates. */
export function askedUsage(one: ObligationDraft): Extract<AskedPattern, { kind: 'USAGE' }> {
  const below = one.tiers.map(({ upTo, unitPrice }) => ({ upTo, unitPrice }));
  const hasPrice = below.length > 0 || one.unitPrice !== '';
  return {
    kind: 'USAGE',
    ...(hasPrice && { tiers: [...below, { upTo: null, unitPrice: one.unitPrice }] }),
    ...said('invoicedPrice', one.invoicedPrice),
    ...said('expectedPrice', one.expectedPrice),
  };
}

/** A sale with a repurchase agreement. */
export function askedRepurchase(one: PromiseTermsDraft): Extract<AskedPattern, { kind: 'REPURCHASE' }> {
  const { significantIncentive } = one;
  return {
    kind: 'REPURCHASE',
    option: one.option,
    salePrice: one.salePrice,
    repurchasePrice: one.repurchasePrice,
    on: one.repurchaseOn,
    ...said('expectedMarketValue', one.expectedMarketValue),
    ...(significantIncentive === '' ? {} : { significantIncentive: significantIncentive === 'YES' }),
  };
}
