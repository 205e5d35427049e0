import { z } from 'zod';
import { day, lineText } from '../kit/fields';
import { anId } from '../transactions/document-input';
import { amount, obligationKey, positiveAmount, quantity, share } from './contract-input';

const on = { effectiveDate: day };
const why = z.string().max(2000);
const journalAccount = z.enum(['COST_OF_SALES', 'RETURN_ASSET', 'INVENTORY', 'LOSS_PROVISION']);

/** What can be said to have happened under a contract, as a caller sends it (`kind` names the fact). */
export const eventInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('delivery'), ...on, key: obligationKey, quantity: quantity.optional() }),
  /** Share satisfied so far, or costs to date of the total expected (606-10-55-20). */
  z.object({ kind: z.literal('progress'), ...on, key: obligationKey, progress: share }),
  z.object({
    kind: z.literal('costs'),
    ...on,
    key: obligationKey,
    costToDate: positiveAmount,
    totalCost: positiveAmount,
    uninstalled: z.object({ totalCost: positiveAmount, costToDate: positiveAmount }).optional(),
    percentDecimals: z.int().min(0).max(10).optional(),
  }),
  z.object({ kind: z.literal('milestone'), ...on, key: obligationKey, milestone: lineText }),
  z.object({ kind: z.literal('usage'), ...on, key: obligationKey, amount: positiveAmount }),
  z.object({ kind: z.literal('return'), ...on, key: obligationKey, amount: positiveAmount }),
  z.object({ kind: z.literal('refundEstimate'), ...on, key: obligationKey, liability: positiveAmount }),
  z.object({
    kind: z.literal('estimateChange'),
    ...on,
    change: amount,
    onlyTo: z.array(obligationKey).min(1).optional(),
    promisedBefore: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('invoice'),
    ...on,
    amount: positiveAmount,
    unconditional: z.boolean().default(true),
  }),
  z.object({ kind: z.literal('payment'), ...on, amount: positiveAmount }),
  z.object({
    kind: z.literal('creditNote'),
    ...on,
    amount: positiveAmount,
    mode: z.enum(['CONCESSION', 'CANCEL_REMAINING', 'REFUND_LIABILITY']),
  }),
  z.object({ kind: z.literal('interest'), ...on, amount }),
  z.object({
    kind: z.literal('journal'),
    ...on,
    memo: lineText,
    lines: z
      .array(
        z.object({
          account: journalAccount,
          debit: positiveAmount.default('0'),
          credit: positiveAmount.default('0'),
        }),
      )
      .min(2)
      .max(20),
  }),
  z.object({ kind: z.literal('hold'), ...on, key: obligationKey.optional(), reason: why }),
  z.object({ kind: z.literal('release'), ...on, key: obligationKey.optional() }),
]);

export const recordEventInput = z.object({
  id: anId,
  event: eventInput,
  /** The sender's own reference: the same one is recorded once. */
  reference: lineText.optional(),
});
