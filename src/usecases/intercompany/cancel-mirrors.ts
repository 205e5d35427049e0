import { changeTransaction, lockTransactions } from '@/db/stores/documents/transactions';
import { noteDeletedMirror, unpostedMirrors } from '@/db/stores/structure/intercompany';
import type { Context } from '../kit/define';

/**
 * After a document was canceled or reversed: cancels its mirrors that are not posted. One that is posted stands until someone reverses
 * it in its own company, and one the caller cannot see until someone there cancels it; the pair disagrees until then.
 */
export async function cancelMirrors(context: Context, sourceId: string, reason: string): Promise<void> {
  const { tenant, clock } = context;
  const ids = await unpostedMirrors(tenant, sourceId);
  if (ids.length === 0) return;
  for (const { id, transactionStatus } of await lockTransactions(tenant, ids)) {
    // Posted in the meantime.
    if (!['DRAFT', 'PENDING_APPROVAL', 'APPROVED'].includes(transactionStatus)) continue;
    await changeTransaction(tenant, id, {
      transactionStatus: 'CANCELLED',
      cancelledAt: clock.now(),
      cancelReason: reason,
    });
    context.record({
      action: 'gl.transaction.cancel',
      noun: 'transaction',
      recordId: id,
      before: { status: transactionStatus },
      after: { status: 'CANCELLED', reason, mirrorOf: sourceId },
      event: { type: 'gl.transaction.cancelled', payload: { transactionId: id } },
    });
  }
}

/** Before a draft is deleted: if it is a mirror, its pair says so, and the mirror is not made again by itself. */
export function noteDeleted(context: Context, id: string): Promise<void> {
  return noteDeletedMirror(context.tenant, id, 'The draft of the mirror was deleted.');
}
