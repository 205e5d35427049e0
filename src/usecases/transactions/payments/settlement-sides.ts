import { roundToCurrency } from '@/core/money/currency';
import { dec } from '@/core/money/decimal';
import type { Permission } from '@/core/permissions';
import { refuse } from '@/core/refusals';
import { controlRoleOf, type EntityType, KIND_FACTS, type TransactionKind } from '@/core/transactions/kinds';
import type { TransactionRecord } from '@/db/stores/documents/transactions';

export const kindOf = (record: TransactionRecord) => KIND_FACTS[record.kind as TransactionKind];

const subledgerOf = (record: TransactionRecord) =>
  controlRoleOf(record.kind as TransactionKind, record.entityType as EntityType | null);

/**
 * The amount on a document's control account that can be settled, in its currency and in base currency: its total, and
 * for a payment also the early-payment discount it clears.
 */
export function settlementTotals(
  record: Pick<
    TransactionRecord,
    'kind' | 'totalAmount' | 'baseTotalAmount' | 'discountAmount' | 'exchangeRate' | 'baseCurrencyCode'
  >,
): { readonly amount: string; readonly base: string } {
  const { totalAmount, baseTotalAmount, discountAmount, exchangeRate, baseCurrencyCode } = record;
  const isPayment = KIND_FACTS[record.kind as TransactionKind].contra === 'CASH';
  if (!isPayment || dec(discountAmount).isZero()) return { amount: totalAmount, base: baseTotalAmount };
  const amount = dec(totalAmount).plus(discountAmount);
  return {
    amount: amount.toFixed(),
    base: roundToCurrency(amount.times(exchangeRate), baseCurrencyCode).toFixed(),
  };
}

/** The permission to settle: billing for customers, purchasing for vendors and employees. */
export function settlementPermission(payment: TransactionRecord): Permission {
  return kindOf(payment).controlRole === 'RECEIVABLE' ? 'billing.write' : 'purchasing.write';
}

const wrong = (path: readonly string[], message: string): never =>
  refuse('INVALID_INPUT', `${path.join('.')}: ${message}`, { issues: [{ path, message }] });

/**
 * The payment or credit that settles: posted, of a kind that settles. Refuses INVALID_INPUT for another kind and
 * INVALID_STATUS_TRANSITION when it is not in the ledger. One that was CLOSED with its period still settles.
 */
export function demandSettling(payment: TransactionRecord): void {
  if (kindOf(payment).openItemSign !== -1) wrong(['paymentId'], 'is not a payment or credit');
  if (['POSTED', 'CLOSED'].includes(payment.transactionStatus)) return;
  refuse(
    'INVALID_STATUS_TRANSITION',
    `${payment.transactionNumber} is ${payment.transactionStatus}. Post it first.`,
    {
      from: payment.transactionStatus,
      to: 'POSTED',
    },
  );
}

/** A document this payment can settle: posted and open, same counterparty, subledger and subsidiary. */
export function demandSettleable(
  document: TransactionRecord,
  payment: TransactionRecord,
  index: number,
): void {
  const path = ['applications', String(index), 'documentId'];
  if (!kindOf(document).settleable) wrong(path, `${document.transactionNumber} cannot be paid`);
  if (document.transactionStatus !== 'POSTED') {
    refuse(
      'INVALID_STATUS_TRANSITION',
      `${document.transactionNumber} is ${document.transactionStatus}, not POSTED.`,
      {
        from: document.transactionStatus,
        to: 'PAID',
      },
    );
  }
  if (subledgerOf(document) !== subledgerOf(payment)) {
    wrong(path, `${document.transactionNumber} is not settled by a ${kindOf(payment).label.toLowerCase()}`);
  }
  if (document.entityId === null || document.entityId !== payment.entityId) {
    wrong(path, `${document.transactionNumber} belongs to another counterparty`);
  }
  if (document.subsidiaryId !== payment.subsidiaryId) {
    wrong(path, `${document.transactionNumber} belongs to another subsidiary`);
  }
}
