import { z } from 'zod';
import { AMOUNT_COLUMN } from '@/core/money/column';
import { dec, toPlainString } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { PAYMENT_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { loadDocumentReferences } from '@/db/stores/documents/document-references';
import { type Context, defineUseCase } from '../../kit/define';
import { anId, decimalOf } from '../../kit/fields';
import { demand } from '../../kit/run';
import { createTransaction } from '../create-transaction';
import { confirmedRate, headerFields, type LineInput } from '../document-input';
import type { DocumentView } from '../document-view';
import { approveTransaction } from '../posting/approve-transaction';
import { postDocuments } from '../posting/post-transaction';
import { submitTransaction } from '../posting/submit-transaction';
import { updateTransaction } from '../update-transaction';
import { settlementFields } from './apply-payment';
import { type AppliedPayment, settlePayments } from './settle-payments';

/** A payment as it was recorded. */
export interface RecordedPayment {
  readonly id: string;
  readonly transactionNumber: string;
  /** The entry it made; null while it is not posted. */
  readonly entryNumber: string | null;
  /** What it settled; null while it is not posted, or when it is wholly on account. */
  readonly applied: AppliedPayment | null;
}

/**
 * Records a payment as people describe it: an amount, the bank account it went through, and what it pays; the rest stays on account. Posted,
 * it is approved, posted on its own date and applied in one transaction: when any of it is refused, nothing is recorded. Kept as a
 * draft or submitted, it is applied after someone posted it.
 * Refuses what creating, approving, posting and applying refuse, and INVALID_INPUT for a type that is not a payment.
 */
export const recordPayment = defineUseCase({
  name: 'gl.payment.record',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({
    transaction: headerFields,
    /** A draft that is being changed, at the version the caller read; omitted for a new payment. */
    draft: z.object({ id: anId, version: z.int() }).optional(),
    /** What was paid, in the payment's currency. */
    amount: decimalOf(AMOUNT_COLUMN, { above: '0' }),
    /** An early-payment discount that was taken: the amount settled exceeds the amount paid by this much. */
    discount: decimalOf(AMOUNT_COLUMN, { min: '0' }).default('0'),
    /** Null: that of the posting rule. */
    bankAccountId: anId.nullish(),
    applications: settlementFields.applications.element.array().max(1000).default([]),
    how: z.enum(['draft', 'submit', 'post']),
    overrideChecks: z.boolean().default(false),
    confirmedRate,
  }),
  async run(context, input): Promise<RecordedPayment> {
    const { transaction, how, applications, overrideChecks } = input;
    if (how === 'post') {
      demand(context.principal, 'gl.transaction.approve');
      demand(context.principal, 'gl.transaction.post');
    }
    await demandPayment(context, transaction.transactionTypeId);
    const { id, transactionNumber } = await stored(context, input);
    if (how !== 'post') return { id, transactionNumber, entryNumber: null, applied: null };
    await approveTransaction.run(context, { id, approvalComment: null, demandPostable: true });
    const posting = { id, postingDate: transaction.transactionDate, overrideChecks };
    const [posted] = await postDocuments(context.tenant, [{ input: posting, call: context }]);
    if (posted === undefined) throw new Error('a posting lost its answer');
    if (!posted.ok) throw posted.error;
    const [applied = null] =
      applications.length === 0 ? [] : await settlePayments(context, [{ paymentId: id, applications }]);
    return { id, transactionNumber, entryNumber: posted.output.entryNumber, applied };
  },
});

type Given = z.output<typeof recordPayment.input>;

/** The payment's document, new or changed; submitted where that is asked. */
async function stored(context: Context, { transaction, draft, how, ...given }: Given): Promise<DocumentView> {
  const lines = linesOf(given);
  const { confirmedRate: reason } = given;
  if (draft === undefined) {
    const status = how === 'submit' ? 'PENDING_APPROVAL' : 'DRAFT';
    return createTransaction.run(context, {
      transaction: { ...transaction, status },
      lines,
      confirmedRate: reason,
    });
  }
  demand(context.principal, 'gl.transaction.edit');
  const own = { ...context, expectedVersion: draft.version };
  const changed = await updateTransaction.run(own, {
    id: draft.id,
    transaction,
    lines,
    confirmedRate: reason,
  });
  if (how !== 'submit') return changed;
  demand(context.principal, 'gl.transaction.submit');
  return submitTransaction.run({ ...context, expectedVersion: undefined }, { id: draft.id });
}

function linesOf(given: {
  readonly amount: string;
  readonly discount: string;
  readonly bankAccountId?: string | null | undefined;
}): LineInput[] {
  const settled = toPlainString(dec(given.amount).plus(given.discount));
  const paid: LineInput = {
    lineNumber: 1,
    lineType: 'ITEM',
    description: 'Payment',
    quantity: '1',
    unitPrice: settled,
    accountId: given.bankAccountId ?? null,
  };
  if (dec(given.discount).isZero()) return [paid];
  const taken: LineInput = {
    lineNumber: 2,
    lineType: 'DISCOUNT',
    description: 'Early-payment discount',
    quantity: '1',
    unitPrice: given.discount,
  };
  return [paid, taken];
}

async function demandPayment({ tenant }: Context, typeId: string): Promise<void> {
  const none = {
    accountIds: [],
    taxCodeIds: [],
    entityIds: [],
    itemIds: [],
    classIds: [],
    departmentIds: [],
  };
  const asked = {
    ...none,
    typeIds: [typeId],
    locationIds: [],
    projectIds: [],
    contractIds: [],
    obligationKeys: [],
    places: [],
  };
  const { types } = await loadDocumentReferences(tenant, asked);
  const kind: TransactionKind | undefined = types.find(({ id }) => id === typeId)?.kind;
  // An unknown type is refused when the document is created, by its own sentence.
  if (kind === undefined || PAYMENT_KINDS.includes(kind)) return;
  const message = 'must be a type of payments';
  refuse('INVALID_INPUT', `transactionTypeId: ${message}`, {
    issues: [{ path: ['transaction', 'transactionTypeId'], message }],
  });
}
