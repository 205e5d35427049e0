import { z } from 'zod';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@/core/transactions/status';
import { transactions } from '@/db/stores/transactions';
import { defineUseCase } from '../kit/define';
import { day } from '../kit/fields';
import { anId } from './document-input';
import { type DocumentHeaderView, headerView } from './document-view';

const moment = (date: string) => new Date(`${date}T00:00:00Z`);

/**
 * A page of documents, newest first: transactionDate, then number, both descending (decisions.md, "List defaults").
 * A caller confined to some subsidiaries sees theirs.
 */
export const listTransactions = defineUseCase({
  name: 'gl.transaction.list',
  permission: 'gl.transaction.read',
  mode: 'read',
  input: z.object({
    page: z.int().min(1).default(1),
    limit: z.int().min(1).max(100).default(20),
    subsidiaryId: anId.optional(),
    transactionTypeId: anId.optional(),
    kind: z.enum(TRANSACTION_KINDS).optional(),
    status: z.enum(TRANSACTION_STATUSES).optional(),
    entityId: anId.optional(),
    dateFrom: day.optional(),
    dateTo: day.optional(),
    /** Part of the number, memo or reference number, letters' case aside. */
    search: z.string().max(200).optional(),
  }),
  async run(
    { tenant, principal },
    { page, limit, status, dateFrom, dateTo, search, ...equal },
  ): Promise<{ rows: DocumentHeaderView[]; total: number; page: number; limit: number }> {
    const scope = principal.subsidiaryScope;
    const where = {
      ...defined(equal),
      ...(status === undefined ? {} : withStatus(status)),
      ...(dateFrom || dateTo
        ? {
            transactionDate: {
              ...(dateFrom ? { gte: moment(dateFrom) } : {}),
              ...(dateTo ? { lte: moment(dateTo) } : {}),
            },
          }
        : {}),
      AND: [
        ...(scope === null ? [] : [{ subsidiaryId: { in: [...scope] } }]),
        ...(search === undefined || search === '' ? [] : [{ OR: containing(search) }]),
      ],
    };
    const found = await transactions.page(tenant, {
      where,
      orderBy: [{ transactionDate: 'desc' }, { transactionNumber: 'desc' }],
      skip: (page - 1) * limit,
      take: limit,
    });
    return { rows: found.rows.map(headerView), total: found.total, page, limit };
  },
});

/** No index holds the status (it would slow every posting down): the few that are looked for by it are listed beside. */
function withStatus(status: TransactionStatus): object {
  return {
    transactionStatus: status,
    ...(NOT_POSTED.has(status) ? { unposted: { isNot: null } } : {}),
    ...(status === 'REVERSED' ? { reversalTransactionId: { not: null } } : {}),
  };
}

const NOT_POSTED: ReadonlySet<TransactionStatus> = new Set([
  'DRAFT',
  'PENDING_APPROVAL',
  'APPROVED',
  'CANCELLED',
]);

function defined(fields: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

function containing(search: string): object[] {
  const contains = { contains: search.replace(/[\\%_]/g, (sign) => `\\${sign}`), mode: 'insensitive' };
  return [{ transactionNumber: contains }, { memo: contains }, { referenceNumber: contains }];
}
