import { z } from 'zod';
import { amountText } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { checkPeriod, type PeriodStatus } from '@/core/periods/period-status';
import { refuse } from '@/core/refusals';
import {
  type ApplicationRecord,
  lockApplication,
  mirrorSettlement,
  reverseApplication,
} from '@/db/stores/documents/settlements';
import {
  changeTransaction,
  lockTransactions,
  type TransactionRecord,
} from '@/db/stores/documents/transactions';
import { holdPostingPeriod } from '@/db/stores/structure/open-periods';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { takeBackCorrections } from '../../fx/correction';
import { refuseNotFound } from '../../kit/crud';
import { type Context, defineUseCase } from '../../kit/define';
import { anId } from '../../kit/fields';
import { demand } from '../../kit/run';
import { ownDay } from '../posting/preview-day';
import { settlementPermission } from './settlement-sides';

/**
 * Unapplies a payment: both sides are open by its amount again, a PAID document is POSTED again, and a posted exchange
 * difference is reversed: over tRPC on the day it was applied on or the first open day after it, over the interface's endpoints today. Refuses NOT_FOUND, FORBIDDEN, INVALID_STATUS_TRANSITION (already unapplied, or the
 * document closed with its period), PERIOD_NOT_OPEN for the reversed difference.
 */
export const unapplyPayment = defineUseCase({
  name: 'gl.transaction.unapplyPayment',
  permission: null,
  mode: 'sql',
  input: z.object({ applicationId: anId }),
  async run(context, { applicationId }): Promise<ApplicationRecord> {
    const { tenant, principal, clock } = context;
    const found =
      (await lockApplication(tenant, applicationId)) ?? refuseNotFound('payment application', applicationId);
    const records = await lockTransactions(tenant, [found.paymentId, found.documentId]);
    const payment = records.find(({ id }) => id === found.paymentId);
    const document = records.find(({ id }) => id === found.documentId);
    if (payment === undefined || document === undefined) throw new Error('an application lost a side');
    const permission = settlementPermission(payment);
    demand(principal, permission);
    if (found.reversedAt !== null) {
      refuse('INVALID_STATUS_TRANSITION', 'This application was already reversed.', {
        from: 'REVERSED',
        to: 'REVERSED',
      });
    }
    if (!['POSTED', 'PAID'].includes(document.transactionStatus)) {
      const { transactionStatus: from, transactionNumber } = document;
      refuse('INVALID_STATUS_TRANSITION', `${transactionNumber} is ${from}, so it cannot be unapplied.`, {
        from,
        to: 'POSTED',
      });
    }
    // The day it was applied on, or the first open day after it; the interface's endpoints take today.
    const date =
      context.surface === 'trpc'
        ? (await ownDay(tenant, document.subsidiaryId, [found.appliedOn])).date
        : clock.today();
    await mirrorDifference(context, found, { document, date });
    await takeBackCorrections(context, document, {
      kind: 'SETTLEMENT',
      sourceId: applicationId,
      date,
    });
    await reverseApplication(tenant, applicationId, clock.now(), date);
    const less = (record: TransactionRecord, amount: string) =>
      dec(record.appliedAmount).minus(amount).toFixed();
    await changeTransaction(tenant, payment.id, {
      appliedAmount: less(payment, found.paymentAmount ?? found.amount),
    });
    await changeTransaction(tenant, document.id, {
      appliedAmount: less(document, found.amount),
      ...(document.transactionStatus === 'PAID' ? { transactionStatus: 'POSTED' } : {}),
    });
    context.record({
      noun: 'payment application',
      recordId: applicationId,
      before: found,
      event: { type: 'gl.payment.unapplied', payload: { applicationId, documentId: document.id } },
    });
    if (document.transactionStatus === 'PAID') {
      context.record({
        action: 'gl.transaction.unpay',
        noun: 'transaction',
        recordId: document.id,
        before: { status: 'PAID' },
        after: { status: 'POSTED' },
        event: { type: 'gl.transaction.unpaid', payload: { transactionId: document.id } },
      });
    }
    const inBase = (amount: string) => amountText(amount, document.baseCurrencyCode);
    return {
      ...found,
      amount: amountText(found.amount, document.currencyCode),
      paymentAmount:
        found.paymentAmount === null ? null : amountText(found.paymentAmount, payment.currencyCode),
      paymentBase: inBase(found.paymentBase),
      documentBase: inBase(found.documentBase),
      reversedAt: clock.now(),
    };
  },
});

async function mirrorDifference(
  { tenant, principal }: Context,
  application: ApplicationRecord,
  { document, date }: { document: TransactionRecord; date: string },
): Promise<void> {
  if (application.ledgerEntryId === null) return;
  const { subsidiaryId } = document;
  const period = await holdPostingPeriod(tenant, subsidiaryId, date);
  valueOrThrow(
    checkPeriod(period === null ? null : { label: period.label, status: period.status as PeriodStatus }, {
      date,
      subsidiaryId,
      mayPostSoftClosed: principal.permissions.has('gl.period.postSoftClosed'),
    }),
  );
  await mirrorSettlement(tenant, {
    applicationId: application.id,
    entryId: application.ledgerEntryId,
    mirrorId: newId(),
    date,
    memo: `Exchange difference reversed: ${document.transactionNumber}`,
    actorId: principal.actor.id,
  });
}
