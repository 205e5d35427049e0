'use client';

import { useQueryStates } from 'nuqs';
import { useBooks } from '@/ui/shell/session';
import { type FinanceScope, financeFilters, financeQuery, financeScope } from './finance-scope';

/** The scope of the finance bar, and links that keep it. */
export function useFinance(): FinanceScope & { readonly link: (place: string) => string } {
  const books = useBooks();
  const [filters] = useQueryStates(financeFilters);
  return {
    ...financeScope(filters, books.today),
    link: (place) =>
      financeQuery(books.path(place), {
        period: filters.period || null,
        subsidiary: filters.subsidiary || null,
      }),
  };
}
