import type { RouterInputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { oneOf } from '@/ui/kit/url-state';

export const STATEMENTS = ['balance-sheet', 'income-statement', 'rates'] as const;
export type Statement = (typeof STATEMENTS)[number];

/** In addition to period and subsidiary (the parent of the group): the selected statement. */
export const consolidationFilters = { of: oneOf(STATEMENTS) };

/** The group below the selected subsidiary, or of the whole organization, at the end of the selected period. */
export function consolidationQuestion(scope: FinanceScope): RouterInputs['reports']['consolidation'] {
  return { asOf: scope.dateTo, ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}) };
}
