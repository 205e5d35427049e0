import type { TransactionKind } from '@/core/transactions/kinds';
import type { DocumentReferences } from '@/db/stores/documents/document-references';
import type { NewImpactLine, NewLine, TransactionRecord } from '@/db/stores/documents/transactions';
import { impactOf } from '../prepare-document';

/** The entry of a stored document by today's posting rules, from its stored amounts and exchange rate. */
export function currentImpact(
  record: TransactionRecord,
  lines: readonly NewLine[],
  facts: DocumentReferences,
): NewImpactLine[] {
  const kind = record.kind as TransactionKind;
  return impactOf(record, lines, facts, {
    type: { id: record.transactionTypeId, kind, numberPrefix: '', isActive: true },
    subsidiary: { id: record.subsidiaryId, baseCurrency: record.baseCurrencyCode, isActive: true },
    entity: facts.entities.find(({ id }) => id === record.entityId) ?? null,
  });
}
