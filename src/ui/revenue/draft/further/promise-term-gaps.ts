import type { ObligationDraft } from '../contract-draft';
import type { AnswerDraft } from './promise-terms';

const NEEDED = 'This field is required';

/** Missing fields in the further terms of an obligation, by card field: `rangeHigh`, `answers/<row>/evidence`. */
export function promiseTermGaps(one: ObligationDraft): Record<string, string> {
  const gaps: Record<string, string> = {};
  for (const field of ESTIMATE_FIELDS[one.estimate]) if (one[field] === '') gaps[field] = NEEDED;
  if ((one.rangeLow === '') !== (one.rangeHigh === '')) {
    gaps[one.rangeLow === '' ? 'rangeLow' : 'rangeHigh'] = 'Enter both ends of the range';
  }
  if (one.pattern === 'REPURCHASE') {
    for (const field of ['salePrice', 'repurchasePrice', 'repurchaseOn'] as const) {
      if (one[field] === '') gaps[field] = NEEDED;
    }
    if (one.option === 'PUT' && one.expectedMarketValue === '') gaps.expectedMarketValue = NEEDED;
  }
  if (one.pattern === 'USAGE' && one.tiers.length > 0) {
    if (one.unitPrice === '') gaps.unitPrice = 'Enter the price beyond the last tier';
    for (const { id, upTo, unitPrice } of one.tiers) {
      if (upTo === '') gaps[`tiers/${id}/upTo`] = NEEDED;
      if (unitPrice === '') gaps[`tiers/${id}/unitPrice`] = NEEDED;
    }
  }
  answerGaps(one.answers, 'answers', gaps);
  for (const part of one.parts) {
    if (part.name.trim() === '') gaps[`parts/${part.id}/name`] = NEEDED;
    answerGaps(part.answers, `parts/${part.id}/answers`, gaps);
  }
  return gaps;
}

function answerGaps(answers: readonly AnswerDraft[], at: string, gaps: Record<string, string>) {
  for (const { id, evidence } of answers) {
    if (evidence.trim() === '') gaps[`${at}/${id}/evidence`] = 'Enter the evidence';
  }
}

const ESTIMATE_FIELDS = {
  '': [],
  OPTION: ['averagePurchase', 'discountPercent', 'discountForAllPercent', 'likelihoodPercent'],
  RIGHTS: ['valueEach', 'expectedUsed'],
  COST: ['cost'],
} as const;
