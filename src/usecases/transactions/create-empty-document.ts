import { z } from 'zod';
import { refuse } from '@/core/refusals';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { documentDefaults } from '@/db/stores/documents/document-references';
import { defineUseCase } from '../kit/define';
import { confirmedRate, documentLines, headerFields } from './document-input';
import type { DocumentView } from './document-view';
import { storeDocuments } from './store-documents';

/**
 * Creates a draft of a kind from the fields given (decisions.md, surface B, "Fields"); defaults are the kind's first
 * type, the root subsidiary, its currency, today, no lines. It cannot be approved or posted until it has lines.
 */
export const createEmptyDocument = defineUseCase({
  name: 'gl.transaction.createEmpty',
  permission: 'gl.transaction.create',
  mode: 'sql',
  input: headerFields.partial().extend({
    kind: z.enum(TRANSACTION_KINDS),
    lines: documentLines.default([]),
    confirmedRate,
  }),
  async run(context, { kind, lines, confirmedRate: reason, ...given }): Promise<DocumentView> {
    const { tenant, clock } = context;
    const defaults = await documentDefaults(tenant, kind);
    const need = (value: string | null | undefined, field: string, what: string): string =>
      value ??
      refuse('INVALID_INPUT', `There is ${what}, so ${field} is required.`, {
        issues: [{ path: [field], message: `is required because there is ${what}` }],
      });
    const subsidiaryId = need(
      given.subsidiaryId ?? defaults.subsidiaryId,
      'subsidiaryId',
      'no active root subsidiary',
    );
    const header = {
      ...given,
      transactionTypeId: need(
        given.transactionTypeId ?? defaults.transactionTypeId,
        'transactionTypeId',
        `no active transaction type of kind ${kind}`,
      ),
      subsidiaryId,
      transactionDate: given.transactionDate ?? clock.today(),
      currencyCode: need(given.currencyCode ?? defaults.baseCurrency, 'currencyCode', 'no base currency'),
    };
    const [stored] = await storeDocuments(tenant, [
      { header, lines, status: null, confirmedRate: reason ?? null, call: context },
    ]);
    if (stored === undefined) throw new Error('nothing was stored');
    if (!stored.ok) throw stored.error;
    for (const change of stored.changes) context.record(change);
    return stored.output;
  },
});
