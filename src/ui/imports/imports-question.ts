import { createLoader } from 'nuqs/server';
import { oneOf, PAGE_SIZE, pageNumber } from '@/ui/kit/tables/url-state';

/** The URL parameters of the list. */
export const importsFilters = { page: pageNumber };
export const loadImportsFilters = createLoader(importsFilters);
export const importsQuestion = ({ page }: { readonly page: number }) => ({
  page: Math.max(1, page),
  limit: PAGE_SIZE,
});

/** Which rows of an import are shown. */
export const SHOWN_ROWS = ['', 'FAILED', 'WAITING', 'READY', 'IMPORTED'] as const;
export const rowFilters = { rows: oneOf(SHOWN_ROWS), page: pageNumber };
export const loadRowFilters = createLoader(rowFilters);
export const rowsQuestion = (
  id: string,
  { rows, page }: { readonly rows: (typeof SHOWN_ROWS)[number]; readonly page: number },
) => ({ id, page: Math.max(1, page), limit: PAGE_SIZE, ...(rows === '' ? {} : { state: rows }) });
