import { createLoader } from 'nuqs/server';
import { SUBLEDGERS } from '@/core/transactions/kinds';
import type { RouterInputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { firstDayBack } from '@/ui/finance/finance-scope';
import { oneOf, pageNumber, text } from '@/ui/kit/tables/url-state';

const place = (scope: FinanceScope) => (scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {});

/** The balance sheet at the end of the selected period. */
export function balanceSheetQuestion(scope: FinanceScope): RouterInputs['reports']['balanceSheet'] {
  return { asOf: scope.dateTo, ...place(scope) };
}

export const SPANS = ['month', 'quarter', 'year'] as const;
export type Span = (typeof SPANS)[number];
/** One amount for the whole range, or one per period of the year. */
export const SPLITS = ['one', 'periods'] as const;
export const statementFilters = { span: oneOf(SPANS), split: oneOf(SPLITS) };
export const loadStatementFilters = createLoader(statementFilters);

const PERIODS: Readonly<Record<Span, number | 'year'>> = { month: 1, quarter: 3, year: 'year' };

/** The income statement of the selected period, or of the three or the year ending with it. */
export function incomeStatementQuestion(
  scope: FinanceScope,
  span: Span,
): RouterInputs['reports']['incomeStatement'] {
  return { dateFrom: firstDayBack(scope, PERIODS[span]), dateTo: scope.dateTo, ...place(scope) };
}

/** The income statement with a column for each period of the year ending with the selected one. */
export function incomeByPeriodQuestion(scope: FinanceScope): RouterInputs['reports']['incomeByPeriod'] {
  return { to: scope.period, ...place(scope) };
}

/** Counterparties on a page of the aging, or documents of one of them; a report of fewer is printed whole. */
export const AGING_ROWS = 100;
export const agingFilters = { side: oneOf(SUBLEDGERS), entity: text, search: text, page: pageNumber };
export const loadAgingFilters = createLoader(agingFilters);

const ID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Open documents as of today, or at the end of a past period; for one counterparty if the URL names it. */
export function openItemsQuestion(
  scope: FinanceScope,
  today: string,
  filters: { readonly side: (typeof SUBLEDGERS)[number]; readonly entity: string },
): RouterInputs['reports']['openItems'] {
  return {
    side: filters.side,
    asOf: scope.dateTo < today ? scope.dateTo : today,
    ...(ID.test(filters.entity) ? { entityId: filters.entity } : {}),
    ...place(scope),
  };
}

/** One page of them. */
export const openItemsPage = (
  question: RouterInputs['reports']['openItems'],
  page: number,
): RouterInputs['reports']['openItems'] => ({ ...question, limit: AGING_ROWS, page: Math.max(1, page) });

/** The same, added up by counterparty: one page of them. */
export function agingQuestion(
  scope: FinanceScope,
  today: string,
  filters: Parameters<typeof openItemsQuestion>[2] & { readonly search: string; readonly page: number },
): RouterInputs['reports']['aging'] {
  return {
    ...openItemsQuestion(scope, today, filters),
    ...(filters.search === '' ? {} : { search: filters.search.slice(0, 200) }),
    limit: AGING_ROWS,
    isBounded: true,
    // Of one counterparty, the page is that of its documents.
    page: filters.entity === '' ? Math.max(1, filters.page) : 1,
  };
}
