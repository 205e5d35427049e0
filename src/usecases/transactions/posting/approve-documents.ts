import { approveTransactions, holdTransactions } from '@/db/stores/documents/approvals';
import type { Tenant } from '@/db/tenancy';
import { mirrorApproved } from '../../intercompany/mirror-documents';
import type { BatchResult, Change, Context } from '../../kit/define';
import { recordsOf, writeAllChanges } from '../../kit/run';
import { type DocumentView, documentView } from '../document-view';
import { type AskedApproval, checkApprovals, type Judged } from './check-approvals';

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

/** The result of one approval, with what is still to be recorded of it. */
export type Approved = BatchResult<ApprovedDocument> & { readonly changes: readonly Change[] };

const APPROVE = 'gl.transaction.approve';

/**
 * Approves documents together, within a transaction that records what it answers: one statement to lock them, one to read them, one for
 * everything their entries follow from, one to write. Each is judged by itself and has its own answer, in the order given; a refused one
 * does not disturb the others. The second of two that name one document finds it approved. An entry is written only where it is not the one
 * stored. Refuses what approving one refuses (approve-transaction).
 */
export function approveDocuments(
  context: Context,
  asked: readonly Approval[],
  { approvalComment = null, demandPostable }: ApprovalHow,
): Promise<Approved[]> {
  const items = asked.map(({ id, expectedVersion }) => ({
    ...{ id, approvalComment, demandPostable },
    call: { ...context, expectedVersion },
  }));
  return approveHeld(context.tenant, items, { areRecorded: false });
}

/** The same for calls that arrived together, each by its own caller, recorded here. */
export async function approveTogether(
  tenant: Tenant,
  asked: readonly AskedApproval[],
): Promise<BatchResult<ApprovedDocument>[]> {
  const approved = await approveHeld(tenant, asked, { areRecorded: true });
  await writeAllChanges(
    tenant,
    APPROVE,
    approved.map(({ changes }, at) => ({ call: asked[at]?.call ?? lost(), changes })),
  );
  return approved;
}

/**
 * The same without a lock before the statement that writes, which approves only what is still as it was judged; null for what was changed
 * meanwhile, and for all where a document may have a sister subsidiary on the other side: those need a transaction.
 */
export async function approveInOneStatement(
  tenant: Tenant,
  asked: readonly AskedApproval[],
): Promise<(BatchResult<ApprovedDocument> | null)[]> {
  const { verdicts, mayMirror } = await checkApprovals(tenant, asked);
  if (mayMirror) return asked.map(() => null);
  const judged = verdicts.flatMap((verdict) => (verdict.ok ? [verdict.output] : []));
  const approved = await write(tenant, judged, { areRecorded: true });
  const missed = new Set(judged.flatMap(({ record: { id } }) => (approved.has(id) ? [] : [id])));
  return verdicts.map((verdict, at) => {
    // Whoever was refused because another call of the batch was to approve the document is judged again too.
    if (missed.has(asked[at]?.id ?? lost())) return null;
    return verdict.ok ? { ok: true, output: approved.get(verdict.output.record.id) ?? lost() } : verdict;
  });
}

interface Recording {
  /** The audit rows and events are written with the approvals; otherwise the caller has them written. */
  readonly areRecorded: boolean;
}

async function approveHeld(
  tenant: Tenant,
  asked: readonly AskedApproval[],
  recording: Recording,
): Promise<Approved[]> {
  await holdTransactions(tenant, [...new Set(asked.map(({ id }) => id))]);
  const { verdicts, mayMirror } = await checkApprovals(tenant, asked);
  const judged = verdicts.flatMap((verdict) => (verdict.ok ? [verdict.output] : []));
  const approved = await write(tenant, judged, recording);
  const mirrors = mayMirror ? await mirrorAll(tenant, judged) : new Map<string, readonly Change[]>();
  return verdicts.map((verdict): Approved => {
    if (!verdict.ok) return { ...verdict, changes: [] };
    const { id } = verdict.output.record;
    const own = recording.areRecorded ? [] : changesOf(verdict.output);
    return { ok: true, output: approved.get(id) ?? lost(), changes: [...own, ...(mirrors.get(id) ?? [])] };
  });
}

/** Writes approvals that were judged, each document once; the approved documents by id, without those that were changed meanwhile. */
async function write(
  tenant: Tenant,
  judged: readonly Judged[],
  { areRecorded }: Recording,
): Promise<ReadonlyMap<string, ApprovedDocument>> {
  if (judged.length === 0) return new Map();
  const approvals = judged.map(({ record, newImpact, asked: { call, approvalComment } }) => ({
    ...{ id: record.id, version: record.version, newImpact, comment: approvalComment },
    ...{ approverId: call.principal.actor.id, moment: call.clock.now() },
  }));
  const recorded = areRecorded ? judged : [];
  const changed = await approveTransactions(
    tenant,
    approvals,
    recordsOf(
      APPROVE,
      recorded.map((one) => ({ call: one.asked.call, changes: changesOf(one) })),
    ),
  );
  return new Map(
    judged.flatMap(({ record, lines, unbalanced }, at): [string, ApprovedDocument][] => {
      const updatedAt = changed.get(record.id);
      const { approverId, moment, comment } = approvals[at] ?? lost();
      if (updatedAt === undefined) return [];
      const after = {
        ...record,
        ...(record.transactionStatus === 'DRAFT' ? { submittedBy: approverId, submittedAt: moment } : {}),
        ...{
          transactionStatus: 'APPROVED',
          approvedBy: approverId,
          approvedAt: moment,
          approvalComment: comment,
        },
        ...{ version: record.version + 1, updatedAt },
      };
      return [[record.id, { ...documentView(after, lines), unbalanced }]];
    }),
  );
}

/**
 * The mirrors of all of them. Documents of several subsidiaries are mirrored one after the other, since one may be the mirror of another
 * that was entered by hand; those of one subsidiary cannot be.
 */
async function mirrorAll(
  tenant: Tenant,
  judged: readonly Judged[],
): Promise<ReadonlyMap<string, readonly Change[]>> {
  const made = new Map<string, readonly Change[]>();
  const note = async (some: readonly Judged[]) => {
    const approved = some.map(({ record: { id }, asked: { call } }) => ({ id, call }));
    for (const { id, changes } of await mirrorApproved(tenant, approved)) {
      made.set(id, [...(made.get(id) ?? []), ...changes]);
    }
  };
  const isOneSubsidiary = new Set(judged.map(({ record }) => record.subsidiaryId)).size <= 1;
  if (isOneSubsidiary) await note(judged);
  else for (const one of judged) await note([one]);
  return made;
}

function changesOf({ record: { id, transactionStatus }, asked: { approvalComment } }: Judged): Change[] {
  const step = (action: string, from: string, to: string, event: string): Change => ({
    action,
    noun: 'transaction',
    recordId: id,
    before: { status: from },
    after: { status: to, ...(approvalComment ? { approvalComment } : {}) },
    event: { type: event, payload: { transactionId: id } },
  });
  const approved = step(APPROVE, 'PENDING_APPROVAL', 'APPROVED', 'gl.transaction.approved');
  if (transactionStatus !== 'DRAFT') return [approved];
  return [step('gl.transaction.submit', 'DRAFT', 'PENDING_APPROVAL', 'gl.transaction.submitted'), approved];
}

function lost(): never {
  throw new Error('a document lost its answer');
}
