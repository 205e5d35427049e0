import { createLoader, parseAsBoolean } from 'nuqs/server';
import type { RouterInputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';

/** In addition to period and subsidiary: whether accounts without a balance are shown. */
export const trialBalanceFilters = { zero: parseAsBoolean.withDefault(false) };
export const loadTrialBalanceFilters = createLoader(trialBalanceFilters);

/** The query input of the trial balance; server and browser must use the same one. */
export function trialBalanceQuestion(
  scope: FinanceScope,
  zero: boolean,
): RouterInputs['reports']['trialBalance'] {
  return {
    asOf: scope.dateTo,
    ...(zero ? { includeZero: true } : {}),
    ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}),
  };
}
