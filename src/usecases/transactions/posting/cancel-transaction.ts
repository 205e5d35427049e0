import { z } from 'zod';
import { changeTransaction } from '@/db/stores/documents/transactions';
import { cancelMirrors } from '../../intercompany/cancel-mirrors';
import { defineUseCase } from '../../kit/define';
import { anId, reasonText } from '../../kit/fields';
import type { DocumentView } from '../document-view';
import { lockDocument, viewOf } from '../lock-document';

/**
 * Cancels an unposted document: from DRAFT, PENDING_APPROVAL or APPROVED (decisions.md, "PAID, CLOSED, CANCELLED"). It
 * keeps its number. Refuses INVALID_STATUS_TRANSITION.
 */
export const cancelTransaction = defineUseCase({
  name: 'gl.transaction.cancel',
  permission: 'gl.transaction.cancel',
  mode: 'sql',
  input: z.object({ id: anId, reason: reasonText.nullish() }),
  async run(context, { id, reason }): Promise<DocumentView> {
    const before = await lockDocument(context, id, 'cancel');
    const after = await changeTransaction(context.tenant, id, {
      transactionStatus: 'CANCELLED',
      cancelledAt: context.clock.now(),
      cancelReason: reason ?? null,
    });
    context.record({
      noun: 'transaction',
      recordId: id,
      before: { status: before.transactionStatus },
      after: { status: 'CANCELLED', reason: reason ?? null },
      event: { type: 'gl.transaction.cancelled', payload: { transactionId: id } },
    });
    await cancelMirrors(context, id, reason ?? `${before.transactionNumber}, which it mirrors, was canceled`);
    return viewOf(context, after);
  },
});
