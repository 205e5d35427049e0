import { z } from 'zod';
import { anId } from '@/usecases/kit/fields';
import { batchMode, batchOf, type ItemResult } from '@/usecases/transactions/batch';
import { wordC } from '../errors';
import { transactionCreateBody, transactionShape } from './transactions';

/** Additions on C: up to 1,000 transactions; `mode` all (the default: all or nothing) or each. */
export const batchCreateBody = z.object({ items: batchOf(transactionCreateBody), mode: batchMode });

/** Additions on C: up to 1,000 approved transactions to post. */
export const batchPostBody = z.object({
  ids: batchOf(anId),
  postingDate: z.iso.date().optional(),
  overrideChecks: z.boolean().optional(),
  mode: batchMode,
});

const error = z.object({ message: z.string(), code: z.string(), details: z.record(z.string(), z.unknown()) });

/** The fields of every item's answer, plus those of a stored or posted one. */
const itemSchema = <Extra extends z.ZodRawShape>(extra: Extra) =>
  z.object({
    data: z.array(z.object({ index: z.int(), success: z.boolean(), ...extra, error: error.optional() })),
  });

export const batchCreateSchema = itemSchema({ transaction: transactionShape.schema.optional() });
export const batchPostSchema = itemSchema({
  id: z.guid().optional(),
  status: z.literal('POSTED').optional(),
  glTransactionId: z.guid().optional(),
  postedDate: z.iso.datetime().optional(),
});

/** One answer per item, in the order sent; a refused item carries the error that it would have gotten on its own. */
export function presentItems<Output>(
  results: readonly ItemResult<Output>[],
  present: (output: Output) => object,
): { data: object[] } {
  return {
    data: results.map((result, index) => {
      if (result.ok) return { index, success: true, ...present(result.output) };
      return { index, success: false, error: wordC(result.refusal).body };
    }),
  };
}
