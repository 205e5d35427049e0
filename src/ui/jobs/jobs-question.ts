import { createLoader } from 'nuqs/server';
import { PAGE_SIZE, pageNumber } from '@/ui/kit/tables/url-state';

/** The URL parameters of the list. */
export const jobsFilters = { page: pageNumber };
export const loadJobsFilters = createLoader(jobsFilters);
export const jobsQuestion = ({ page }: { readonly page: number }) => ({
  page: Math.max(1, page),
  limit: PAGE_SIZE,
});
