import type { RouterInputs } from '@/surfaces/trpc/react';
import type { ListQuestion } from '@/ui/records/list-filters';

/** The question the list of projects asks. */
export function projectsQuestion({ page, limit, search }: ListQuestion): RouterInputs['projects']['list'] {
  return { page, limit, ...(search ? { search } : {}) };
}
