import type { RouterInputs } from '@/surfaces/trpc/react';

/** All pending documents, a hundred at a time. */
export const QUEUE_QUESTION: RouterInputs['transactions']['list'] = {
  page: 1,
  limit: 100,
  status: 'PENDING_APPROVAL',
};

/** All changes of contracts that wait for a second person, a hundred at a time, and the runs that do. */
export const REVENUE_QUEUE: RouterInputs['revenue']['approvals']['list'] = { page: 1, limit: 100 };
