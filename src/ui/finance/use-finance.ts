'use client';

import { useQueryStates } from 'nuqs';
import { useBooks } from '@/ui/shell/session';
import { type FinanceScope, financeFilters, financeQuery, financeScope } from './finance-scope';

/** The scope of the finance bar, and links that keep it; the subsidiary may differ from the selected one. */
export function useFinance(): FinanceScope & {
  readonly link: (place: string, subsidiaryId?: string) => string;
} {
  const books = useBooks();
  const [filters] = useQueryStates(financeFilters);
  return {
    ...financeScope(filters, books.today),
    link: (place, subsidiaryId) =>
      financeQuery(books.path(place), {
        period: filters.period || null,
        subsidiary: (subsidiaryId ?? filters.subsidiary) || null,
      }),
  };
}
