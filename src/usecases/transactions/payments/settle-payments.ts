import { type Applied, applyToItems, type OpenItem } from '@/core/billing/applications';
import { toAmountString } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import { refuse } from '@/core/refusals';
import {
  type CarryingFacts,
  carryingFacts,
  changeApplied,
  insertApplications,
  type NewApplication,
} from '@/db/stores/documents/settlements';
import { lockTransactions, type TransactionRecord } from '@/db/stores/documents/transactions';
import { newId } from '@/lib/ids';
import { valueOrThrow } from '@/usecases/kit/value-or-throw';
import { expectVersion, refuseNotFound } from '../../kit/crud';
import type { Context } from '../../kit/define';
import { demand } from '../../kit/run';
import { dayOf, demandOwnDay } from '../posting/preview-day';
import { atRate, bookDifference, carriedShare, gainOf } from './exchange-difference';
import { demandSettleable, demandSettling, settlementPermission, settlementTotals } from './settlement-sides';

/** A payment or credit, and the documents it settles. */
export interface Settlement {
  readonly paymentId: string;
  readonly applications: readonly {
    readonly documentId: string;
    readonly amount: string;
    /** What it takes from the payment, where the document is in another currency. */
    readonly paymentAmount?: string | undefined;
  }[];
  /** Default: today over the interface's endpoints; over tRPC the latest day on which one of them was posted. */
  readonly appliedOn?: string | undefined;
}

/** The open amounts after applying: each document's and the payment's. */
export interface AppliedPayment {
  readonly paymentId: string;
  readonly paymentOpen: string;
  readonly applications: readonly {
    readonly id: string;
    readonly documentId: string;
    /** In the document's currency, and what it took from the payment in the payment's. */
    readonly amount: string;
    readonly paymentAmount: string;
    readonly documentOpen: string;
    readonly documentStatus: 'POSTED' | 'PAID';
    /** The entry for the realized exchange difference; null when there is none. */
    readonly glTransactionId: string | null;
    /** The exchange gain (positive) or loss, in base currency. */
    readonly exchangeGain: string;
  }[];
}

/** A locked document during settlement: its record includes the effect of earlier settlements in the same call. */
interface Side {
  record: TransactionRecord;
  carriedOff: string;
  readonly control: CarryingFacts['controlAccountId'];
  touched: boolean;
}

/**
 * Applies payments and credits in order, all or none: every document is locked, read and written once, however many
 * settlements involve it. Refuses as applying a payment does.
 */
export async function settlePayments(
  context: Context,
  settlements: readonly Settlement[],
): Promise<AppliedPayment[]> {
  const { tenant } = context;
  const ids = new Set(
    settlements.flatMap(({ paymentId, applications }) => [
      paymentId,
      ...applications.map(({ documentId }) => documentId),
    ]),
  );
  const records = await lockTransactions(tenant, [...ids]);
  const facts = await carryingFacts(tenant, [...ids]);
  const sides = new Map(
    records.map((record): [string, Side] => {
      const {
        carriedOff = '0',
        controlAccountId: control = null,
        correctedRate,
      } = facts.get(record.id) ?? {};
      const carried = correctedRate ? atRate(record, correctedRate) : record;
      return [record.id, { record: carried, carriedOff, control, touched: false }];
    }),
  );
  const rows: NewApplication[] = [];
  const answers: AppliedPayment[] = [];
  for (const settlement of settlements) {
    const { answer, made } = await settleOne(context, settlement, sides);
    answers.push(answer);
    rows.push(...made);
  }
  await insertApplications(tenant, rows);
  await changeApplied(
    tenant,
    [...sides.values()]
      .filter(({ touched }) => touched)
      .map(({ record: { id, appliedAmount, transactionStatus } }) => ({
        id,
        appliedAmount,
        isPaid: transactionStatus === 'PAID',
      })),
  );
  return answers;
}

async function settleOne(
  context: Context,
  { paymentId, applications, appliedOn }: Settlement,
  sides: ReadonlyMap<string, Side>,
): Promise<{ answer: AppliedPayment; made: NewApplication[] }> {
  const source = sides.get(paymentId) ?? refuseNotFound('transaction', paymentId);
  const payment = source.record;
  const permission = settlementPermission(payment);
  demand(context.principal, permission);
  expectVersion(context, payment);
  demandSettling(payment);
  const date = appliedOn ?? (await defaultDay(context, payment, applications, sides));
  const settled = applications.map(({ documentId }, index) => {
    const side = sides.get(documentId) ?? refuseNotFound('transaction', documentId);
    demandSettleable(side.record, payment, index);
    demandNotBefore(date, side.record);
    return side;
  });
  demandNotBefore(date, payment);
  const applied = valueOrThrow(
    applyToItems(
      openItem(payment),
      applications.map(({ documentId, amount, paymentAmount }) => ({
        targetId: documentId,
        amount,
        sourceAmount: paymentAmount,
      })),
      [...new Set(settled)].map(({ record }) => openItem(record)),
    ),
  );
  const made: NewApplication[] = [];
  for (const [index, amounts] of applications.entries()) {
    const target = settled[index];
    if (target !== undefined) made.push(await take(context, source, target, amounts, date));
  }
  for (const target of applied.targets) if (target.isPaid) pay(context, sides.get(target.id));
  for (const row of made) recordApplication(context, row);
  return { answer: answerOf(payment, made, applied, sides), made };
}

