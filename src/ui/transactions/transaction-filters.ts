import { createLoader, parseAsBoolean } from 'nuqs/server';
import { TRANSACTION_KINDS } from '@/core/transactions/kinds';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { isDay } from '@/ui/kit/figures/date-format';
import { PAGE_SIZE, pageNumber, text } from '@/ui/kit/tables/url-state';

/** The URL parameters of the transaction list. */
export const transactionFilters = {
  search: text,
  kind: text,
  status: text,
  subsidiary: text,
  entity: text,
  from: text,
  to: text,
  /** Only those with an unapplied amount. */
  unapplied: parseAsBoolean.withDefault(false),
  page: pageNumber,
};
export const loadTransactionFilters = createLoader(transactionFilters);
export type TransactionFilters = Awaited<ReturnType<typeof loadTransactionFilters>>;

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The query input of the list; invalid URL parameters are ignored. */
export function listQuestion(filters: TransactionFilters): RouterInputs['transactions']['list'] {
  const kind = TRANSACTION_KINDS.find((known) => known === filters.kind);
  const status = TRANSACTION_STATUSES.find((known) => known === filters.status);
  return {
    page: Math.max(1, filters.page),
    limit: PAGE_SIZE,
    isBounded: true,
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
    ...(ID.test(filters.subsidiary) ? { subsidiaryId: filters.subsidiary } : {}),
    ...(ID.test(filters.entity) ? { entityId: filters.entity } : {}),
    ...(isDay(filters.from) ? { dateFrom: filters.from } : {}),
    ...(isDay(filters.to) ? { dateTo: filters.to } : {}),
    ...(filters.unapplied ? { unapplied: true } : {}),
    ...(filters.search.trim() ? { search: filters.search.trim() } : {}),
  };
}
