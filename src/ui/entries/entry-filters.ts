import { createLoader } from 'nuqs/server';
import type { RouterInputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { PAGE_SIZE, pageNumber, text } from '@/ui/kit/tables/url-state';

/** In addition to period and subsidiary: the search text and the page. */
export const entryFilters = { search: text, page: pageNumber };
export const loadEntryFilters = createLoader(entryFilters);

/** The query input of the entry list. */
export function entriesQuestion(
  scope: FinanceScope,
  filters: { readonly search: string; readonly page: number },
): RouterInputs['reports']['entries'] {
  return {
    dateFrom: scope.dateFrom,
    dateTo: scope.dateTo,
    ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}),
    ...(filters.search.trim() ? { search: filters.search.trim() } : {}),
    limit: PAGE_SIZE,
    page: filters.page,
  };
}
