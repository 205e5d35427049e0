import { z } from 'zod';
import { transactionLines, transactions } from '@/db/stores/documents/transactions';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { type DocumentView, documentView } from './document-view';

/** One document with its lines (interface 4.5). Refuses NOT_FOUND. */
export const getTransaction = defineUseCase({
  name: 'gl.transaction.get',
  permission: 'gl.transaction.read',
  mode: 'read',
  input: z.object({ id: anId }),
  async run({ tenant }, { id }): Promise<DocumentView> {
    const record = (await transactions.find(tenant, id)) ?? refuseNotFound('transaction', id);
    return documentView(record, await transactionLines.list(tenant, { where: { transactionId: id } }));
  },
});
