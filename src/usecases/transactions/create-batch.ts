import { z } from 'zod';
import { mirrorApproved } from '../intercompany/mirror-documents';
import { defineUseCase } from '../kit/define';
import { batchMode, batchOf, type ItemResult, itemResults, refuseFirst } from './batch';
import { approvedOf } from './create-transaction';
import { newDocument } from './document-input';
import type { DocumentView } from './document-view';
import { storeDocuments } from './store-documents';

/**
 * Creates up to 1,000 documents in one transaction (decisions.md, "Additions on C"): all or nothing, or each on its
 * own. Refuses what creating refuses; in mode `all`, the first refusal, naming the item.
 */
export const createTransactionBatch = defineUseCase({
  name: 'gl.transaction.createBatch',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({ items: batchOf(newDocument), mode: batchMode }),
  async run(context, { items, mode }): Promise<ItemResult<DocumentView>[]> {
    const stored = await storeDocuments(
      context.tenant,
      items.map(({ transaction: { status, ...header }, lines, confirmedRate }) => ({
        header,
        lines,
        status: status ?? null,
        confirmedRate: confirmedRate ?? null,
        call: context,
      })),
    );
    const results = itemResults(stored);
    if (mode === 'all') refuseFirst(results);
    const mirrored = await mirrorApproved(
      context.tenant,
      approvedOf(stored, () => context),
    );
    for (const { changes } of [...stored, ...mirrored]) for (const change of changes) context.record(change);
    return results;
  },
});
