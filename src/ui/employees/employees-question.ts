import type { RouterInputs } from '@/surfaces/trpc/react';
import type { ListQuestion } from '@/ui/records/list-filters';

/** The question the list of employees asks: the active ones unless all are wanted. */
export function employeesQuestion(question: ListQuestion): RouterInputs['employees']['list'] {
  const { includeInactive, ...rest } = question;
  return { ...rest, ...(includeInactive ? {} : { status: 'active' as const }) };
}
