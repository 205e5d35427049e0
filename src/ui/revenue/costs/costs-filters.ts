import { createLoader } from 'nuqs/server';
import { PAGE_SIZE, pageNumber } from '@/ui/kit/tables/url-state';

/** The URL parameters of the list of contract costs. */
export const costFilters = { page: pageNumber };
export const loadCostFilters = createLoader(costFilters);

export function costsQuestion({ page }: { readonly page: number }) {
  return { page: Math.max(1, page), limit: PAGE_SIZE };
}
