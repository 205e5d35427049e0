import { z } from 'zod';
import { SEARCHED_TERMS } from '@/core/transactions/header-terms';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES, type TransactionStatus } from '@/core/transactions/status';
import { readUnapplied } from '@/db/reports/unapplied';
import { findTransactions, transactions } from '@/db/stores/transactions';
import { type Context, defineUseCase } from '../kit/define';
import { anId, day } from '../kit/fields';

import { type DocumentHeaderView, headerView } from './document-view';

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
  }),
  async run(
    context,
    { unapplied, ...asked },
  ): Promise<{ rows: DocumentHeaderView[]; total: number; page: number; limit: number }> {
    if (unapplied) return listUnapplied(context, asked);
    const { tenant } = context;
    const { page, limit, status, dateFrom, dateTo, search, ...equal } = asked;
    const where = {
      ...defined(equal),
      ...(status === undefined ? {} : withStatus(status)),
      ...(dateFrom || dateTo
        ? {
            transactionDate: {
              ...(dateFrom ? { gte: dateFrom } : {}),
              ...(dateTo ? { lte: dateTo } : {}),
            },
          }
        : {}),
      ...(search === undefined || search === '' ? {} : { OR: containing(search) }),
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

type Asked = Omit<z.output<typeof listTransactions.input>, 'unapplied'>;

async function listUnapplied({ tenant }: Context, { page, limit, search, ...asked }: Asked) {
  const { ids, total } = await readUnapplied(tenant, {
    ...asked,
    pattern: search ? `%${escaped(search)}%` : undefined,
    offset: (page - 1) * limit,
    limit,
  });
  const found = new Map((await findTransactions(tenant, ids)).map((record) => [record.id, record]));
  const rows = ids.flatMap((id) => found.get(id) ?? []);
  return { rows: rows.map(headerView), total, page, limit };
}

/**
 * No index holds the status, since it would slow down every posting; the few statuses that are
 * searched for have a separate list.
 */
function withStatus(status: TransactionStatus) {
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

/** Drops undefined fields, since `undefined` is not a filter. */
function defined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: NonNullable<Fields[Key]> } {
  const asked = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(asked) as { [Key in keyof Fields]?: NonNullable<Fields[Key]> };
}

function containing(search: string) {
  const contains = { contains: escaped(search), mode: 'insensitive' } as const;
  return (['transactionNumber', ...SEARCHED_TERMS] as const).map((column) => ({ [column]: contains }));
}

/** Escapes LIKE wildcards so that they match literally. */
function escaped(search: string): string {
  return search.replace(/[\\%_]/g, (sign) => `\\${sign}`);
}
