import type { z } from 'zod';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { loadDocumentReferences } from '@/db/stores/documents/document-references';
import { confirmationOf, insertRateConfirmations } from '@/db/stores/documents/rate-confirmations';
import {
  changeTransaction,
  linesOfTransactions,
  replaceTransactionParts,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import { newId } from '@/lib/ids';
import { demandConfirmed } from '../fx/given-rates';
import { type Context, defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { documentChanges } from './document-input';
import { auditView, type DocumentView } from './document-view';
import { draftOf, lockDocument, viewOf } from './lock-document';
import { prepareDocument } from './prepare-document';
import { referencesIn } from './references/collect-references';

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
  async run(context, { id, transaction, lines, confirmedRate: reason }): Promise<DocumentView> {
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
    const after = await changeTransaction(tenant, id, {
      ...prepared.header,
      changedBy: [...new Set([...before.changedBy, ...actorsOf(context)])],
    });
    const rateJump = demandConfirmed(after, facts, await askedOf(context, before, after, reason ?? null));
    if (rateJump !== null && reason) {
      const row = { id: newId(), transactionId: id, rate: after.exchangeRate, jump: rateJump };
      await insertRateConfirmations(tenant, [
        { ...row, reason: reason.trim(), confirmedBy: context.principal.actor.id },
      ]);
    }
    await replaceTransactionParts(tenant, [id], prepared);
    context.record({
      noun: 'transaction',
      recordId: id,
      before: auditView(before),
      after: rateJump === null ? auditView(after) : { ...auditView(after), rateJump },
      event: { type: 'gl.transaction.updated', payload: { transactionId: id } },
    });
    return viewOf(context, after);
  },
});

const actorsOf = ({ principal: { actor } }: Context) => (actor.id === null ? [] : [actor.id]);

/** A rate that was confirmed, or that stays as it was on its day, is not asked about again. */
async function askedOf(
  { tenant, surface }: Context,
  before: TransactionRecord,
  after: TransactionRecord,
  reason: string | null,
) {
  const isSame =
    dec(before.exchangeRate).equals(after.exchangeRate) && before.transactionDate === after.transactionDate;
  const isAsked = !isSame && (await confirmationOf(tenant, after.id, after.exchangeRate)) === null;
  return { surface: isAsked ? surface : ('job' as const), reason };
}
