'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useFinance } from '@/ui/finance/use-finance';
import { asOfFilters } from './as-of';
import { reportFilters } from './report-filters';

/** The previous figures stay visible, faded, while the next ones are loading. */
export const KEPT = { placeholderData: keepPreviousData } as const;

/** The query input of a revenue report from its URL. */
export function useReport() {
  const finance = useFinance();
  const [filters, setFilters] = useQueryStates({ ...reportFilters, ...asOfFilters });
  return { finance, filters, setFilters };
}
