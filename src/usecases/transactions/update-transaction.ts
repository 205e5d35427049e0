import type { z } from 'zod';
import { refuse } from '@/core/refusals';
import { loadDocumentReferences } from '@/db/stores/document-references';
import { changeTransaction, linesOfTransactions, replaceTransactionParts } from '@/db/stores/transactions';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { referencesIn } from './collect-references';
import { documentChanges } from './document-input';
import { auditView, type DocumentView } from './document-view';
import { draftOf, lockDocument, viewOf } from './lock-document';
import { prepareDocument } from './prepare-document';

/**
 * Changes a DRAFT (decisions.md, "Additions on C"): omitted fields keep their values, null clears, lines, when given,
 * replace all lines; everything that depends on them is computed again. The type cannot change, because the number
 * belongs to its series. Refuses what creating refuses, and INVALID_STATUS_TRANSITION for anything but a DRAFT.
 */
export const updateTransaction = defineUseCase({
  name: 'gl.transaction.update',
  permission: 'gl.transaction.edit',
  mode: 'sql',
  input: documentChanges.extend({ id: anId }) satisfies z.ZodType,
  async run(context, { id, transaction, lines }): Promise<DocumentView> {
    const { tenant } = context;
    const before = await lockDocument(context, id, 'edit');
    const stored = draftOf(before, await linesOfTransactions(tenant, [id]));
    const given = Object.fromEntries(Object.entries(transaction).filter(([, value]) => value !== undefined));
    const draft = { header: { ...stored.header, ...given }, lines: lines ?? stored.lines };
    if (draft.header.transactionTypeId !== before.transactionTypeId) {
      const message = 'cannot change because the number belongs to the series of its type';
      refuse('INVALID_INPUT', `transactionTypeId: ${message}`, {
        issues: [{ path: ['transactionTypeId'], message }],
      });
    }
    const facts = await loadDocumentReferences(tenant, referencesIn([draft]));
    const prepared = prepareDocument(id, draft, facts);
    const after = await changeTransaction(tenant, id, prepared.header);
    await replaceTransactionParts(tenant, [id], prepared);
    context.record({
      noun: 'transaction',
      recordId: id,
      before: auditView(before),
      after: auditView(after),
      event: { type: 'gl.transaction.updated', payload: { transactionId: id } },
    });
    return viewOf(context, after);
  },
});
