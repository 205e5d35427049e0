import { z } from 'zod';
import type { approveTransaction } from '@/usecases/transactions/posting/approve-transaction';
import type { postTransaction } from '@/usecases/transactions/posting/post-transaction';
import type { reverseTransaction } from '@/usecases/transactions/posting/reverse-transaction';
import { type OutputOf, shapeOf } from '../../kit/shape';

/** 4.5: what posting, reversing and approving answer. */
export const postedShape = shapeOf<OutputOf<typeof postTransaction>>()({
  id: 'id',
  status: z.literal('POSTED'),
  glTransactionId: 'id',
  postedDate: ['moment', 'postedAt'],
  message: ['text', ({ entryNumber }) => `The transaction was posted as ${entryNumber}.`],
});

export const reversedShape = shapeOf<OutputOf<typeof reverseTransaction>>()({
  id: 'id',
  status: z.literal('REVERSED'),
  reversalTransactionId: 'id',
  reversalReason: 'text',
  reversalDate: 'day',
  message: ['text', ({ entryNumber }) => `The transaction was reversed by ${entryNumber}.`],
});

export const approvedShape = shapeOf<OutputOf<typeof approveTransaction>>()({
  id: 'id',
  status: z.literal('APPROVED'),
  approvedBy: 'id?',
  approvedDate: ['moment?', 'approvedAt'],
  message: [
    'text',
    ({ transactionNumber, unbalanced }) =>
      unbalanced === null
        ? `${transactionNumber} was approved.`
        : `${transactionNumber} was approved, but cannot be posted. ${unbalanced}`,
  ],
});
