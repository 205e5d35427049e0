import { z } from 'zod';
import { checkComplete } from '@/core/transactions/checks';
import { changeTransaction, linesOfTransactions } from '@/db/stores/documents/transactions';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';
import { type DocumentView, documentView } from '../document-view';
import { lockDocument } from '../lock-document';

/** Submits a DRAFT for approval. Refuses INVALID_STATUS_TRANSITION, and INCOMPLETE_DOCUMENT for one without lines. */
export const submitTransaction = defineUseCase({
  name: 'gl.transaction.submit',
  permission: 'gl.transaction.submit',
  mode: 'sql',
  input: z.object({ id: anId }),
  async run(context, { id }): Promise<DocumentView> {
    const before = await lockDocument(context, id, 'submit');
    const lines = await linesOfTransactions(context.tenant, [id]);
    valueOrThrow(checkComplete({ lineCount: lines.length }));
    const after = await changeTransaction(context.tenant, id, {
      transactionStatus: 'PENDING_APPROVAL',
      submittedBy: context.principal.actor.id,
      submittedAt: context.clock.now(),
    });
    context.record({
      noun: 'transaction',
      recordId: id,
      before: { status: before.transactionStatus },
      after: { status: after.transactionStatus },
      event: { type: 'gl.transaction.submitted', payload: { transactionId: id } },
    });
    return documentView(after, lines);
  },
});