/** Over tRPC the day of the later side, whose period must be open unless a day is given; elsewhere today. */
async function defaultDay(
  context: Context,
  payment: TransactionRecord,
  applications: Settlement['applications'],
  sides: ReadonlyMap<string, Side>,
): Promise<string> {
  if (context.surface !== 'trpc') return context.clock.today();
  const documents = applications.flatMap(({ documentId }) => sides.get(documentId)?.record ?? []);
  return demandOwnDay(context.tenant, payment.subsidiaryId, [payment, ...documents].map(dayOf));
}

/** Computes what one application takes from the carrying amounts of both sides and posts the difference. */
async function take(
  context: Context,
  source: Side,
  target: Side,
  { amount, paymentAmount }: { readonly amount: string; readonly paymentAmount?: string | undefined },
  date: string,
): Promise<NewApplication> {
  const [payment, document] = [source.record, target.record];
  const id = newId();
  const across = payment.currencyCode === document.currencyCode ? null : (paymentAmount ?? amount);
  const paymentBase = takeFrom(source, across ?? amount);
  const documentBase = takeFrom(target, amount);
  const { control } = target;
  const sides = { payment, document, control, paymentControl: source.control, paymentBase, documentBase };
  const difference = { ...sides, applicationId: id, amount, paymentAmount: across, date };
  return {
    id,
    paymentId: payment.id,
    documentId: document.id,
    amount,
    paymentAmount: across,
    appliedOn: date,
    paymentBase,
    documentBase,
    ledgerEntryId: await bookDifference(context, difference),
    createdBy: context.principal.actor.id,
  };
}

function takeFrom(side: Side, amount: string): string {
  const { record, carriedOff } = side;
  const share = carriedShare(record, { applied: record.appliedAmount, carriedOff }, amount);
  side.carriedOff = dec(carriedOff).plus(share).toFixed();
  side.record = { ...record, appliedAmount: dec(record.appliedAmount).plus(amount).toFixed() };
  side.touched = true;
  return share;
}

function pay(context: Context, side: Side | undefined): void {
  if (side === undefined) return;
  const { id, transactionStatus, appliedAmount } = side.record;
  side.record = { ...side.record, transactionStatus: 'PAID' };
  context.record({
    action: 'gl.transaction.pay',
    noun: 'transaction',
    recordId: id,
    before: { status: transactionStatus },
    after: { status: 'PAID', appliedAmount },
    event: { type: 'gl.transaction.paid', payload: { transactionId: id } },
  });
}

function recordApplication(context: Context, row: NewApplication): void {
  const { id: applicationId, paymentId, documentId, amount } = row;
  context.record({
    noun: 'payment application',
    recordId: applicationId,
    after: row,
    event: { type: 'gl.payment.applied', payload: { applicationId, paymentId, documentId, amount } },
  });
}

function answerOf(
  payment: TransactionRecord,
  made: readonly NewApplication[],
  applied: Applied,
  sides: ReadonlyMap<string, Side>,
): AppliedPayment {
  return {
    paymentId: payment.id,
    paymentOpen: applied.sourceOpen,
    applications: made.map((row) => {
      const target = applied.targets.find(({ id }) => id === row.documentId);
      const document = sides.get(row.documentId)?.record;
      return {
        id: row.id,
        documentId: row.documentId,
        amount: toAmountString(dec(row.amount), document?.currencyCode ?? payment.currencyCode),
        paymentAmount: toAmountString(dec(row.paymentAmount ?? row.amount), payment.currencyCode),
        documentOpen: target?.open ?? '0',
        documentStatus: target?.isPaid === true ? 'PAID' : 'POSTED',
        glTransactionId: row.ledgerEntryId,
        exchangeGain: document === undefined ? '0' : gainOf(document, row),
      };
    }),
  };
}

const openItem = (record: TransactionRecord): OpenItem => ({
  id: record.id,
  number: record.transactionNumber,
  currencyCode: record.currencyCode,
  total: settlementTotals(record).amount,
  applied: record.appliedAmount,
});

function demandNotBefore(date: string, record: TransactionRecord): void {
  if (record.postingDate === null || date >= record.postingDate) return;
  const message = `must not be before ${record.transactionNumber} was posted (${record.postingDate})`;
  refuse('INVALID_INPUT', `appliedOn: ${message}`, { issues: [{ path: ['appliedOn'], message }] });
}
