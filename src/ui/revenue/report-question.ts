import type { FinanceScope } from '@/ui/finance/finance-scope';

/** The question of every revenue report: up to the period in view, of the subsidiary in view. */
export function revenueQuestion(scope: FinanceScope) {
  return { asOf: scope.month, ...(scope.subsidiaryId ? { subsidiaryId: scope.subsidiaryId } : {}) };
}
