import { checkBalanced } from '@/core/ledger/balance';
import { sum, toPlainString } from '@/core/money/decimal';
import { RefusalError } from '@/core/refusals';
import { checkComplete } from '@/core/transactions/checks';
import { checkFourEyes } from '@/core/transactions/segregation';
import { moveStatus, type TransactionStatus } from '@/core/transactions/status';
import { type DocumentReferences, loadDocumentReferences } from '@/db/stores/documents/document-references';
import { ownWorkAmong } from '@/db/stores/documents/own-work';
import {
  changeTransactions,
  linesOfTransactions,
  lockTransactions,
  type NewImpactLine,
  replaceTransactionParts,
  type TransactionLineRecord,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import type { Tenant } from '@/db/tenancy';
import { mirrorApproved } from '../../intercompany/mirror-documents';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import type { BatchResult, Change, Context } from '../../kit/define';
import { valueOrThrow } from '../../kit/value-or-throw';
import { type DocumentView, documentView } from '../document-view';
import { draftOf } from '../lock-document';
import { referencesIn } from '../references/collect-references';
import { currentImpact } from './current-impact';
import { DEMANDS_POSTABLE, entryVerdict } from './posting-verdict';

/** An approved document, and in words why its entry does not balance; null where it does. */
export type ApprovedDocument = DocumentView & { readonly unbalanced: string | null };

/** A document to be approved, and the version its approver read. */
export interface Approval {
  readonly id: string;
  readonly expectedVersion: number | undefined;
}

/** How documents are approved together. */
export interface ApprovalHow {
  readonly approvalComment?: string | null | undefined;
  /** Refuses what could never be posted, at any door. */
  readonly demandPostable: boolean;
}

/** The result of one approval, with what is to be recorded of it. */
export type Approved = BatchResult<ApprovedDocument> & { readonly changes: readonly Change[] };

interface Judged {
  readonly before: TransactionRecord;
  readonly lines: readonly TransactionLineRecord[];
  readonly impact: readonly NewImpactLine[];
  readonly unbalanced: string | null;
}

/**
 * Approves documents together: one statement to lock them, one for everything they refer to, one for all entries, one for all of a
 * status. Each is judged by itself and has its own answer, in the order given; a refused one does not disturb the others. The second of two
 * that name one document finds it approved. Refuses what approving one refuses (approve-transaction).
 */
export async function approveDocuments(
  context: Context,
  asked: readonly Approval[],
  how: ApprovalHow,
): Promise<Approved[]> {
  const { tenant } = context;
  const ids = [...new Set(asked.map(({ id }) => id))];
  const records = new Map((await lockTransactions(tenant, ids)).map((record) => [record.id, record]));
  const moving = asked.map((one) => attempt(() => moved(one, records.get(one.id))));
  if (!moving.some(({ ok }) => ok)) return moving.map((one) => (one.ok ? lost() : { ...one, changes: [] }));
  const locked = [
    ...new Map(moving.flatMap((one) => (one.ok ? [[one.output.id, one.output]] : []))).values(),
  ];
  const lines = linesById(
    await linesOfTransactions(
      tenant,
      locked.map(({ id }) => id),
    ),
  );
  const linesOf = (id: string) => lines.get(id) ?? [];
  const drafts = locked.map((record) => draftOf(record, linesOf(record.id)));
  const facts = await loadDocumentReferences(tenant, referencesIn(drafts));
  const own = await ownWork(context, locked, facts);
  const judged = new Map<string, Judged>();
  const verdicts = asked.map((one) =>
    attempt(() => {
      const record = records.get(one.id);
      const isAgain = record !== undefined && judged.has(record.id);
      const before = moved(
        one,
        isAgain ? { ...record, version: record.version + 1, transactionStatus: 'APPROVED' } : record,
      );
      const isOwn = own.get(before.id) === true;
      const judgment = judge(context, { before, lines: linesOf(before.id), isOwn }, facts, how);
      judged.set(before.id, judgment);
      return judgment;
    }),
  );
  const changed = await store(context, [...judged.values()], how);
  const mirrors = await mirrorAll(context, [...judged.values()]);
  return verdicts.map((verdict): Approved => {
    if (!verdict.ok) return { ...verdict, changes: [] };
    const { before, lines: stored, unbalanced } = verdict.output;
    const after = changed.get(before.id) ?? lost();
    return {
      ok: true,
      output: { ...documentView(after, stored), unbalanced },
      changes: [...changesOf(before, how), ...(mirrors.get(before.id) ?? [])],
    };
  });
}

/** The document, at the version the caller read, in a status it can be approved from. */
function moved({ id, expectedVersion }: Approval, record: TransactionRecord | undefined): TransactionRecord {
  if (record === undefined) return refuseNotFound('transaction', id);
  expectVersion({ expectedVersion }, record);
  const { ledgerEntryId: glTransactionId } = record;
  valueOrThrow(moveStatus(record.transactionStatus as TransactionStatus, 'approve', { id, glTransactionId }));
  return record;
}

function linesById(lines: readonly TransactionLineRecord[]): ReadonlyMap<string, TransactionLineRecord[]> {
  const found = new Map<string, TransactionLineRecord[]>();
  for (const line of lines) {
    const own = found.get(line.transactionId);
    if (own === undefined) found.set(line.transactionId, [line]);
    else own.push(line);
  }
  return found;
}

/** Which documents the caller prepared; asked only where the organization segregates duties. */
async function ownWork(
  { tenant, principal }: Context,
  records: readonly TransactionRecord[],
  { organization }: DocumentReferences,
): Promise<ReadonlyMap<string, boolean>> {
  if (!organization.enforceSegregation) return new Map();
  const workers = records.map(({ createdBy, changedBy }) => [createdBy, ...changedBy]);
  const own = await ownWorkAmong(tenant, workers, principal.actor.id);
  return new Map(records.map(({ id }, at) => [id, own[at] === true]));
}

function judge(
  context: Context,
  document: {
    readonly before: TransactionRecord;
    readonly lines: readonly TransactionLineRecord[];
    readonly isOwn: boolean;
  },
  facts: DocumentReferences,
  { demandPostable }: ApprovalHow,
): Judged {
  const { before, lines, isOwn: isOwnWork } = document;
  const impact = currentImpact(before, lines, facts);
  const { enforceSegregation: enforce, segregationThreshold: threshold } = facts.organization;
  const baseDebits = toPlainString(sum(impact.map((line) => line.baseDebit)));
  const { baseTotalAmount, currencyCode } = before;
  const segregation = { enforce, threshold };
  valueOrThrow(
    checkFourEyes({ segregation, isOwnWork, baseTotalAmount, baseDebits }, 'gl.transaction.approve'),
  );
  valueOrThrow(checkComplete({ lineCount: lines.length }));
  const balance = checkBalanced(
    impact.map((line) => ({ ...line, currencyCode })),
    before.baseCurrencyCode,
  );
  if (demandPostable || DEMANDS_POSTABLE[context.surface]) valueOrThrow(entryVerdict(impact, before, facts));
  return { before, lines, impact, unbalanced: balance.ok ? null : balance.refusal.message };
}

const isDraft = ({ before }: Judged) => before.transactionStatus === 'DRAFT';

/** Writes the entries worked out again and the status of all of them; returns the documents as they are then. */
async function store(
  { tenant, principal, clock }: Context,
  judged: readonly Judged[],
  { approvalComment = null }: ApprovalHow,
): Promise<ReadonlyMap<string, TransactionRecord>> {
  if (judged.length === 0) return new Map();
  await replaceTransactionParts(
    tenant,
    judged.map(({ before }) => before.id),
    { lines: null, impact: judged.flatMap(({ impact }) => impact) },
  );
  const approval = {
    transactionStatus: 'APPROVED',
    approvedBy: principal.actor.id,
    approvedAt: clock.now(),
    approvalComment,
  };
  const submitted = { submittedBy: principal.actor.id, submittedAt: clock.now() };
  const idsOf = (some: readonly Judged[]) => some.map(({ before }) => before.id);
  const stored = [
    ...(await changeTransactions(tenant, idsOf(judged.filter(isDraft)), { ...submitted, ...approval })),
    ...(await changeTransactions(tenant, idsOf(judged.filter((one) => !isDraft(one))), approval)),
  ];
  return new Map(stored.map((record) => [record.id, record]));
}

/**
 * The mirrors of all of them. Documents of several subsidiaries are mirrored one after the other, since one may be the mirror of another
 * that was entered by hand; those of one subsidiary cannot be.
 */
async function mirrorAll(
  context: Context,
  judged: readonly Judged[],
): Promise<ReadonlyMap<string, readonly Change[]>> {
  const made = new Map<string, readonly Change[]>();
  const note = async (tenant: Tenant, some: readonly Judged[]) => {
    const approved = some.map(({ before: { id } }) => ({ id, call: context }));
    for (const { id, changes } of await mirrorApproved(tenant, approved)) {
      made.set(id, [...(made.get(id) ?? []), ...changes]);
    }
  };
  const isOneSubsidiary = new Set(judged.map(({ before }) => before.subsidiaryId)).size <= 1;
  if (isOneSubsidiary) await note(context.tenant, judged);
  else for (const one of judged) await note(context.tenant, [one]);
  return made;
}

function changesOf(before: TransactionRecord, { approvalComment }: ApprovalHow): Change[] {
  const { id } = before;
  const step = (action: string, from: string, to: string, event: string): Change => ({
    action,
    noun: 'transaction',
    recordId: id,
    before: { status: from },
    after: { status: to, ...(approvalComment ? { approvalComment } : {}) },
    event: { type: event, payload: { transactionId: id } },
  });
  const approved = step('gl.transaction.approve', 'PENDING_APPROVAL', 'APPROVED', 'gl.transaction.approved');
  if (before.transactionStatus !== 'DRAFT') return [approved];
  return [step('gl.transaction.submit', 'DRAFT', 'PENDING_APPROVAL', 'gl.transaction.submitted'), approved];
}

/** Judges one document and turns its refusal into its result. */
function attempt<T>(work: () => T): BatchResult<T> {
  try {
    return { ok: true, output: work() };
  } catch (error) {
    if (error instanceof RefusalError) return { ok: false, error };
    throw error;
  }
}

function lost(): never {
  throw new Error('a document lost its answer');
}
