import { dec, toPlainString } from '@/core/money/decimal';
import { entityTypesOf, PAYMENT_KINDS, type TransactionKind } from '@/core/transactions/kinds';
import { blankLine } from '@/ui/kit/grid/grid-state';
import type { Document } from '@/ui/transactions/document';
import { termsOf } from '@/ui/transactions/form/form-header';
import type { Entered } from '@/ui/transactions/form/other-kind';
import type { PaymentDraft } from './payment-draft';

/** Whether a stored payment is an amount, perhaps less a discount: what the payment form can show. Others are edited line by line. */
export function isPlainPayment({ kind, lines }: Pick<Document, 'kind' | 'lines'>): boolean {
  const [paid, taken, ...more] = lines;
  const isOne = (line: typeof paid) => line?.quantity === '1' && line.taxCodeId === null;
  return (
    PAYMENT_KINDS.includes(kind) &&
    paid?.lineType === 'ITEM' &&
    isOne(paid) &&
    (taken === undefined || (taken.lineType === 'DISCOUNT' && isOne(taken) && taken.accountId === null)) &&
    more.length === 0
  );
}

/** A stored draft as the form has it. What it pays is chosen again, since it is applied when it is posted. */
export function storedPayment(stored: Document, fresh: PaymentDraft): PaymentDraft {
  const [paid, taken] = stored.lines;
  const discount = dec(taken?.lineAmount ?? '0').abs();
  return {
    ...fresh,
    transactionTypeId: stored.transactionTypeId,
    subsidiaryId: stored.subsidiaryId,
    entityType: stored.entityType ?? fresh.entityType,
    entityId: stored.entityId ?? '',
    transactionDate: stored.transactionDate,
    currencyCode: stored.currencyCode,
    exchangeRate: stored.exchangeRateGiven ? stored.exchangeRate : '',
    amount: toPlainString(dec(paid?.lineAmount ?? '0').minus(discount)),
    discount: discount.isZero() ? '' : toPlainString(discount),
    bankAccountId: paid?.accountId ?? fresh.bankAccountId,
    paymentMethod: stored.paymentMethod ?? '',
    referenceNumber: stored.referenceNumber ?? '',
    memo: stored.memo ?? '',
  };
}

/** The values entered for another kind, as far as they fit a payment. */
export function paymentForKind(
  { kind: from, header, lines }: Entered,
  fresh: PaymentDraft,
  to: TransactionKind,
): PaymentDraft {
  const type = entityTypesOf(to).find((one) => one === header.entityType);
  const price = lines[0]?.cells.price ?? '';
  return {
    ...fresh,
    subsidiaryId: header.subsidiaryId,
    transactionDate: header.transactionDate,
    currencyCode: header.currencyCode,
    exchangeRate: header.exchangeRate,
    referenceNumber: header.referenceNumber,
    memo: header.memo,
    ...(type === undefined ? {} : { entityType: type, entityId: header.entityId }),
    ...(PAYMENT_KINDS.includes(from) ? { amount: price } : {}),
  };
}

/** A payment as it was entered, for a form of another kind. */
export function enteredPayment(kind: TransactionKind, draft: PaymentDraft, amount: string): Entered {
  const {
    transactionTypeId,
    subsidiaryId,
    entityType,
    entityId,
    transactionDate,
    currencyCode,
    exchangeRate,
  } = draft;
  return {
    kind,
    header: {
      transactionTypeId,
      subsidiaryId,
      entityType,
      entityId,
      transactionDate,
      currencyCode,
      exchangeRate,
      revenueContractId: '',
      discountPercent: '',
      ...termsOf({ memo: draft.memo, referenceNumber: draft.referenceNumber }),
      isAdjustment: false,
    },
    lines: amount === '0' ? [] : [blankLine('paid', { description: draft.memo || 'Payment', price: amount })],
  };
}
