import { z } from 'zod';
import type { Refusal } from '@/core/refusals';
import { anId } from '@/usecases/kit/fields';
import { batchMode, batchOf, type ItemResult } from '@/usecases/transactions/batch';
import type { DocumentView } from '@/usecases/transactions/document-view';
import type { Posted } from '@/usecases/transactions/posting/post-transaction';
import { shapeOf, value } from '../../kit/shape';
import { named, optional, type Part, rowsOf, words } from '../../kit/shape-parts';
import { wordedError } from './errors';
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

/** The answer for one item: what became of it, or the error that it would have gotten on its own. */
interface Item<Output> {
  readonly index: number;
  readonly output?: Output;
  readonly error?: Refusal;
}

/** One answer per item, in the order sent. */
const inOrder = <Output>(item: Part<Item<Output>>): Part<readonly ItemResult<Output>[]> => {
  const all = named('data', rowsOf(item));
  return {
    schema: all.schema,
    present: (results) =>
      all.present(
        results.map((result, index) =>
          result.ok ? { index, output: result.output } : { index, error: result.refusal },
        ),
      ),
  };
};

const isStored = <Output>({ error }: Item<Output>) => error === undefined;

export const createdBatch = inOrder(
  shapeOf<Item<DocumentView>>()({
    index: 'count',
    success: ['flag', isStored],
    transaction: [optional(transactionShape), 'output'],
    error: optional(wordedError),
  }),
);

export const postedBatch = inOrder(
  shapeOf<Item<Posted>>()({
    index: 'count',
    success: ['flag', isStored],
    id: [optional(value('id')), ({ output }) => output?.id],
    status: [optional(words(z.literal('POSTED'))), ({ output }) => output?.status],
    glTransactionId: [optional(value('id')), ({ output }) => output?.glTransactionId],
    postedDate: [optional(value('moment')), ({ output }) => output?.postedAt],
    error: optional(wordedError),
  }),
);
