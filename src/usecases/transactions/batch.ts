import { z } from 'zod';
import { type Refusal, RefusalError, refusal } from '@/core/refusals';
import type { BatchResult } from '../kit/define';
import { BATCH_LIMIT } from './document-input';

/**
 * How a batch treats a refused item (decisions.md, "Additions on C"): `all` then stores nothing; `each` stores
 * the others and answers per item.
 */
export const batchMode = z.enum(['all', 'each']).default('all');

/** A list of 1 to 1,000 items. */
export const batchOf = <Item extends z.ZodType>(item: Item) => z.array(item).min(1).max(BATCH_LIMIT);

/** The result of one item. */
export type ItemResult<Output> =
  | { readonly ok: true; readonly output: Output }
  | { readonly ok: false; readonly refusal: Refusal };

/** The result of each item. An error that is not a refusal fails the whole batch. */
export function itemResults<Output>(results: readonly BatchResult<Output>[]): ItemResult<Output>[] {
  return results.map((result) => {
    if (result.ok) return { ok: true, output: result.output };
    if (result.error instanceof RefusalError) return { ok: false, refusal: result.error.refusal };
    throw result.error;
  });
}

/** Throws the first refusal of an all-or-nothing batch, naming the item. */
export function refuseFirst(results: readonly ItemResult<unknown>[]): void {
  const index = results.findIndex((result) => !result.ok);
  const failed = results[index];
  if (failed === undefined || failed.ok) return;
  const { code, message, data } = failed.refusal;
  const placed =
    code === 'INVALID_INPUT' ? { issues: data.issues.map((issue) => underItem(issue, index)) } : data;
  throw new RefusalError(
    refusal(code, `Item ${index}: ${message} Nothing was stored.`, {
      ...placed,
      itemIndex: index,
    } as typeof data),
  );
}

const underItem = (issue: { readonly path: readonly string[]; readonly message: string }, index: number) => ({
  path: ['items', String(index), ...issue.path],
  message: issue.message,
});
