import type { RouterInputs } from '@/surfaces/trpc/react';
import type { ListQuestion } from '@/ui/records/list-filters';

/** The query input of the project list. */
export function projectsQuestion({
  page,
  limit,
  isBounded,
  search,
}: ListQuestion): RouterInputs['projects']['list'] {
  return { page, limit, isBounded, ...(search ? { search } : {}) };
}
