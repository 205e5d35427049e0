import type { RouterInputs } from '@/surfaces/trpc/react';
import type { ListQuestion } from '@/ui/records/list-filters';

/** The query input of the employee list: active employees unless all are requested. */
export function employeesQuestion(question: ListQuestion): RouterInputs['employees']['list'] {
  const { includeInactive, ...rest } = question;
  return { ...rest, ...(includeInactive ? {} : { status: 'active' as const }) };
}
