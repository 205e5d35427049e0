'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useQueryStates } from 'nuqs';
import { useFinance } from '@/ui/finance/use-finance';
import { asOfFilters } from './as-of';
import { reportFilters } from './report-filters';

/** The old figures stay, faded, while the next are on the way. */
export const KEPT = { placeholderData: keepPreviousData } as const;

/** What the address asks of a revenue report. */
export function useReport() {
  const finance = useFinance();
  const [filters, setFilters] = useQueryStates({ ...reportFilters, ...asOfFilters });
  return { finance, filters, setFilters };
}
