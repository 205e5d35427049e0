import type { RouterInputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { oneOf } from '@/ui/kit/url-state';

export const STATEMENTS = ['balance-sheet', 'income-statement', 'rates'] as const;
export type Statement = (typeof STATEMENTS)[number];

/** Beside period and subsidiary (the parent of the group): which statement is in view. */
export const consolidationFilters = { of: oneOf(STATEMENTS) };

/** The group below the subsidiary in view, or the whole organization's, at the end of the period in view. */
export function consolidationQuestion(scope: FinanceScope): RouterInputs['reports']['consolidation'] {
  return { asOf: scope.dateTo, ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}) };
}
