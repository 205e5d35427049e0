import { z } from 'zod';
import { changeTransaction } from '@/db/stores/documents/transactions';
import { defineUseCase } from '../../kit/define';
import { anId, reasonText } from '../../kit/fields';
import type { DocumentView } from '../document-view';
import { lockDocument, viewOf } from '../lock-document';

/** Returns a submitted document to its author as a DRAFT. Refuses INVALID_STATUS_TRANSITION. */
export const rejectTransaction = defineUseCase({
  name: 'gl.transaction.reject',
  permission: 'gl.transaction.approve',
  mode: 'sql',
  input: z.object({ id: anId, reason: reasonText.nullish() }),
  async run(context, { id, reason }): Promise<DocumentView> {
    await lockDocument(context, id, 'reject');
    const after = await changeTransaction(context.tenant, id, {
      transactionStatus: 'DRAFT',
      submittedBy: null,
      submittedAt: null,
    });
    context.record({
      noun: 'transaction',
      recordId: id,
      before: { status: 'PENDING_APPROVAL' },
      after: { status: 'DRAFT', reason: reason ?? null },
      event: { type: 'gl.transaction.rejected', payload: { transactionId: id } },
    });
    return viewOf(context, after);
  },
});
