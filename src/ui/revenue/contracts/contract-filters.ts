import { createLoader } from 'nuqs/server';
import { CONTRACT_STATUSES } from '@/core/revenue/vocabulary';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { PAGE_SIZE, pageNumber, text } from '@/ui/kit/tables/url-state';

/** The URL parameters of the contract list. */
export const contractFilters = { search: text, status: text, subsidiary: text, page: pageNumber };
export const loadContractFilters = createLoader(contractFilters);
export type ContractFilters = Awaited<ReturnType<typeof loadContractFilters>>;

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The query input of the list; invalid URL parameters are ignored. */
export function contractsQuestion(filters: ContractFilters): RouterInputs['revenue']['contracts']['list'] {
  const status = CONTRACT_STATUSES.find((known) => known === filters.status);
  return {
    page: Math.max(1, filters.page),
    limit: PAGE_SIZE,
    ...(status ? { status } : {}),
    ...(ID.test(filters.subsidiary) ? { subsidiaryId: filters.subsidiary } : {}),
    ...(filters.search.trim() ? { search: filters.search.trim() } : {}),
  };
}
