import {
  type CreationCall,
  createTransactions,
  type TransactionLineRecord,
} from '@/db/stores/documents/transactions';
import type { Tenant } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import type { BatchResult, Call } from '../kit/define';
import { type DocumentView, documentView } from './document-view';
import { type Prepared, prepareDocuments, type StoreWish } from './store-documents';

/**
 * Creates those documents that need nothing else, with their audit rows and events, in one statement; null for the others, which need a
 * transaction: a rate that someone confirms, and an approved document that may have a sister subsidiary on the other side. Each has its
 * own answer, and refuses what `storeDocuments` refuses. It writes what `storeDocuments` and its callers write.
 */
export async function createDocuments(
  tenant: Tenant,
  wishes: readonly StoreWish[],
): Promise<(BatchResult<DocumentView> | null)[]> {
  const { prepared, mayMirror } = await prepareDocuments(tenant, wishes);
  const needsMore = ({ confirmation, header }: Prepared) =>
    confirmation !== null || (mayMirror && header.transactionStatus === 'APPROVED');
  const free = prepared.flatMap((one, index) => {
    const call = wishes[index]?.call;
    return one.ok && call !== undefined && !needsMore(one.output) ? [{ document: one.output, call }] : [];
  });
  const stored =
    free.length === 0
      ? []
      : await createTransactions(
          tenant,
          free.map(({ document }) => document),
          free.map(({ document, call }) => creationOf(document, call)),
        );
  const records = new Map(stored.map((record) => [record.id, record]));
  return prepared.map((one) => {
    if (!one.ok) return one;
    const { header, lines } = one.output;
    if (needsMore(one.output)) return null;
    const record = records.get(header.id);
    if (record === undefined) throw new Error('a stored document went missing');
    return { ok: true, output: documentView(record, lines as TransactionLineRecord[]) };
  });
}

function creationOf({ header, jump }: Prepared, { principal, surface, requestId }: Call): CreationCall {
  const { kind, id, name } = principal.actor;
  return {
    ...{ id: header.id, actorKind: kind, actorId: id, actorName: name, surface, requestId },
    // In the order in which they are shown, which an id made by the database before version 18 does not keep.
    ...{ auditId: newId(), approvalId: newId(), eventId: newId(), approvedEventId: newId() },
    also: jump === null ? undefined : { rateJump: jump },
  };
}
