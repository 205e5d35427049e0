import { z } from 'zod';
import { amountText, toAmountString } from '@/core/money/currency';
import { ENTITY_TYPES } from '@/core/transactions/kinds';
import { streamReport } from '@/db/record-stream';
import { readEntityNames, readJournalVolumes } from '@/db/reports/directory';
import { type DocumentStreamRow, documentStatement } from '@/db/reports/documents/document-stream';
import { ENTITY_PERMISSIONS } from '../directory/entity-permissions';
import { defineStream } from '../kit/stream';
import { openAmountOf } from './document-view';
import { documentFilters, patternOf } from './list-transactions';

/** A document as its line in a file: amounts at the scale of its currency. */
export interface StreamedDocument extends DocumentStreamRow {
  readonly entityName: string | null;
  /** total − applied; for a payment, also the discount it clears. */
  readonly openAmount: string;
  /** The size of a journal, whose signed lines sum to zero: its debits. Null for other kinds. */
  readonly journalDebits: string | null;
}

/**
 * Every document of a list as filtered, newest first, however many: the rows of a file. Names are those of counterparties the caller may
 * read.
 */
export const streamDocuments = defineStream({
  name: 'gl.transaction.export',
  permission: 'gl.transaction.read',
  input: z.object(documentFilters),
  open(claim, { search, unapplied, ...asked }, { principal }) {
    const kinds = ENTITY_TYPES.filter((kind) => principal.permissions.has(ENTITY_PERMISSIONS[kind]));
    return streamReport<DocumentStreamRow, StreamedDocument>(claim, async (tenant) => ({
      ...(await documentStatement(tenant, { ...asked, pattern: patternOf(search), unapplied })),
      async complete(rows) {
        const people = [...new Set(rows.flatMap(({ entityId }) => entityId ?? []))];
        const journals = rows.filter(({ kind }) => kind === 'JOURNAL').map(({ id }) => id);
        const named = people.length === 0 ? [] : await readEntityNames(tenant, kinds, people);
        const sized = journals.length === 0 ? [] : await readJournalVolumes(tenant, journals);
        const names = new Map(named.map(({ id, name }) => [id, name]));
        const debits = new Map(sized.map((volume) => [volume.id, volume.debits]));
        return rows.map((row) => completed(row, names, debits.get(row.id)));
      },
    }));
  },
});

function completed(
  row: DocumentStreamRow,
  names: ReadonlyMap<string, string>,
  debits: string | undefined,
): StreamedDocument {
  const amount = (text: string) => amountText(text, row.currencyCode);
  return {
    ...row,
    totalAmount: amount(row.totalAmount),
    openAmount: toAmountString(openAmountOf(row), row.currencyCode),
    entityName: row.entityId === null ? null : (names.get(row.entityId) ?? null),
    journalDebits: debits === undefined ? null : amount(debits),
  };
}
