import type { SearchParams } from 'nuqs/server';
import type { TransactionKind } from '@/core/transactions/kinds';
import { settles } from '@/ui/payments/settling';
import { listQuestion, loadTransactionFilters, type TransactionFilters } from './transaction-filters';

/** The query input of a list limited to some kinds of documents; the first kind unless the URL names another. */
export function kindQuestion(
  kinds: readonly [TransactionKind, ...TransactionKind[]],
  filters: TransactionFilters,
) {
  const kind = kinds.find((known) => known === filters.kind) ?? kinds[0];
  return listQuestion({ ...filters, kind, unapplied: filters.unapplied && settles({ kind }) });
}

/** The same from the URL, for the server. */
export async function kindQuestionOf(
  kinds: readonly [TransactionKind, ...TransactionKind[]],
  search: SearchParams,
) {
  return kindQuestion(kinds, loadTransactionFilters(search));
}
