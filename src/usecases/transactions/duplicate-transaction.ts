import { z } from 'zod';
import { findTransactions, linesOfTransactions } from '@/db/stores/transactions';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';
import { demandSubsidiary } from '../kit/run';

import type { DocumentView } from './document-view';
import { draftOf } from './lock-document';
import { storeDocuments } from './store-documents';

/**
 * Makes a new DRAFT with the header and lines of a document, dated today unless said otherwise; rates and taxes are
 * those of the new date. The reference number is left out: it is the other party's number for one document.
 */
export const duplicateTransaction = defineUseCase({
  name: 'gl.transaction.duplicate',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({ id: anId, transactionDate: day.optional() }),
  async run(context, { id, transactionDate }): Promise<DocumentView> {
    const { tenant, principal, clock } = context;
    const [source] = await findTransactions(tenant, [id]);
    if (source === undefined) refuseNotFound('transaction', id);
    demandSubsidiary(principal, 'gl.transaction.create', source.subsidiaryId);
    const { header, lines } = draftOf(source, await linesOfTransactions(tenant, [id]));
    const fresh = {
      ...header,
      transactionDate: transactionDate ?? clock.today(),
      dueDate: null,
      referenceNumber: null,
    };
    const [stored] = await storeDocuments(tenant, [{ header: fresh, lines, status: null, call: context }]);
    if (stored === undefined) throw new Error('nothing was stored');
    if (!stored.ok) throw stored.error;
    for (const change of stored.changes) {
      context.record({ ...change, after: { ...(change.after as object), duplicateOf: id } });
    }
    return stored.output;
  },
});
