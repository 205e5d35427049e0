import { createLoader } from 'nuqs/server';
import type { RouterInputs } from '@/surfaces/trpc/react';
import { type FinanceScope, firstDayBack } from '@/ui/finance/finance-scope';
import { oneOf } from '@/ui/kit/tables/url-state';

export const STATEMENTS = ['balance-sheet', 'income-statement', 'rates'] as const;
export type Statement = (typeof STATEMENTS)[number];

/** The range of the income statement, up to the end of the selected period. */
export const COVERS = ['year', 'month', 'quarter', 'twelve-months'] as const;
export type Covers = (typeof COVERS)[number];

/** In addition to period and subsidiary (the parent of the group): the selected statement, and what it covers. */
export const consolidationFilters = { of: oneOf(STATEMENTS), covers: oneOf(COVERS) };
export const loadConsolidationFilters = createLoader(consolidationFilters);

const PERIODS: Readonly<Record<Exclude<Covers, 'year'>, number | 'year'>> = {
  month: 1,
  quarter: 3,
  'twelve-months': 'year',
};

/** The group below the selected subsidiary, or of the whole organization, at the end of the selected period. */
export function consolidationQuestion(
  scope: FinanceScope,
  covers: Covers,
): RouterInputs['reports']['consolidation'] {
  const from = covers === 'year' ? {} : { from: firstDayBack(scope, PERIODS[covers]) };
  return { asOf: scope.dateTo, ...from, ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}) };
}
