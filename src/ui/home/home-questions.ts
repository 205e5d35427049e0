import type { RouterInputs } from '@/surfaces/trpc/react';

type Question = RouterInputs['transactions']['list'];

/** What is owed in all; by whom is not shown. */
export const owedQuestion = (side: 'RECEIVABLE' | 'PAYABLE'): RouterInputs['reports']['aging'] => ({
  side,
  limit: 1,
});

/** Documents waiting for approval. */
export const PENDING_QUESTION: Question = { page: 1, limit: 8, status: 'PENDING_APPROVAL' };

/** The most recently dated documents. */
export const RECENT_QUESTION: Question = { page: 1, limit: 8 };
