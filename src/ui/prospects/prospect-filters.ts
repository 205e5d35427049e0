import { createLoader, parseAsBoolean } from 'nuqs/server';
import { PROSPECT_STATUSES, type ProspectStatus } from '@/core/sales/prospect-status';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { oneOf, PAGE_SIZE, pageNumber, text } from '@/ui/kit/tables/url-state';

const SORTS = [
  'createdAt',
  'name',
  'company',
  'industry',
  'estimatedRevenue',
  'employeeCount',
  'updatedAt',
] as const;

/** The URL parameters of the prospects screen: view, filters and sort order. */
export const prospectFilters = {
  view: oneOf(['board', 'list']),
  search: text,
  status: text,
  page: pageNumber,
  sort: oneOf(SORTS),
  order: oneOf(['desc', 'asc']),
  new: parseAsBoolean.withDefault(false),
};

export const loadProspectFilters = createLoader(prospectFilters);
export type ProspectFilters = Awaited<ReturnType<typeof loadProspectFilters>>;

/** The query input of the list view. */
export function listQuestion(filters: ProspectFilters): RouterInputs['prospects']['list'] {
  const status = PROSPECT_STATUSES.find((known) => known === filters.status);
  return {
    page: filters.page,
    limit: PAGE_SIZE,
    isBounded: true,
    sortField: filters.sort,
    sortOrder: filters.order,
    ...(status ? { status } : {}),
    ...(filters.search ? { search: filters.search } : {}),
  };
}

/** The query input of one board column: its most valuable prospects. */
export function columnQuestion(status: ProspectStatus, search: string): RouterInputs['prospects']['list'] {
  return {
    page: 1,
    limit: 30,
    isBounded: true,
    sortField: 'estimatedRevenue',
    sortOrder: 'desc',
    status,
    ...(search ? { search } : {}),
  };
}
