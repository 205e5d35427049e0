import type { RouterInputs } from '@/surfaces/trpc/react';

type Question = RouterInputs['transactions']['list'];

/** What waits for somebody's approval. */
export const PENDING_QUESTION: Question = { page: 1, limit: 8, status: 'PENDING_APPROVAL' };

/** What was dated last. */
export const RECENT_QUESTION: Question = { page: 1, limit: 8 };
