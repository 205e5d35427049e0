import { expect } from 'vitest';
import type {
  DiscountCriterion,
  JudgedCriterion,
  VariableCriterion,
} from '@/core/revenue/allocation/allocation-criteria';
import type { Answer, Question } from '@/core/revenue/judgements/judgements';
import type { ContractView } from '@/usecases/revenue/contracts/contract-view';
import { fingerprint } from '../../support/fingerprint';
import type { Books, Draft, Fact } from '../books';

/** Answers to the standard's questions about an obligation, with their evidence. */
export const yes = (question: Question, evidence: string): Answer => ({ question, answer: true, evidence });
export const no = (question: Question, evidence: string): Answer => ({ question, answer: false, evidence });
export const distinct = (evidence: string): Answer[] => [
  yes('CAPABLE_OF_BEING_DISTINCT', 'of use with what the customer has or can get'),
  yes('SEPARATELY_IDENTIFIABLE', evidence),
];
export const notDistinct = (evidence: string): Answer[] => [
  yes('CAPABLE_OF_BEING_DISTINCT', 'of use with what the customer has or can get'),
  no('SEPARATELY_IDENTIFIABLE', evidence),
];
/** A part of an obligation, not distinct within it. */
export const part = (name: string, evidence: string) => ({ name, answers: notDistinct(evidence) });

/** The amount is allocated entirely to what it relates to (606-10-32-40). */
export const RELATES: JudgedCriterion<VariableCriterion>[] = [
  {
    criterion: 'RELATES_SPECIFICALLY',
    met: true,
    evidence: 'due only for the outcome of this obligation',
  },
  { criterion: 'MEETS_OBJECTIVE', met: true, evidence: 'the others keep their standalone prices' },
];
/** The discount is the one at which they are sold together (606-10-32-37). */
export const DISCOUNTED_TOGETHER: JudgedCriterion<DiscountCriterion>[] = [
  { criterion: 'SOLD_STANDALONE', met: true, evidence: 'each is sold on its own every week' },
  { criterion: 'BUNDLE_SOLD_AT_DISCOUNT', met: true, evidence: 'sold together all year at one price' },
  { criterion: 'SAME_DISCOUNT', met: true, evidence: 'the list price of the bundle' },
];

export const on = (effectiveDate: string) => ({ effectiveDate });
export const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' as const } });
export const term = (start: string, end: string) => ({
  kind: 'RATABLE' as const,
  start,
  end,
  method: 'EVEN_PERIODS' as const,
});
export const deliver = (date: string, key: string, quantity?: string): Fact => ({
  kind: 'delivery',
  ...on(date),
  key,
  ...(quantity === undefined ? {} : { quantity }),
});
export const pays = (date: string, amount: string): Fact => ({ kind: 'payment', ...on(date), amount });
export const progress = (date: string, key: string, share: string): Fact => ({
  kind: 'progress',
  ...on(date),
  key,
  progress: share,
});

/** Expects such a contract to be refused by this rule and nothing to be stored. */
export async function refuses(books: Books, draft: Draft, rule: string): Promise<void> {
  const before = await fingerprint(books.org.organizationId);
  await expect(books.contract(draft), rule).rejects.toMatchObject({
    refusal: { code: 'REVENUE_RULE', data: { rule } },
  });
  expect(await fingerprint(books.org.organizationId)).toEqual(before);
}

/** The judgments a contract keeps: the subject, and the conclusion with its paragraph. */
export function judgements({ contract }: Pick<ContractView, 'contract'>): string[] {
  const { sources } = contract.allocation as { sources: { kind: string; id: string; note: string }[] };
  return sources
    .filter(({ kind }) => kind === 'judgement')
    .map(({ id, note }) => `${id}: ${note.slice(0, note.indexOf(':'))}`);
}
