import { checkBalanced } from '@/core/ledger/balance';
import { sum, toPlainString } from '@/core/money/decimal';
import { checkComplete } from '@/core/transactions/checks';
import { checkFourEyes } from '@/core/transactions/segregation';
import { moveStatus, type TransactionStatus } from '@/core/transactions/status';
import { readStoredDocuments, type StoredDocument } from '@/db/stores/documents/approvals';
import { type DocumentReferences, loadEntryReferences } from '@/db/stores/documents/document-references';
import { ownWorkAmong } from '@/db/stores/documents/own-work';
import type { NewImpactLine, TransactionRecord } from '@/db/stores/documents/transactions';
import type { Tenant } from '@/db/tenancy';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import type { BatchResult, Call } from '../../kit/define';
import { valueOrThrow } from '../../kit/value-or-throw';
import { draftOf } from '../lock-document';
import { referencesIn } from '../references/collect-references';
import { attempt } from '../store-documents';
import { isSameEntry } from './compare-entries';
import { currentImpact } from './current-impact';
import { DEMANDS_POSTABLE, entryVerdict } from './posting-verdict';

/** A document to be approved, by whom, at the version its approver read. */
export interface AskedApproval {
  readonly id: string;
  readonly approvalComment: string | null;
  /** Refuses what could never be posted, at any door. */
  readonly demandPostable: boolean;
  readonly call: Omit<Call, 'idempotency'>;
}

/** A document that may be approved. */
export interface Judged extends StoredDocument {
  readonly asked: AskedApproval;
  /** Its entry by today's posting rules, when that is not the stored one; null: the stored one stays. */
  readonly newImpact: readonly NewImpactLine[] | null;
  /** In words why its entry does not balance; null where it does. */
  readonly unbalanced: string | null;
}

/** The verdict on each approval, and whether a document may have a sister subsidiary on the other side. */
export interface Judgments {
  readonly verdicts: readonly BatchResult<Judged>[];
  readonly mayMirror: boolean;
}

/**
 * Judges approvals together: one statement that reads the documents, one for everything that their entries follow from. Each is judged by
 * itself, in the order given; the second of two that name one document finds it approved. Writes nothing, and holds nothing: what was
 * judged may be written only while each document is still at its version.
 */
export async function checkApprovals(tenant: Tenant, asked: readonly AskedApproval[]): Promise<Judgments> {
  const ids = [...new Set(asked.map(({ id }) => id))];
  const documents = new Map((await readStoredDocuments(tenant, ids)).map((one) => [one.record.id, one]));
  const moving = asked.map((one) => attempt(() => moved(one, documents.get(one.id)?.record)));
  const goes = new Set(moving.flatMap((one) => (one.ok ? [one.output.id] : [])));
  if (goes.size === 0) return { verdicts: moving.map((one) => (one.ok ? lost() : one)), mayMirror: false };
  const drafts = [...documents.values()]
    .filter(({ record }) => goes.has(record.id))
    .map(({ record, lines }) => draftOf(record, lines));
  const facts = await loadEntryReferences(tenant, referencesIn(drafts));
  const own = await ownWork(tenant, asked, moving, facts);
  const judged = new Set<string>();
  const verdicts = asked.map((one, at) =>
    attempt(() => {
      const document = documents.get(one.id);
      const isAgain = judged.has(one.id);
      const record = moved(one, isAgain ? afterApproval(document?.record) : document?.record);
      const judgment = judge({ ...(document ?? lost()), record }, one, {
        isOwnWork: own[at] === true,
        facts,
      });
      judged.add(one.id);
      return judgment;
    }),
  );
  // Who represents other subsidiaries is hidden from a caller confined to some.
  return { verdicts, mayMirror: facts.organization.hasSisters || tenant.subsidiaryIds !== null };
}

/** The document, at the version the caller read, in a status it can be approved from. */
function moved({ id, call }: AskedApproval, record: TransactionRecord | undefined): TransactionRecord {
  if (record === undefined) return refuseNotFound('transaction', id);
  expectVersion({ expectedVersion: call.expectedVersion }, record);
  const { ledgerEntryId: glTransactionId } = record;
  valueOrThrow(moveStatus(record.transactionStatus as TransactionStatus, 'approve', { id, glTransactionId }));
  return record;
}

const afterApproval = (record: TransactionRecord | undefined) =>
  record && { ...record, version: record.version + 1, transactionStatus: 'APPROVED' };

/** Which of the callers prepared the document they would approve; asked only where the organization segregates duties. */
async function ownWork(
  tenant: Tenant,
  asked: readonly AskedApproval[],
  moving: readonly BatchResult<TransactionRecord>[],
  { organization }: DocumentReferences,
): Promise<readonly boolean[]> {
  if (!organization.enforceSegregation) return [];
  return ownWorkAmong(
    tenant,
    moving.map((one, at) => ({
      workers: one.ok ? [one.output.createdBy, ...one.output.changedBy] : [],
      actorId: asked[at]?.call.principal.actor.id ?? null,
    })),
  );
}

function judge(
  document: StoredDocument,
  asked: AskedApproval,
  { isOwnWork, facts }: { readonly isOwnWork: boolean; readonly facts: DocumentReferences },
): Judged {
  const { record, lines } = document;
  const impact = currentImpact(record, lines, facts);
  const { enforceSegregation: enforce, segregationThreshold: threshold } = facts.organization;
  const baseDebits = toPlainString(sum(impact.map((line) => line.baseDebit)));
  const { baseTotalAmount, currencyCode } = record;
  const segregation = { enforce, threshold };
  valueOrThrow(
    checkFourEyes({ segregation, isOwnWork, baseTotalAmount, baseDebits }, 'gl.transaction.approve'),
  );
  valueOrThrow(checkComplete({ lineCount: lines.length }));
  const balance = checkBalanced(
    impact.map((line) => ({ ...line, currencyCode })),
    record.baseCurrencyCode,
  );
  if (asked.demandPostable || DEMANDS_POSTABLE[asked.call.surface])
    valueOrThrow(entryVerdict(impact, record, facts));
  return {
    ...document,
    asked,
    newImpact: isSameEntry(document.impact, impact) ? null : impact,
    unbalanced: balance.ok ? null : balance.refusal.message,
  };
}

function lost(): never {
  throw new Error('a document lost its answer');
}
