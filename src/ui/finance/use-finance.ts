'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { trpc } from '@/surfaces/trpc/react';
import { useBooks } from '@/ui/shell/session';
import {
  type FinanceScope,
  financeFilters,
  financeQuery,
  listedScope,
  PERIODS_QUESTION,
} from './finance-scope';

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
  const listed = trpc.reports.periodStates.useQuery(PERIODS_QUESTION, PERIODS_KEPT);
  const scope = useMemo(
    () => listedScope(filters, books.today, listed.data?.periods),
    [filters, books.today, listed.data],
  );
  return { ...scope, link };
}
