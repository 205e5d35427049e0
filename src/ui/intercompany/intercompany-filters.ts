import { createLoader } from 'nuqs/server';
import type { RouterOutputs } from '@/surfaces/trpc/react';
import type { FinanceScope } from '@/ui/finance/finance-scope';
import { oneOf } from '@/ui/kit/tables/url-state';

/** A document between two subsidiaries and its mirror. */
export type Pair = RouterOutputs['intercompany']['pairs']['pairs'][number];

export const INTERCOMPANY_VIEWS = ['differences', 'all', 'balances'] as const;
export type IntercompanyView = (typeof INTERCOMPANY_VIEWS)[number];

/** The URL parameters of the intercompany screen, beside those of the finance bar. */
export const intercompanyFilters = { of: oneOf(INTERCOMPANY_VIEWS) };
export const loadIntercompanyFilters = createLoader(intercompanyFilters);

/** The pairs with a side dated, posted or reversed in the month. */
export function pairsQuestion(
  { dateFrom: from, dateTo: to, subsidiaryId }: FinanceScope,
  of: IntercompanyView,
) {
  return {
    from,
    to,
    onlyOpen: of === 'differences',
    ...(subsidiaryId === undefined ? {} : { subsidiaryId }),
  };
}

/** The balances at the end of the month. */
export function balancesQuestion({ dateTo: asOf, subsidiaryId }: FinanceScope) {
  return { asOf, ...(subsidiaryId === undefined ? {} : { subsidiaryId }) };
}
