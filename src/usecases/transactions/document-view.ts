import { amountText, toAmountString } from '@/core/money/currency';
import { dec, digitsOf, toFixedString, toPlainString, ZERO } from '@/core/money/decimal';
import { minorUnits } from '@/core/money/minor-units';
import type { EntityType, LineType, TransactionKind } from '@/core/transactions/kinds';
import type { TransactionStatus } from '@/core/transactions/status';
import type { NewLine, TransactionLineRecord, TransactionRecord } from '@/db/stores/documents/transactions';
import { settlementTotals } from './payments/settlement-sides';

/**
 * One line as every door and screen shows it: amounts at the currency's scale, quantities with their own number of
 * decimals.
 */
export type DocumentLineView = Omit<
  TransactionLineRecord,
  'organizationId' | 'transactionId' | 'lineType'
> & {
  readonly lineType: LineType;
};

/** A document without its lines. */
export type DocumentHeaderView = Omit<
  TransactionRecord,
  'kind' | 'entityType' | 'transactionStatus' | 'ledgerEntryId' | 'changedBy'
> & {
  readonly kind: TransactionKind;
  readonly entityType: EntityType | null;
  readonly status: TransactionStatus;
  /** The ledger entry it posted (interface 2.6). */
  readonly glTransactionId: string | null;
  /** total − applied; for a payment, also the discount it clears. Zero once it is cancelled. */
  readonly openAmount: string;
};

/** A document as every door and screen shows it. */
export type DocumentView = DocumentHeaderView & { readonly lines: readonly DocumentLineView[] };

/** Builds the view of a stored document. */
export function documentView(record: TransactionRecord, lines: readonly NewLine[]): DocumentView {
  return {
    ...headerView(record),
    lines: lines
      .map((line) => lineView(line, record.currencyCode))
      .sort((one, other) => one.lineNumber - other.lineNumber),
  };
}

/** Builds the view of a stored header for lists. */
export function headerView(record: TransactionRecord): DocumentHeaderView {
  const { ledgerEntryId, transactionStatus, changedBy: _changed, ...rest } = record;
  const amount = (text: string) => amountText(text, record.currencyCode);
  return {
    ...rest,
    kind: record.kind as TransactionKind,
    entityType: record.entityType as EntityType | null,
    status: transactionStatus as TransactionStatus,
    glTransactionId: ledgerEntryId,
    exchangeRate: toPlainString(dec(record.exchangeRate)),
    subtotalAmount: amount(record.subtotalAmount),
    taxAmount: amount(record.taxAmount),
    discountAmount: amount(record.discountAmount),
    totalAmount: amount(record.totalAmount),
    appliedAmount: amount(record.appliedAmount),
    openAmount: toAmountString(openAmountOf(record), record.currencyCode),
    baseTotalAmount: amountText(record.baseTotalAmount, record.baseCurrencyCode),
  };
}

/** total − applied; nothing is open of a document that was cancelled. */
export const openAmountOf = (
  record: Parameters<typeof settlementTotals>[0] &
    Pick<TransactionRecord, 'transactionStatus' | 'appliedAmount'>,
) =>
  record.transactionStatus === 'CANCELLED'
    ? ZERO
    : dec(settlementTotals(record).amount).minus(record.appliedAmount);

function lineView(line: NewLine, currencyCode: string): DocumentLineView {
  const {
    organizationId: _organization,
    transactionId: _transaction,
    ...rest
  } = line as TransactionLineRecord;
  const amount = (text: string) => amountText(text, currencyCode);
  return {
    ...rest,
    lineType: line.lineType as LineType,
    quantity: toPlainString(dec(line.quantity)),
    unitPrice: priceText(line.unitPrice, currencyCode),
    lineAmount: amount(line.lineAmount),
    taxAmount: amount(line.taxAmount),
    taxRatePercent: line.taxRatePercent === null ? null : toPlainString(dec(line.taxRatePercent)),
  };
}

/** At the currency's scale, or with more decimals when the price has more. */
function priceText(price: string, currencyCode: string): string {
  return toFixedString(dec(price), Math.max(minorUnits(currencyCode), digitsOf(price).fraction));
}

/** The part of a document that audit rows keep: enough to show what changed. */
export function auditView(record: TransactionRecord) {
  const {
    organizationId: _tenant,
    billingAddress: _address,
    createdAt: _created,
    updatedAt: _updated,
    ...rest
  } = record;
  return rest;
}
