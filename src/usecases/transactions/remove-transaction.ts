import { z } from 'zod';
import { deleteTransaction } from '@/db/stores/documents/transactions';
import { noteDeleted } from '../intercompany/cancel-mirrors';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { auditView, type DocumentView } from './document-view';
import { lockDocument, viewOf } from './lock-document';

/**
 * Deletes a DRAFT and frees its number when it was the last of its series; otherwise the audit row explains the gap.
 * Refuses INVALID_STATUS_TRANSITION for anything but a DRAFT: a posted document is reversed, never deleted.
 */
export const removeTransaction = defineUseCase({
  name: 'gl.transaction.delete',
  permission: 'gl.transaction.edit',
  mode: 'sql',
  input: z.object({ id: anId }),
  async run(context, { id }): Promise<DocumentView> {
    const before = await lockDocument(context, id, 'delete');
    const view = await viewOf(context, before);
    await noteDeleted(context, id);
    const { numberGivenBack } = await deleteTransaction(context.tenant, before);
    context.record({
      noun: 'transaction',
      recordId: id,
      before: { ...auditView(before), lines: view.lines },
      after: { numberGivenBack },
      event: { type: 'gl.transaction.deleted', payload: { transactionId: id } },
    });
    return view;
  },
});
