import { z } from 'zod';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { readDocumentPage } from '@/db/reports/documents/document-list';
import { readUnapplied } from '@/db/reports/documents/unapplied';
import { findTransactions } from '@/db/stores/documents/transactions';
import { defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';

import { type DocumentHeaderView, headerView } from './document-view';

/** Which documents a list shows, and the file made of it. */
export const documentFilters = {
  subsidiaryId: anId.optional(),
  transactionTypeId: anId.optional(),
  kind: z.enum(TRANSACTION_KINDS).optional(),
  status: z.enum(TRANSACTION_STATUSES).optional(),
  entityId: anId.optional(),
  dateFrom: day.optional(),
  dateTo: day.optional(),
  /** Part of the number or of a searchable header term (memo, reference number), ignoring case. */
  search: z.string().max(200).optional(),
  unapplied: z.boolean().default(false),
};

/**
 * A page of documents, newest first: transactionDate, then number, both descending (decisions.md, "List
 * defaults"). A caller confined to some subsidiaries sees only theirs. `unapplied`: only posted payments and
 * credits with an unapplied amount.
 */
export const listTransactions = defineUseCase({
  name: 'gl.transaction.list',
  permission: 'gl.transaction.read',
  mode: 'read',
  input: z.object({
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(100).default(20),
    /** As the screens ask: of a counterparty whose documents are not counted in advance no more than 10,000 are. */
    isBounded: z.boolean().default(false),
    ...documentFilters,
  }),
  async run(
    { tenant },
    { unapplied, page, limit, search, ...asked },
  ): Promise<{
    rows: DocumentHeaderView[];
    total: number;
    /** False where more than `total` may match: they were not all counted, or looked through. */
    isCounted: boolean;
    /** The day back to which a search looked, where there are older documents of the days asked for that it did not look at; null where it looked at all. */
    searchedFrom: string | null;
    page: number;
    limit: number;
  }> {
    const query = {
      ...asked,
      pattern: patternOf(search),
      offset: (page - 1) * limit,
      limit,
    };
    const { ids, total, isCounted, searchedFrom } = unapplied
      ? { ...(await readUnapplied(tenant, query)), isCounted: true, searchedFrom: null }
      : await readDocumentPage(tenant, query);
    const found = new Map((await findTransactions(tenant, ids)).map((record) => [record.id, record]));
    const rows = ids.flatMap((id) => found.get(id) ?? []);
    return { rows: rows.map(headerView), total, isCounted, searchedFrom, page, limit };
  },
});

/** The LIKE pattern of a search; its wildcards match literally. */
export const patternOf = (search: string | undefined): string | undefined =>
  search ? `%${search.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%` : undefined;
