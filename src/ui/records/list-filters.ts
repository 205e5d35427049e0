import { createLoader, parseAsBoolean } from 'nuqs/server';
import { PAGE_SIZE, pageNumber, text } from '@/ui/kit/tables/url-state';

/** The URL parameters of a plain list. */
export const listFilters = {
  search: text,
  page: pageNumber,
  inactive: parseAsBoolean.withDefault(false),
  new: parseAsBoolean.withDefault(false),
};
export const loadListFilters = createLoader(listFilters);
export type ListFilters = Awaited<ReturnType<typeof loadListFilters>>;

/** The query input of a plain list. */
export function listQuestion(filters: ListFilters) {
  return {
    page: Math.max(1, filters.page),
    limit: PAGE_SIZE,
    isBounded: true,
    ...(filters.search.trim() ? { search: filters.search.trim() } : {}),
    ...(filters.inactive ? { includeInactive: true } : {}),
  };
}

export type ListQuestion = ReturnType<typeof listQuestion>;
