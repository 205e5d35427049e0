import { z } from 'zod';
import { HEADER_TERM_NAMES, HEADER_TERMS } from '@/core/transactions/header-terms';
import { findTransactions, linesOfTransactions } from '@/db/stores/documents/transactions';
import { refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';

import type { LineInput } from './document-input';
import type { DocumentView } from './document-view';
import { draftOf } from './lock-document';
import { storeDocuments } from './store-documents';

const ONE_DOCUMENTS_OWN = Object.fromEntries(
  HEADER_TERM_NAMES.filter((name) => !HEADER_TERMS[name].isCopied).map((name) => [name, null]),
);

/** A commitment period is billed by the document that names it; a copy bills another one, which no one has named yet. */
const withoutPeriod = (line: LineInput): LineInput => ({ ...line, commitmentFrom: null });

/**
 * Creates a new DRAFT with the header and lines of a document, dated today unless specified otherwise, with the rates
 * and taxes of the new date. Terms specific to the original are left out (core/transactions/header-terms).
 */
export const duplicateTransaction = defineUseCase({
  name: 'gl.transaction.duplicate',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: z.object({ id: anId, transactionDate: day.optional() }),
  async run(context, { id, transactionDate }): Promise<DocumentView> {
    const { tenant, clock } = context;
    const [source] = await findTransactions(tenant, [id]);
    if (source === undefined) refuseNotFound('transaction', id);
    const { header, lines } = draftOf(source, await linesOfTransactions(tenant, [id]));
    const fresh = {
      ...header,
      transactionDate: transactionDate ?? clock.today(),
      ...ONE_DOCUMENTS_OWN,
    };
    // A rate the source states was asked about there; whether it still fits is asked when the copy is edited or its period closed.
    const call = { ...context, surface: 'job' as const };
    const [stored] = await storeDocuments(tenant, [
      { header: fresh, lines: lines.map(withoutPeriod), status: null, confirmedRate: null, call },
    ]);
    if (stored === undefined) throw new Error('nothing was stored');
    if (!stored.ok) throw stored.error;
    for (const change of stored.changes) {
      context.record({ ...change, after: { ...(change.after as object), duplicateOf: id } });
    }
    return stored.output;
  },
});
