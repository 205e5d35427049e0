import { expect, test } from 'vitest';
import { blankLine } from '@/ui/kit/grid/grid-state';
import { type HeaderValues, termsOf } from './form-header';
import { headerForKind, linesForKind } from './other-kind';

const header = (more: Partial<HeaderValues> = {}): HeaderValues => ({
  transactionTypeId: 'type',
  subsidiaryId: 'us',
  entityType: 'VENDOR',
  entityId: 'paper-mill',
  transactionDate: '2026-03-12',
  currencyCode: 'USD',
  exchangeRate: '',
  revenueContractId: '',
  discountPercent: '2',
  ...termsOf({ dueDate: '2026-04-11', memo: 'Paper', referenceNumber: 'R-7' }),
  isAdjustment: false,
  ...more,
});
const empty = header({
  transactionTypeId: 'other',
  subsidiaryId: 'de',
  entityType: '',
  entityId: '',
  discountPercent: '',
  dueDate: '',
  memo: '',
  referenceNumber: '',
});

test('a bill that becomes a vendor credit keeps its vendor and words, and leaves behind a term that credits do not have', () => {
  const kept = headerForKind({ kind: 'VENDOR_BILL', header: header(), lines: [] }, empty, 'VENDOR_CREDIT');
  const expected = { transactionTypeId: 'other', subsidiaryId: 'us', entityId: 'paper-mill', memo: 'Paper' };
  expect(kept).toMatchObject(expected);
  expect(kept.dueDate).toBe('');
});

test('a bill that becomes an invoice keeps everything but the vendor', () => {
  const fresh = { ...empty, entityType: 'CUSTOMER' as const };
  const kept = headerForKind({ kind: 'VENDOR_BILL', header: header(), lines: [] }, fresh, 'INVOICE');
  const expected = { entityType: 'CUSTOMER', entityId: '', dueDate: '2026-04-11', discountPercent: '' };
  expect(kept).toMatchObject(expected);
});

test('an invoice that becomes a credit memo keeps the contract it bills; one that becomes a journal leaves it behind', () => {
  const billed = header({ entityType: 'CUSTOMER', revenueContractId: 'contract' });
  const invoice = { kind: 'INVOICE' as const, header: billed, lines: [] };
  expect(headerForKind(invoice, empty, 'CREDIT_MEMO').revenueContractId).toBe('contract');
  expect(headerForKind(invoice, empty, 'JOURNAL').revenueContractId).toBe('');
});

test('amounts stay on their side of the entry from journal to bill, to invoice, and back', () => {
  const lines = [
    blankLine('1', { account: '6100 Rent', description: 'March', debit: '1,700.00', department: 'North' }),
    blankLine('2', { account: '1110 Bank', credit: '700.00' }),
    blankLine('3'),
  ];
  const journal = { kind: 'JOURNAL' as const, header: header(), lines };
  const bill = linesForKind(journal, 'VENDOR_BILL');
  expect(bill.map(({ cells }) => cells)).toMatchObject([
    { account: '6100 Rent', description: 'March', department: 'North', price: '1,700.00' },
    { account: '1110 Bank', price: '-700.00' },
  ]);
  expect(linesForKind(journal, 'INVOICE').map(({ cells }) => cells.price)).toEqual(['-1,700.00', '700.00']);
  const back = linesForKind({ kind: 'VENDOR_BILL', header: header(), lines: bill }, 'JOURNAL');
  expect(back.map(({ cells }) => [cells.debit, cells.credit])).toEqual([
    ['1,700.00', ''],
    ['', '700.00'],
  ]);
});

test('between documents every cell stays', () => {
  const cells = { item: 'A Widget', quantity: '2', price: '5.00', tax: 'VAT' };
  const lines = [blankLine('1', cells), blankLine('2')];
  expect(linesForKind({ kind: 'INVOICE', header: header(), lines }, 'CREDIT_MEMO')).toEqual([lines[0]]);
});
