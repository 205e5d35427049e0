import { expect, test } from 'vitest';
import { TRANSACTION_STATUSES } from '@/core/transactions/status';
import { openOf } from './open-amount';

test('a document is open once it is posted; withdrawn it is zero, and before that nothing is said', () => {
  const said = TRANSACTION_STATUSES.map((status) => [status, openOf({ status, openAmount: '12.50' })]);
  expect(Object.fromEntries(said)).toEqual({
    DRAFT: null,
    PENDING_APPROVAL: null,
    APPROVED: null,
    POSTED: '12.50',
    PAID: '12.50',
    CLOSED: '12.50',
    CANCELLED: '0',
    REVERSED: '0',
  });
});
