import { z } from 'zod';
import { defineUseCase } from '../../kit/define';
import { anId, day } from '../../kit/fields';
import { batchMode, batchOf, type ItemResult, itemResults, refuseFirst } from '../batch';

import { type Posted, postDocuments } from './post-transaction';

/**
 * Posts up to 1,000 approved documents in one statement: all or nothing, or each on its own. In mode `all` the first
 * refusal is thrown and the whole batch rolls back.
 */
export const postTransactionBatch = defineUseCase({
  name: 'gl.transaction.postBatch',
  permission: 'gl.transaction.post',
  mode: 'sql',
  input: z.object({
    ids: batchOf(anId),
    postingDate: day.optional(),
    overrideChecks: z.boolean().default(false),
    mode: batchMode,
  }),
  async run(context, { ids, postingDate, overrideChecks, mode }): Promise<ItemResult<Posted>[]> {
    const call = { ...context, expectedVersion: undefined };
    const posted = await postDocuments(
      context.tenant,
      ids.map((id) => ({ input: { id, postingDate, overrideChecks }, call })),
    );
    const results = itemResults(posted);
    if (mode === 'all') refuseFirst(results);
    return results;
  },
});
