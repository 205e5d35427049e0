'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { useBooks } from '@/ui/shell/session';
import { booksPeriods, type FinanceScope, financeFilters, financeQuery, financeScope } from './finance-scope';

/** The latest periods of every subsidiary, from which the bar offers those of the books in view. */
export const PERIODS_QUESTION = { periods: 36 } as const;
export const PERIODS_KEPT = { staleTime: 300_000 } as const;

/** Links that keep the scope of the finance bar; the subsidiary may differ from the selected one. */
export function useFinanceLink(): (place: string, subsidiaryId?: string) => string {
  const books = useBooks();
  const [filters] = useQueryStates(financeFilters);
  return (place, subsidiaryId) =>
    financeQuery(books.path(place), {
      period: filters.period || null,
      subsidiary: (subsidiaryId ?? filters.subsidiary) || null,
    });
}

/** The scope of the finance bar, and links that keep it. */
export function useFinance(): FinanceScope & { readonly link: ReturnType<typeof useFinanceLink> } {
  const books = useBooks();
  const [filters] = useQueryStates(financeFilters);
  const link = useFinanceLink();
  const overview = trpc.reports.glOverview.useQuery(PERIODS_QUESTION, PERIODS_KEPT);
  const { subsidiaryId } = financeScope(filters, books.today);
  const periods = useMemo(
    () => booksPeriods(overview.data?.periods ?? [], subsidiaryId),
    [overview.data, subsidiaryId],
  );
  return { ...financeScope(filters, books.today, periods), link };
}
