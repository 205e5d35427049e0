import { moveStatus, type TransactionStatus, type TransactionVerb } from '@/core/transactions/status';
import {
  linesOfTransactions,
  lockTransactions,
  type NewLine,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion, refuseNotFound } from '../kit/crud';
import type { Context } from '../kit/define';
import type { HeaderInput, LineInput } from './document-input';
import { type DocumentView, documentView } from './document-view';
import type { DocumentDraft } from './references/collect-references';

/**
 * The document, locked for the rest of the transaction, within the caller's reach, at the version the caller read, in a
 * status from which the verb is allowed. Refuses NOT_FOUND, STALE_VERSION, INVALID_STATUS_TRANSITION.
 */
export async function lockDocument(
  context: Context,
  id: string,
  verb: TransactionVerb,
): Promise<TransactionRecord> {
  const [record] = await lockTransactions(context.tenant, [id]);
  if (record === undefined) refuseNotFound('transaction', id);
  expectVersion(context, record);
  valueOrThrow(
    moveStatus(record.transactionStatus as TransactionStatus, verb, {
      id,
      glTransactionId: record.ledgerEntryId,
    }),
  );
  return record;
}

/** The current document with its lines. SQL handles only. */
export async function viewOf(context: Context, record: TransactionRecord): Promise<DocumentView> {
  return documentView(record, await linesOfTransactions(context.tenant, [record.id]));
}

/** A stored document as its author would enter it again: with an exchange rate only if one was given. */
export function draftOf(record: TransactionRecord, lines: readonly NewLine[]): DocumentDraft {
  return {
    header: {
      ...record,
      exchangeRate: record.exchangeRateGiven ? record.exchangeRate : null,
    } as unknown as HeaderInput,
    lines: lines as readonly LineInput[],
  };
}
