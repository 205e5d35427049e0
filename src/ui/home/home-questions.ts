import type { RouterInputs } from '@/surfaces/trpc/react';

type Question = RouterInputs['transactions']['list'];

/** The total owed; the counterparties are not shown. */
export const owedQuestion = (side: 'RECEIVABLE' | 'PAYABLE'): RouterInputs['reports']['aging'] => ({
  side,
  limit: 1,
});

/** Documents waiting for approval. */
export const PENDING_QUESTION: Question = { page: 1, limit: 8, status: 'PENDING_APPROVAL' };

/** The most recently dated documents. */
export const RECENT_QUESTION: Question = { page: 1, limit: 8 };
