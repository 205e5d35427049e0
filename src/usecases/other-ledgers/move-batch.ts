import { z } from 'zod';
import { refuse } from '@/core/refusals';
import {
  batchById,
  type LedgerBatchRecord,
  moveBatch,
  releaseEntries,
} from '@/db/stores/documents/ledger-batches';
import { lockOtherLedger } from '@/db/stores/structure/other-ledgers';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { anId, reasonText } from '../kit/fields';
import { recordBatch } from './seal-batch';

/** Marks a batch as sent: from then on it cannot be undone. Refuses NOT_FOUND, STALE_VERSION, INVALID_STATUS_TRANSITION. */
export const markBatchSent = defineUseCase({
  name: 'ledgerBatches.markSent',
  permission: 'gl.transaction.post',
  mode: 'sql',
  input: z.object({ id: anId }),
  async run(context, { id }): Promise<LedgerBatchRecord> {
    const before = await sealedBatch(context, id, 'SENT');
    const after = await moveBatch(context.tenant, id, {
      batchStatus: 'SENT',
      sentByName: context.principal.actor.name ?? 'Daybook',
      sentAt: context.clock.now(),
    });
    recordBatch(context, after, 'sent', before);
    return after;
  },
});

/** Why a batch is undone. */
export const undoBody = z.object({ reason: reasonText });

/**
 * Undoes a batch that was not sent: its number stays, its entries go into the next one. Refuses NOT_FOUND, STALE_VERSION,
 * INVALID_STATUS_TRANSITION.
 */
export const undoLedgerBatch = defineUseCase({
  name: 'ledgerBatches.undo',
  permission: 'gl.transaction.post',
  mode: 'sql',
  input: undoBody.extend({ id: anId }),
  async run(context, { id, reason }): Promise<LedgerBatchRecord> {
    const before = await sealedBatch(context, id, 'UNDONE');
    const after = await moveBatch(context.tenant, id, {
      batchStatus: 'UNDONE',
      undoneByName: context.principal.actor.name ?? 'Daybook',
      undoneAt: context.clock.now(),
      undoReason: reason,
    });
    await releaseEntries(context.tenant, id);
    recordBatch(context, after, 'undone', before);
    return after;
  },
});

/** The batch, if it may move, while its ledger is locked: of sending and undoing at once, one wins. */
async function sealedBatch(context: Context, id: string, to: 'SENT' | 'UNDONE'): Promise<LedgerBatchRecord> {
  const { tenant } = context;
  const found = (await batchById(tenant, id)) ?? refuseNotFound('ledger batch', id);
  await lockOtherLedger(tenant, found.ledgerId);
  const batch = (await batchById(tenant, id)) ?? refuseNotFound('ledger batch', id);
  expectVersion(context, batch);
  if (batch.batchStatus === 'SEALED') return batch;
  const words = batch.batchStatus === 'SENT' ? 'sent' : 'undone';
  refuse('INVALID_STATUS_TRANSITION', `Batch ${batch.batchNumber} has already been ${words}.`, {
    from: batch.batchStatus,
    to,
  });
}
