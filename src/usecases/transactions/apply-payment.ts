import { z } from 'zod';
import { applyToItems, type OpenItem } from '@/core/billing/applications';
import { AMOUNT_COLUMN } from '@/core/money/column';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import { carryingFacts, insertApplications, type NewApplication } from '@/db/stores/settlements';
import { changeTransaction, lockTransactions, type TransactionRecord } from '@/db/stores/transactions';
import { newId } from '@/lib/ids';
import { expectVersion, refuseNotFound } from '../kit/crud';
import { type Context, defineUseCase } from '../kit/define';
import { day, decimalOf } from '../kit/fields';
import { demand, demandSubsidiary } from '../kit/run';
import { anId } from './document-input';
import { bookDifference, carriedShare } from './exchange-difference';
import { must } from './prepare-document';
import { demandSettleable, demandSettling, settlementPermission } from './settlement-sides';

/** What applying left: each document's open amount, and the payment's. */
export interface AppliedPayment {
  readonly paymentId: string;
  readonly paymentOpen: string;
  readonly applications: readonly {
    readonly id: string;
    readonly documentId: string;
    readonly amount: string;
    readonly documentOpen: string;
    readonly documentStatus: 'POSTED' | 'PAID';
    /** The entry of the realized exchange difference; null when there is none. */
    readonly glTransactionId: string | null;
  }[];
}

/**
 * Applies a posted payment or credit to posted documents of the same counterparty; a document becomes PAID when applied
 * payments reach its total (decisions.md). In a foreign currency the realized exchange difference is booked.
 * Refuses NOT_FOUND, FORBIDDEN, INVALID_STATUS_TRANSITION, INVALID_INPUT (another counterparty, currency or subsidiary,
 * more than is open), PERIOD_NOT_OPEN and ACCOUNT_UNRESOLVED for the difference.
 */
export const applyPayment = defineUseCase({
  name: 'gl.transaction.applyPayment',
  permission: null,
  mode: 'sql',
  input: z.object({
    paymentId: anId,
    applications: z
      .array(z.object({ documentId: anId, amount: decimalOf(AMOUNT_COLUMN, { above: '0' }) }))
      .min(1)
      .max(1000),
    /** Default: today. */
    appliedOn: day.optional(),
  }),
  async run(context, { paymentId, applications, appliedOn }): Promise<AppliedPayment> {
    const { tenant, clock } = context;
    const ids = [...new Set([paymentId, ...applications.map(({ documentId }) => documentId)])];
    const records = new Map((await lockTransactions(tenant, ids)).map((record) => [record.id, record]));
    const payment = records.get(paymentId) ?? refuseNotFound('transaction', paymentId);
    const permission = settlementPermission(payment);
    demand(context.principal, permission);
    demandSubsidiary(context.principal, permission, payment.subsidiaryId);
    expectVersion(context, payment);
    demandSettling(payment);
    const date = appliedOn ?? clock.today();
    const documents = applications.map(({ documentId }, index) => {
      const document = records.get(documentId) ?? refuseNotFound('transaction', documentId);
      demandSettleable(document, payment, index);
      demandNotBefore(date, document);
      return document;
    });
    demandNotBefore(date, payment);
    const targets = [...new Set(documents)];
    const applied = must(
      applyToItems(
        openItem(payment),
        applications.map(({ documentId, amount }) => ({ targetId: documentId, amount })),
        targets.map(openItem),
      ),
    );
    const rows = await settle(context, payment, applications, records, date);
    await insertApplications(tenant, rows);
    await moveApplied(context, payment, applied.sourceApplied, false);
    for (const target of applied.targets) {
      const document = records.get(target.id);
      if (document !== undefined) await moveApplied(context, document, target.applied, target.isPaid);
    }
    recordChanges(context, payment, rows);
    return {
      paymentId,
      paymentOpen: applied.sourceOpen,
      applications: rows.map((row) => {
        const target = applied.targets.find(({ id }) => id === row.documentId);
        return {
          id: row.id,
          documentId: row.documentId,
          amount: toAmountString(dec(row.amount), payment.currencyCode),
          documentOpen: target?.open ?? '0',
          documentStatus: target?.isPaid === true ? 'PAID' : 'POSTED',
          glTransactionId: row.ledgerEntryId,
        };
      }),
    };
  },
});

const openItem = (record: TransactionRecord): OpenItem => ({
  id: record.id,
  number: record.transactionNumber,
  currencyCode: record.currencyCode,
  total: record.totalAmount,
  applied: record.appliedAmount,
});

function demandNotBefore(date: string, record: TransactionRecord): void {
  if (record.postingDate === null || date >= record.postingDate) return;
  const message = `must not be before ${record.transactionNumber} was posted (${record.postingDate})`;
  refuse('INVALID_INPUT', `appliedOn: ${message}`, { issues: [{ path: ['appliedOn'], message }] });
}

/** Works out what each application takes from both sides' carrying amounts and books the differences. */
async function settle(
  context: Context,
  payment: TransactionRecord,
  applications: readonly { readonly documentId: string; readonly amount: string }[],
  records: ReadonlyMap<string, TransactionRecord>,
  date: string,
): Promise<NewApplication[]> {
  const facts = await carryingFacts(context.tenant, [...records.keys()]);
  const running = new Map(
    [...records.values()].map(({ id, appliedAmount }) => [
      id,
      { applied: appliedAmount, carriedOff: facts.get(id)?.carriedOff ?? '0' },
    ]),
  );
  const take = (item: TransactionRecord, amount: string): string => {
    const before = running.get(item.id) ?? { applied: '0', carriedOff: '0' };
    const share = carriedShare(item, before, amount);
    running.set(item.id, {
      applied: dec(before.applied).plus(amount).toFixed(),
      carriedOff: dec(before.carriedOff).plus(share).toFixed(),
    });
    return share;
  };
  const rows: NewApplication[] = [];
  for (const { documentId, amount } of applications) {
    const document = records.get(documentId);
    if (document === undefined) continue;
    const id = newId();
    const [paymentBase, documentBase] = [take(payment, amount), take(document, amount)];
    const control = facts.get(documentId)?.controlAccountId ?? null;
    const difference = { applicationId: id, payment, document, control, paymentBase, documentBase, date };
    const ledgerEntryId = await bookDifference(context, difference);
    const createdBy = context.principal.actor.id;
    rows.push({
      id,
      paymentId: payment.id,
      documentId,
      amount,
      appliedOn: date,
      paymentBase,
      documentBase,
      ledgerEntryId,
      createdBy,
    });
  }
  return rows;
}

async function moveApplied(
  context: Context,
  record: TransactionRecord,
  appliedAmount: string,
  isPaid: boolean,
): Promise<void> {
  await changeTransaction(context.tenant, record.id, {
    appliedAmount,
    ...(isPaid ? { transactionStatus: 'PAID' } : {}),
  });
  if (!isPaid) return;
  context.record({
    action: 'gl.transaction.pay',
    noun: 'transaction',
    recordId: record.id,
    before: { status: record.transactionStatus },
    after: { status: 'PAID', appliedAmount },
    event: { type: 'gl.transaction.paid', payload: { transactionId: record.id } },
  });
}

function recordChanges(context: Context, payment: TransactionRecord, rows: readonly NewApplication[]): void {
  for (const row of rows) {
    context.record({
      noun: 'payment application',
      recordId: row.id,
      after: row,
      event: {
        type: 'gl.payment.applied',
        payload: {
          applicationId: row.id,
          paymentId: payment.id,
          documentId: row.documentId,
          amount: row.amount,
        },
      },
    });
  }
}
