import { z } from 'zod';
import { TREATMENTS } from '@/core/revenue/modifications/modification';
import { anId, currencyCode, day, reasonText } from '../../../kit/fields';

import { obligationInput } from '../contract-input';
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
} from '../promise-input';

/** A contract modification as a caller describes it (606-10-25-10); the rest comes from the contract. */
export const modificationFields = {
  date: day,
  /** The contract's currency; if given, it must match. */
  currencyCode: currencyCode.optional(),
  additions: z
    .array(
      obligationInput.extend({
        price: amount,
        ssp: positiveAmount,
        pattern: addedPattern,
        /** Distinct from the existing obligations of the contract (25-12(a))? */
        distinct: z.boolean(),
        mergesInto: obligationKey.optional(),
      }),
    )
    .max(100)
    .optional(),
  removals: z.array(obligationKey).max(500).optional(),
  priceChange: amount.optional(),
  /** Price terms added by the modification; those without an obligation belong to the modification as a whole. */
  variable: z.array(variableInput).max(100).optional(),
  royalties: z.array(royaltyInput).max(100).optional(),
  /**
   * How the added obligations and the price change are paid, when that includes a financing component (606-10-32-15).
   */
  financing: financingInput.optional(),
  pastAdjustment: z.object({ key: obligationKey, amount }).optional(),
  /** The accountant's judgments about obligations in progress. */
  obligations: z
    .array(
      z.object({
        key: obligationKey,
        remainingDistinct: z.boolean().optional(),
        remainingSsp: positiveAmount.optional(),
        satisfiedSsp: positiveAmount.optional(),
        satisfiedAfter: share.optional(),
        /** The supplier's new total; the amount an agent collects for the supplier is not part of the price. */
        supplierShare: positiveAmount.optional(),
        costs: z
          .object({
            toDate: positiveAmount,
            totalAfter: positiveAmount,
            percentDecimals: z.int().min(0).max(10).optional(),
          })
          .optional(),
        /** How it is satisfied after the modification, if that changes: a longer term, more units. */
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

/**
 * A separate contract (606-10-25-12) becomes a contract of its own, with its own balances, unless this is false: then it stays in the
 * contract it was agreed with, and is netted with it. True is refused for any other treatment.
 */
export const ownContract = z.boolean().optional();

export const modificationPreviewInput = z.object({
  id: anId,
  ...modificationFields,
  ownContract,
  /** The fact of the contract that it would replace. */
  replaces: anId.optional(),
});
/** A modification to apply, with how it is treated and why. */
export const agreedFields = {
  ...modificationFields,
  /** The treatment chosen; omitted: the required one. */
  treatment: z.enum(TREATMENTS).optional(),
  ownContract,
  reason: reasonText,
  /** CUT_BELOW_EARNED: revenue that was earned before the change may be taken back by it. */
  confirm: z
    .array(z.enum(['CUT_BELOW_EARNED']))
    .max(1)
    .default([]),
};
export const modificationApplyInput = z.object({ id: anId, ...agreedFields });

export type ModificationAsked = Omit<
  z.output<typeof modificationPreviewInput>,
  'id' | 'ownContract' | 'replaces'
>;
