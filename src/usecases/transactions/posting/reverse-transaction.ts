import { z } from 'zod';
import { lockContracts } from '@/db/revenue/contracts/contracts';
import { contractDocuments } from '@/db/revenue/contracts/sources';
import { lockTransactions } from '@/db/stores/documents/transactions';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import { defineUseCase } from '../../kit/define';
import { anId, day, reasonText } from '../../kit/fields';
import { dayOf, ownDay } from './preview-day';
import { type Reversed, reverseLocked } from './reverse-documents';

/**
 * Reverses a posted document (interface 4.5): a separate journal with the mirrored entry, linked in both directions.
 * Refuses NOT_FOUND, INVALID_STATUS_TRANSITION (also for a reversal and for a document with applied payments),
 * REVERSAL_BEFORE_POSTING, PERIOD_NOT_OPEN.
 */
export const reverseTransaction = defineUseCase({
  name: 'gl.transaction.reverse',
  permission: 'gl.transaction.reverse',
  mode: 'sql',
  input: z.object({
    id: anId,
    reversalReason: reasonText,
    /**
     * Default: today over the interface's endpoints (interface 4.5); over tRPC the day it was posted on, or the first open
     * day after it.
     */
    reversalDate: day.optional(),
  }),
  async run(context, { id, reversalReason, reversalDate }): Promise<Reversed> {
    const { tenant, clock } = context;
    const [tied] = await contractDocuments(tenant, [id]);
    if (tied !== undefined) await lockContracts(tenant, [tied.contractId]);
    const [record] = await lockTransactions(tenant, [id]);
    if (record === undefined) refuseNotFound('transaction', id);
    expectVersion(context, record);
    const own = context.surface === 'trpc' && reversalDate === undefined;
    const date = own
      ? (await ownDay(tenant, record.subsidiaryId, [dayOf(record)])).date
      : (reversalDate ?? clock.today());
    const [reversed] = await reverseLocked(context, [{ record, date, tied: tied ?? null }], reversalReason);
    if (reversed === undefined) throw new Error('a reversal lost its answer');
    return reversed;
  },
});
