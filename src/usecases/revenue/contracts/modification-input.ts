import { z } from 'zod';
import { anId, currencyCode, day, reasonText } from '../../kit/fields';

import { obligationInput } from './contract-input';
import {
  addedPattern,
  amount,
  financingInput,
  obligationKey,
  patternInput,
  positiveAmount,
  royaltyInput,
  share,
  variableInput,
} from './promise-input';

/** A change of a contract as a caller describes it (606-10-25-10); the contract itself says the rest. */
export const modificationFields = {
  date: day,
  /** That of the contract; said, it is checked. */
  currencyCode: currencyCode.optional(),
  additions: z
    .array(
      obligationInput.extend({
        price: amount,
        ssp: positiveAmount,
        pattern: addedPattern,
        /** Distinct from what the contract already promises (25-12(a))? */
        distinct: z.boolean(),
        mergesInto: obligationKey.optional(),
      }),
    )
    .max(100)
    .optional(),
  removals: z.array(obligationKey).max(500).optional(),
  priceChange: amount.optional(),
  /** Terms of the price that the change brings; those that name no obligation belong to the change as a whole. */
  variable: z.array(variableInput).max(100).optional(),
  royalties: z.array(royaltyInput).max(100).optional(),
  /** How the prices of the additions and the price change are paid, where that holds a financing (606-10-32-15). */
  financing: financingInput.optional(),
  pastAdjustment: z.object({ key: obligationKey, amount }).optional(),
  /** What the accountant judges about obligations in progress. */
  obligations: z
    .array(
      z.object({
        key: obligationKey,
        remainingDistinct: z.boolean().optional(),
        remainingSsp: positiveAmount.optional(),
        satisfiedSsp: positiveAmount.optional(),
        satisfiedAfter: share.optional(),
        /** What its supplier gets in all from now on; what an agent collects for it is no price. */
        supplierShare: positiveAmount.optional(),
        costs: z
          .object({
            toDate: positiveAmount,
            totalAfter: positiveAmount,
            percentDecimals: z.int().min(0).max(10).optional(),
          })
          .optional(),
        /** How it is satisfied from the change on, where that changes: a longer term, more units. */
        pattern: patternInput.optional(),
      }),
    )
    .max(500)
    .optional(),
  answers: z
    .object({
      priceAtSsp: z.boolean().optional(),
      remainingDistinct: z.enum(['ALL', 'NONE', 'SOME']).optional(),
    })
    .optional(),
};

export const modificationPreviewInput = z.object({ id: anId, ...modificationFields });
export const modificationApplyInput = z.object({
  id: anId,
  ...modificationFields,
  /** The treatment chosen; omitted: the required one. */
  treatment: z.enum(['separate', 'prospective', 'catchUp', 'mixed']).optional(),
  reason: reasonText,
  /** CUT_BELOW_EARNED: revenue that was earned before the change may be taken back by it. */
  confirm: z
    .array(z.enum(['CUT_BELOW_EARNED']))
    .max(1)
    .default([]),
});

export type ModificationAsked = Omit<z.output<typeof modificationPreviewInput>, 'id'>;
