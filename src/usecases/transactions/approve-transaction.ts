import { z } from 'zod';
import { checkBalanced } from '@/core/ledger/balance';
import { sum, toPlainString } from '@/core/money/decimal';
import { checkComplete } from '@/core/transactions/checks';
import { checkFourEyes } from '@/core/transactions/segregation';
import { loadDocumentReferences } from '@/db/stores/document-references';
import { isOwnWork } from '@/db/stores/own-work';
import { changeTransaction, linesOfTransactions, replaceTransactionParts } from '@/db/stores/transactions';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { mirrorApproved } from '../intercompany/mirror-documents';
import { defineUseCase } from '../kit/define';
import { anId } from '../kit/fields';
import { referencesIn } from './collect-references';
import { currentImpact } from './current-impact';
import { type DocumentView, documentView } from './document-view';
import { draftOf, lockDocument } from './lock-document';
import { DEMANDS_POSTABLE, entryVerdict } from './posting-verdict';

/** An approved document, and in words why its entry does not balance; null where it does. */
export type ApprovedDocument = DocumentView & { readonly unbalanced: string | null };

/**
 * Approves a DRAFT or PENDING_APPROVAL document; a DRAFT is submitted and approved in one step, two audit rows
 * (decisions.md, "approve"). The entry it will make is worked out again, so what is approved is what is posted.
 * What can never be posted as it stands is refused on the screens, and where `demandPostable`: an entry that does not balance,
 * accounts that are missing or take no postings, dimensions that are required. The interface knows these refusals of posting only
 * (decisions.md, TRANSACTION_NOT_BALANCED); there the answer names an entry that does not balance. A closed period does not
 * count, since the posting date is chosen later.
 * Refuses INVALID_STATUS_TRANSITION, FORBIDDEN (four eyes), INCOMPLETE_DOCUMENT, NOT_BALANCED, ACCOUNT_UNRESOLVED,
 * ACCOUNT_NOT_POSTABLE.
 */
export const approveTransaction = defineUseCase({
  name: 'gl.transaction.approve',
  permission: 'gl.transaction.approve',
  mode: 'sql',
  input: z.object({
    id: anId,
    approvalComment: z.string().max(2000).nullish(),
    demandPostable: z.boolean().default(false),
  }),
  async run(context, { id, approvalComment, demandPostable }): Promise<ApprovedDocument> {
    const { tenant, principal, clock } = context;
    const before = await lockDocument(context, id, 'approve');
    const lines = await linesOfTransactions(tenant, [id]);
    const facts = await loadDocumentReferences(tenant, referencesIn([draftOf(before, lines)]));
    const impact = currentImpact(before, lines, facts);
    const { enforceSegregation: enforce, segregationThreshold: threshold } = facts.organization;
    valueOrThrow(
      checkFourEyes(
        {
          segregation: { enforce, threshold },
          isOwnWork:
            enforce && (await isOwnWork(tenant, [before.createdBy, ...before.changedBy], principal.actor.id)),
          baseTotalAmount: before.baseTotalAmount,
          baseDebits: toPlainString(sum(impact.map((line) => line.baseDebit))),
        },
        'gl.transaction.approve',
      ),
    );
    valueOrThrow(checkComplete({ lineCount: lines.length }));
    const balance = checkBalanced(
      impact.map((line) => ({ ...line, currencyCode: before.currencyCode })),
      before.baseCurrencyCode,
    );
    if (demandPostable || DEMANDS_POSTABLE[context.surface])
      valueOrThrow(entryVerdict(impact, before, facts));
    await replaceTransactionParts(tenant, [id], { lines: null, impact });
    const wasDraft = before.transactionStatus === 'DRAFT';
    const submitted = wasDraft ? { submittedBy: principal.actor.id, submittedAt: clock.now() } : {};
    const after = await changeTransaction(tenant, id, {
      ...submitted,
      transactionStatus: 'APPROVED',
      approvedBy: principal.actor.id,
      approvedAt: clock.now(),
      approvalComment: approvalComment ?? null,
    });
    const step = (action: string, from: string, to: string, event: string) =>
      context.record({
        action,
        noun: 'transaction',
        recordId: id,
        before: { status: from },
        after: { status: to, ...(approvalComment ? { approvalComment } : {}) },
        event: { type: event, payload: { transactionId: id } },
      });
    if (wasDraft) step('gl.transaction.submit', 'DRAFT', 'PENDING_APPROVAL', 'gl.transaction.submitted');
    step('gl.transaction.approve', 'PENDING_APPROVAL', 'APPROVED', 'gl.transaction.approved');
    for (const { changes } of await mirrorApproved(tenant, [{ id, call: context }])) {
      for (const change of changes) context.record(change);
    }
    return { ...documentView(after, lines), unbalanced: balance.ok ? null : balance.refusal.message };
  },
});
