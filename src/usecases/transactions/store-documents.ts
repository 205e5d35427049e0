import { checkBalanced } from '@/core/ledger/balance';
import { sum, toPlainString } from '@/core/money/decimal';
import { type RateJump, RefusalError } from '@/core/refusals';
import { checkComplete } from '@/core/transactions/checks';
import { checkFourEyes } from '@/core/transactions/segregation';
import { initialStatus } from '@/core/transactions/status';
import { type DocumentReferences, loadDocumentReferences } from '@/db/stores/documents/document-references';
import { insertRateConfirmations, type RateConfirmation } from '@/db/stores/documents/rate-confirmations';
import {
  insertTransactions,
  type NewTransaction,
  type TransactionLineRecord,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { demandConfirmed, jumpOf } from '../fx/given-rates';
import type { BatchResult, Call, Change } from '../kit/define';
import { demandReach } from '../kit/reach';
import { demand } from '../kit/run';
import { auditView, type DocumentView, documentView } from './document-view';
import { DEMANDS_POSTABLE, entryVerdict } from './posting/posting-verdict';
import { type PreparedDocument, prepareDocument } from './prepare-document';
import { type DocumentDraft, referencesIn } from './references/collect-references';

/** A document to be stored. */
export interface StoreWish extends DocumentDraft {
  readonly call: Call;
  /** Who prepared it, where that is not the caller, who then approves the work of another; null: unknown. */
  readonly authorId?: string | null;
  /** As sent; null: DRAFT. */
  readonly status: string | null;
  /** Wished as APPROVED by someone who may not approve their own work: it is submitted, and waits for a second person. */
  readonly submitsOwnWork?: boolean;
  /** Wished as APPROVED: refused already when it could never be posted, whatever the door. */
  readonly demandsPostable?: boolean;
  /** Why the rate it states is right although it jumps; null: none was given. */
  readonly confirmedRate: string | null;
}

/** The result of a document to be stored: the stored document and its audit change, or the refusal. */
export type Stored = BatchResult<DocumentView> & {
  readonly changes: readonly Change[];
  /** Whether it may have a sister subsidiary on the other side, once it is approved (intercompany/mirror-documents). */
  readonly mayMirror: boolean;
};

/**
 * Stores as many of the new documents as are valid: one query for all references, one statement for all rows. Each
 * document gets its own answer; numbers are assigned last, so that a refused one leaves no gap.
 */
export async function storeDocuments(tenant: Tenant, wishes: readonly StoreWish[]): Promise<Stored[]> {
  const { prepared, mayMirror } = await prepareDocuments(tenant, wishes);
  const fresh = prepared.flatMap((one) => (one.ok ? [one.output] : []));
  if (fresh.length === 0) {
    return prepared.map((one) => (one.ok ? lost() : { ...one, changes: [], mayMirror: false }));
  }
  const stored = await insertTransactions(tenant, fresh);
  await insertRateConfirmations(
    tenant,
    fresh.flatMap(({ confirmation }) => confirmation ?? []),
  );
  const records = new Map(stored.map((record) => [record.id, record]));
  return prepared.map((one, index) => {
    if (!one.ok) return { ...one, changes: [], mayMirror: false };
    const record = records.get(one.output.header.id);
    const call = wishes[index]?.call;
    if (record === undefined || call === undefined) return lost();
    const output = documentView(record, one.output.lines as TransactionLineRecord[]);
    const { jump: rateJump = null } = one.output;
    const after = rateJump === null ? auditView(record) : { ...auditView(record), rateJump };
    return { ok: true, output, changes: changesOf(output, after), mayMirror };
  });
}

/** Documents computed and judged, ready to be stored, each or its refusal; and whether any may have a sister subsidiary on the other side. */
export async function prepareDocuments(
  tenant: Tenant,
  wishes: readonly StoreWish[],
): Promise<{ readonly prepared: BatchResult<Prepared>[]; readonly mayMirror: boolean }> {
  const facts = await loadDocumentReferences(tenant, referencesIn(wishes));
  return {
    prepared: wishes.map((wish) => attempt(() => prepareNew(wish, facts))),
    // Who represents other subsidiaries is hidden from a caller confined to some.
    mayMirror: facts.organization.hasSisters || tenant.subsidiaryIds !== null,
  };
}

/** What storing the documents would refuse, and with which status each would be stored. Nothing is stored. */
export async function tryDocuments(
  tenant: Tenant,
  wishes: readonly StoreWish[],
): Promise<BatchResult<{ readonly status: string }>[]> {
  const facts = await loadDocumentReferences(tenant, referencesIn(wishes));
  return wishes.map((wish) =>
    attempt(() => ({ status: prepareNew(wish, facts).header.transactionStatus ?? lost() })),
  );
}

function lost(): never {
  throw new Error('a stored document went missing');
}

/** Runs one item of a batch and turns its refusal into its result. */
export function attempt<T>(work: () => T): BatchResult<T> {
  try {
    return { ok: true, output: work() };
  } catch (error) {
    if (error instanceof RefusalError) return { ok: false, error };
    throw error;
  }
}

/** A document that is ready to be stored. */
export interface Prepared extends NewTransaction {
  /** The rate it states, when that differs from the table's by more than the limit, and why it stands, if anyone said. */
  readonly jump: RateJump | null;
  readonly confirmation: RateConfirmation | null;
}

function prepareNew(wish: StoreWish, facts: DocumentReferences): Prepared {
  const { principal } = wish.call;
  demandReach(principal, 'gl.transaction.create', wish.header);
  const mayApprove = principal.permissions.has('gl.transaction.approve');
  const wished = valueOrThrow(initialStatus(wish.status, mayApprove));
  if (wished === 'PENDING_APPROVAL') demand(principal, 'gl.transaction.submit');
  const prepared = prepareDocument(newId(), wish, facts);
  const status = wished === 'APPROVED' ? approvedAtOnce(prepared, wish, facts) : wished;
  if (status === 'PENDING_APPROVAL') demand(principal, 'gl.transaction.submit');
  const actorId = principal.actor.id;
  const authorId = wish.authorId === undefined ? actorId : wish.authorId;
  const id = prepared.header.id ?? lost();
  const stated = prepared.header as TransactionRecord;
  const confirmed = demandConfirmed(stated, facts, {
    surface: wish.call.surface,
    reason: wish.confirmedRate,
  });
  return {
    ...prepared,
    jump: jumpOf(stated, facts),
    confirmation:
      confirmed === null
        ? null
        : {
            id: newId(),
            transactionId: id,
            rate: stated.exchangeRate,
            jump: confirmed,
            reason: wish.confirmedRate?.trim() ?? '',
            confirmedBy: actorId,
          },
    header: {
      ...prepared.header,
      id,
      transactionStatus: status,
      createdBy: authorId,
      submittedBy: status === 'DRAFT' ? null : authorId,
      approvedBy: status === 'APPROVED' ? actorId : null,
    },
  };
}

/**
 * The status of a document wished as APPROVED, which must be complete and balanced; where four eyes are required its creator may not
 * approve it, so it is refused, or submitted if that is wished too. From a screen it must be postable in every other respect too.
 */
function approvedAtOnce(
  prepared: PreparedDocument,
  { call: { principal, surface }, authorId, submitsOwnWork, demandsPostable }: StoreWish,
  facts: DocumentReferences,
): 'APPROVED' | 'PENDING_APPROVAL' {
  const { header, impact, lines } = prepared;
  const { enforceSegregation, segregationThreshold } = facts.organization;
  const fourEyes = checkFourEyes(
    {
      segregation: { enforce: enforceSegregation, threshold: segregationThreshold },
      isOwnWork: authorId === undefined && principal.actor.id !== null,
      baseTotalAmount: header.baseTotalAmount ?? '0',
      baseDebits: toPlainString(sum(impact.map((line) => line.baseDebit))),
    },
    'gl.transaction.approve',
  );
  if (submitsOwnWork !== true) valueOrThrow(fourEyes);
  valueOrThrow(checkComplete({ lineCount: lines.length }));
  const currencyCode = header.currencyCode ?? lost();
  const baseCurrencyCode = header.baseCurrencyCode ?? lost();
  valueOrThrow(
    checkBalanced(
      impact.map((line) => ({ ...line, currencyCode })),
      baseCurrencyCode,
    ),
  );
  if (demandsPostable === true || DEMANDS_POSTABLE[surface])
    valueOrThrow(entryVerdict(impact, { currencyCode, baseCurrencyCode }, facts));
  return fourEyes.ok ? 'APPROVED' : 'PENDING_APPROVAL';
}

function changesOf(view: DocumentView, after: unknown): Change[] {
  const { id, transactionNumber, kind, status } = view;
  const created: Change = {
    action: 'gl.transaction.create',
    noun: 'transaction',
    recordId: id,
    after,
    event: {
      type: 'gl.transaction.created',
      payload: { transactionId: id, transactionNumber, kind, status },
    },
  };
  if (status !== 'APPROVED') return [created];
  const approved: Change = {
    action: 'gl.transaction.approve',
    noun: 'transaction',
    recordId: id,
    before: { status: 'DRAFT' },
    after: { status },
    event: { type: 'gl.transaction.approved', payload: { transactionId: id, transactionNumber } },
  };
  return [created, approved];
}
