import type { TransactionStatus } from '@/core/transactions/status';
import type { Parameters } from '../parameters';

/** Which documents a list shows. */
export interface DocumentFilter {
  readonly subsidiaryId?: string | undefined;
  readonly transactionTypeId?: string | undefined;
  readonly kind?: string | undefined;
  readonly status?: TransactionStatus | undefined;
  readonly entityId?: string | undefined;
  readonly dateFrom?: string | undefined;
  readonly dateTo?: string | undefined;
  /** A LIKE pattern with special characters escaped. */
  readonly pattern?: string | undefined;
}

export interface DocumentQuery extends DocumentFilter {
  readonly offset: number;
  readonly limit: number;
  /**
   * As a screen asks: of a counterparty whose counts are not kept it counts to 10,000, or a page beyond the one shown, and looks for a status among the newest.
   * Otherwise all are counted, however long that takes.
   */
  readonly isBounded?: boolean | undefined;
}

/** A page of documents, newest first. */
export interface DocumentPage {
  readonly ids: readonly string[];
  readonly total: number;
  /** False when more than `total` may match: a search by text stops counting, and so does what is asked for a screen. */
  readonly isCounted: boolean;
  /** Where a search did not look through all documents of the days asked for: the day back to which it did. */
  readonly searchedFrom: string | null;
}

/** The filters that the counts by day support. */
const COUNTED = {
  subsidiaryId: ['subsidiary_id', 'uuid'],
  transactionTypeId: ['transaction_type_id', 'uuid'],
  kind: ['kind', 'text'],
  status: ['transaction_status', 'text'],
} as const;

/** The conditions of a query on the columns that documents and their counts share. */
export function countedBy(p: Parameters, query: DocumentFilter, alias: string): string {
  const equal = Object.entries(COUNTED).flatMap(([name, [column, type]]) => {
    const value = query[name as keyof typeof COUNTED];
    return value === undefined ? [] : [`${alias}.${column} = ${p.add(value)}::${type}`];
  });
  const days = [
    query.dateFrom === undefined ? [] : [`${alias}.transaction_date >= ${p.add(query.dateFrom)}::date`],
    query.dateTo === undefined ? [] : [`${alias}.transaction_date <= ${p.add(query.dateTo)}::date`],
  ].flat();
  return [...equal, ...days].map((condition) => ` and ${condition}`).join('');
}

/**
 * No index holds the status, since it would slow down every posting; the few statuses that are searched for have a separate list.
 */
export function listedAs(status: TransactionStatus | undefined): string {
  if (status !== undefined && NOT_POSTED.has(status))
    return ' and exists (select from unposted_documents u where u.organization_id = t.organization_id and u.transaction_id = t.id)';
  return status === 'REVERSED' ? ' and t.reversal_transaction_id is not null' : '';
}

/** The statuses of the documents in the list of unposted ones. */
export const NOT_POSTED: ReadonlySet<TransactionStatus> = new Set([
  'DRAFT',
  'PENDING_APPROVAL',
  'APPROVED',
  'CANCELLED',
]);

/** The condition for the documents of a counterparty, where one is asked for. */
export const ofParty = (p: Parameters, { entityId }: DocumentFilter, alias = 't') =>
  entityId === undefined ? '' : ` and ${alias}.entity_id = ${p.add(entityId)}::uuid`;
