import { createLoader } from 'nuqs/server';
import type { RouterInputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { isDay } from '@/ui/kit/figures/date-format';
import { pageNumber, text } from '@/ui/kit/tables/url-state';

/** In addition to period and subsidiary: dates other than the period's, and the page. */
export const activityFilters = { from: text, to: text, page: pageNumber };
export const loadActivityFilters = createLoader(activityFilters);

/** Lines per page. */
export const ACTIVITY_PAGE = 100;

/** The query input of the account activity. */
export function activityQuestion(
  accountId: string,
  scope: FinanceScope,
  filters: { readonly from: string; readonly to: string; readonly page: number },
): RouterInputs['reports']['accountActivity'] {
  return {
    accountId,
    dateFrom: isDay(filters.from) ? filters.from : scope.dateFrom,
    dateTo: isDay(filters.to) ? filters.to : scope.dateTo,
    ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}),
    limit: ACTIVITY_PAGE,
    page: filters.page,
  };
}
