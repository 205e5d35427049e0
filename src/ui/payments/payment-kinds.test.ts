import { expect, test } from 'vitest';
import type { Document } from '@/ui/transactions/document';
import type { PaymentDraft } from './payment-draft';
import { enteredPayment, isPlainPayment, paymentForKind } from './payment-kinds';

const draft: PaymentDraft = {
  transactionTypeId: 't',
  subsidiaryId: 'us',
  entityType: 'CUSTOMER',
  entityId: 'northwind',
  transactionDate: '2026-03-12',
  currencyCode: 'USD',
  exchangeRate: '',
  amount: '',
  discount: '',
  bankAccountId: 'bank',
  paymentMethod: '',
  referenceNumber: 'R-7',
  memo: 'March',
  amounts: {},
};
const line = (more: object = {}) => ({
  lineType: 'ITEM',
  quantity: '1',
  taxCodeId: null,
  accountId: null,
  ...more,
});
const payment = (...lines: object[]) => ({ kind: 'CUSTOMER_PAYMENT', lines }) as unknown as Document;

test('a payment that becomes a vendor payment keeps its amount, day and words, and leaves the customer behind', () => {
  const entered = enteredPayment('CUSTOMER_PAYMENT', draft, '150');
  const fresh = { ...draft, entityType: 'VENDOR' as const, entityId: '', memo: '', referenceNumber: '' };
  expect(paymentForKind(entered, fresh, 'VENDOR_PAYMENT')).toMatchObject({
    amount: '150',
    entityType: 'VENDOR',
    entityId: '',
    memo: 'March',
    referenceNumber: 'R-7',
  });
});

test('a payment that is more than an amount less a discount is edited line by line', () => {
  expect(isPlainPayment(payment(line()))).toBe(true);
  expect(isPlainPayment(payment(line(), line({ lineType: 'DISCOUNT' })))).toBe(true);
  expect(isPlainPayment(payment(line({ quantity: '2' })))).toBe(false);
  expect(isPlainPayment(payment(line(), line()))).toBe(false);
  expect(isPlainPayment({ ...payment(line()), kind: 'INVOICE' })).toBe(false);
});
