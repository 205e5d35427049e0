import type { SearchParams } from 'nuqs/server';
import type { TransactionKind } from '@/core/transactions/kinds';
import { settles } from '@/ui/payments/settling';
import { listQuestion, loadTransactionFilters, type TransactionFilters } from './transaction-filters';

/** The question of a list that shows some kinds of documents only; the first is shown unless the address names another. */
export function kindQuestion(
  kinds: readonly [TransactionKind, ...TransactionKind[]],
  filters: TransactionFilters,
) {
  const kind = kinds.find((known) => known === filters.kind) ?? kinds[0];
  return listQuestion({ ...filters, kind, unapplied: filters.unapplied && settles({ kind }) });
}

/** The same from the address, for the server. */
export async function kindQuestionOf(
  kinds: readonly [TransactionKind, ...TransactionKind[]],
  search: SearchParams,
) {
  return kindQuestion(kinds, loadTransactionFilters(search));
}
