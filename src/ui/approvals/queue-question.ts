import type { RouterInputs } from '@/surfaces/trpc/react';

/** All pending documents, a hundred at a time. */
export const QUEUE_QUESTION: RouterInputs['transactions']['list'] = {
  page: 1,
  limit: 100,
  status: 'PENDING_APPROVAL',
};
