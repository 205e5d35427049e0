import { createLoader, parseAsBoolean } from 'nuqs/server';
import type { RouterInputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';

/** Beside period and subsidiary: whether accounts that hold nothing are shown. */
export const trialBalanceFilters = { zero: parseAsBoolean.withDefault(false) };
export const loadTrialBalanceFilters = createLoader(trialBalanceFilters);

/** The question the trial balance asks; server and browser must ask the same one. */
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
