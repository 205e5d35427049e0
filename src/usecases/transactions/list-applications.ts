import { z } from 'zod';
import { type ApplicationRecord, paymentApplications } from '@/db/stores/settlements';
import { transactions } from '@/db/stores/transactions';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { demandSubsidiary } from '../kit/run';
import { anId } from './document-input';

export type { ApplicationRecord } from '@/db/stores/settlements';

/** The applications of one payment or document, the newest first, also those taken back. Refuses NOT_FOUND. */
export const listApplications = defineUseCase({
  name: 'gl.transaction.applications',
  permission: 'gl.transaction.read',
  mode: 'read',
  input: z.object({ transactionId: anId }),
  async run({ tenant, principal }, { transactionId }): Promise<ApplicationRecord[]> {
    const record =
      (await transactions.find(tenant, transactionId)) ?? refuseNotFound('transaction', transactionId);
    demandSubsidiary(principal, 'gl.transaction.read', record.subsidiaryId);
    return paymentApplications.list(tenant, {
      where: { OR: [{ paymentId: transactionId }, { documentId: transactionId }] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    });
  },
});
