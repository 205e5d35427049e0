import { z } from 'zod';
import { AMOUNT_COLUMN } from '@/core/money/column';
import { defineUseCase } from '../../kit/define';
import { anId, day, decimalOf } from '../../kit/fields';

import { type AppliedPayment, settlePayments } from './settle-payments';

/** The fields of a settlement other than the payment. */
export const settlementFields = {
  applications: z
    .array(
      z.object({
        documentId: anId,
        /** In the document's currency. */
        amount: decimalOf(AMOUNT_COLUMN, { above: '0' }),
        /** What it takes from the payment, in the payment's currency: required where the document is in another one. */
        paymentAmount: decimalOf(AMOUNT_COLUMN, { above: '0' }).optional(),
      }),
    )
    .min(1)
    .max(1000),
  /** Default: today over the interface's endpoints; over tRPC the latest day on which one of them was posted. */
  appliedOn: day.optional(),
};
const settlement = z.object({ paymentId: anId, ...settlementFields });

/**
 * Applies a posted payment or credit to posted documents of the same counterparty; a document becomes PAID when applied
 * payments reach its total (decisions.md). In a foreign currency the realized exchange difference is booked; a document in
 * another currency than the payment's is settled by a stated amount of it.
 * Refuses NOT_FOUND, FORBIDDEN, INVALID_STATUS_TRANSITION, INVALID_INPUT (another counterparty, currency or subsidiary,
 * more than is open), PERIOD_NOT_OPEN and ACCOUNT_UNRESOLVED for the difference.
 */
export const applyPayment = defineUseCase({
  name: 'gl.transaction.applyPayment',
  permission: null,
  mode: 'sql',
  input: settlement,
  async run(context, input): Promise<AppliedPayment> {
    const [applied] = await settlePayments(context, [input]);
    if (applied === undefined) throw new Error('one settlement has one answer');
    return applied;
  },
});

/**
 * Applies many payments and credits in order, all or none: for example, a day's bank statement in one
 * call. Refuses as applyPayment does.
 */
export const applyPayments = defineUseCase({
  name: 'gl.transaction.applyPayments',
  permission: null,
  mode: 'sql',
  input: z.object({ payments: z.array(settlement).min(1).max(500) }),
  run: (context, { payments }): Promise<AppliedPayment[]> => settlePayments(context, payments),
});
