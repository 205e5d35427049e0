import { z } from 'zod';
import { lockContracts } from '@/db/revenue/contracts';
import { contractDocuments } from '@/db/revenue/sources';
import { reverseTransaction as reverseInLedger } from '@/db/stores/postings';
import { lockTransactions } from '@/db/stores/transactions';
import { takeBackCorrections } from '../fx/correction';
import { cancelMirrors } from '../intercompany/cancel-mirrors';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { defineUseCase } from '../kit/define';
import { anId, day, reasonText } from '../kit/fields';
import { recordReversedDocument } from '../revenue/events/record-document';

import { refusalOfVerdict, statusRefusal } from './posting-refusals';
import { dayOf, ownDay } from './preview-day';

/** The result of a reversal. */
export interface Reversed {
  readonly id: string;
  readonly status: 'REVERSED';
  /** The journal that mirrors the document, posted on `reversalDate`. */
  readonly reversalTransactionId: string;
  readonly reversalNumber: string;
  readonly glTransactionId: string;
  readonly entryNumber: string;
  readonly reversalReason: string;
  readonly reversalDate: string;
}

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
    const { tenant, principal, clock } = context;
    const [tied] = await contractDocuments(tenant, [id]);
    if (tied !== undefined) await lockContracts(tenant, [tied.contractId]);
    const [record] = await lockTransactions(tenant, [id]);
    if (record === undefined) refuseNotFound('transaction', id);
    expectVersion(context, record);
    const own = context.surface === 'trpc' && reversalDate === undefined;
    const date = own
      ? (await ownDay(tenant, record.subsidiaryId, [dayOf(record)])).date
      : (reversalDate ?? clock.today());
    const made = await reverseInLedger(tenant, {
      transactionId: id,
      date,
      reason: reversalReason,
      actorId: principal.actor.id,
    });
    if (made.refusal === 'INVALID_STATUS_TRANSITION') throw statusRefusal(made, 'REVERSED');
    if (made.refusal !== null) throw refusalOfVerdict(made);
    await takeBackCorrections(context, record, { kind: 'DOCUMENT', sourceId: id, date });
    if (tied !== undefined) await recordReversedDocument(context, tied, date);
    const reversed: Reversed = {
      id,
      status: 'REVERSED',
      reversalTransactionId: made.reversalId ?? '',
      reversalNumber: made.reversalNumber ?? '',
      glTransactionId: made.entryId ?? '',
      entryNumber: made.entryNumber ?? '',
      reversalReason,
      reversalDate: date,
    };
    const { reversalTransactionId, entryNumber } = reversed;
    context.record({
      noun: 'transaction',
      recordId: id,
      before: { status: 'POSTED' },
      after: { status: 'REVERSED', reversalTransactionId, entryNumber, reversalReason, reversalDate: date },
      event: { type: 'gl.transaction.reversed', payload: { transactionId: id, reversalTransactionId } },
    });
    context.record({
      action: 'gl.transaction.post',
      noun: 'transaction',
      recordId: reversalTransactionId,
      after: { status: 'POSTED', reversesTransactionId: id, entryNumber, postingDate: date },
      event: {
        type: 'gl.transaction.posted',
        payload: { transactionId: reversalTransactionId, glTransactionId: reversed.glTransactionId },
      },
    });
    await cancelMirrors(
      context,
      id,
      `${record.transactionNumber}, which it mirrors, was reversed: ${reversalReason}`,
    );
    return reversed;
  },
});
