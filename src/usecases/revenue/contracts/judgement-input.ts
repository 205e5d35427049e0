import { z } from 'zod';
import {
  DISCOUNT_CRITERIA,
  type DiscountCriterion,
  VARIABLE_CRITERIA,
  type VariableCriterion,
} from '@/core/revenue/allocation/allocation-criteria';
import { NO_FINANCING_REASONS } from '@/core/revenue/judgements/judged-answers';
import {
  BILL_AND_HOLD,
  type JudgedPromise,
  QUESTIONS,
  type Question,
} from '@/core/revenue/judgements/judgements';
import { lineText, reasonText } from '../../kit/fields';

const evidence = z.string().max(2000);
const questions = Object.keys(QUESTIONS) as [Question, ...Question[]];

/** Answers to the standard's questions about an obligation, each with its evidence. */
export const answersInput = z
  .array(z.object({ question: z.enum(questions), answer: z.boolean(), evidence }))
  .max(20);

/** A good or service that is part of an obligation, and why it is not distinct on its own (606-10-25-22). */
export const partsInput = z.array(z.object({ name: lineText, answers: answersInput })).max(50);

/** The criteria for control to pass in a bill-and-hold arrangement (606-10-55-83). */
export const billAndHoldInput = z
  .array(z.object({ criterion: z.enum(BILL_AND_HOLD), met: z.boolean(), evidence }))
  .max(4);

const discountCriteria = Object.keys(DISCOUNT_CRITERIA) as [DiscountCriterion, ...DiscountCriterion[]];
const variableCriteria = Object.keys(VARIABLE_CRITERIA) as [VariableCriterion, ...VariableCriterion[]];

/** Why a discount belongs to some obligations only (606-10-32-37). */
export const discountCriteriaInput = z
  .array(z.object({ criterion: z.enum(discountCriteria), met: z.boolean(), evidence }))
  .max(6);

/** Why a variable amount belongs to some obligations entirely, or why it does not (606-10-32-40). */
export const variableCriteriaInput = z
  .array(z.object({ criterion: z.enum(variableCriteria), met: z.boolean(), evidence }))
  .max(4);

/** Why the time between payment and transfer is not a financing component (606-10-32-17, 32-18). */
export const noFinancingInput = z.object({
  reason: z.enum(NO_FINANCING_REASONS),
  evidence: reasonText,
});

/** How the pattern a caller gives recognizes revenue: at a point in time, over time, or by units. */
export function timingOf(
  pattern:
    | { readonly kind: 'LICENCE'; readonly intellectualProperty: 'FUNCTIONAL' | 'SYMBOLIC' }
    | {
        readonly kind:
          | 'POINT'
          | 'RIGHTS'
          | 'RATABLE'
          | 'PROGRESS'
          | 'MILESTONES'
          | 'UNITS'
          | 'USAGE'
          | 'REPURCHASE';
      },
): JudgedPromise['timing'] {
  switch (pattern.kind) {
    case 'LICENCE':
      return pattern.intellectualProperty === 'FUNCTIONAL' ? 'POINT_IN_TIME' : 'OVER_TIME';
    case 'POINT':
    case 'RIGHTS':
      return 'POINT_IN_TIME';
    case 'RATABLE':
    case 'PROGRESS':
    case 'MILESTONES':
      return 'OVER_TIME';
    default:
      return null;
  }
}
