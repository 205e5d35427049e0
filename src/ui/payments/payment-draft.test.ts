import { expect, test } from 'vitest';
import { amountOf, readPayment, settledAmount } from './payment-draft';

const payables = ['a', 'b'].map((id) => ({ id, number: id, dueDate: '2026-03-31', openAmount: '100.00' }));

test('without an amount a payment is what it pays less the discount taken', () => {
  const draft = { amount: '', discount: '2', amounts: { a: '100', b: '30' } };
  expect(amountOf(draft, payables)).toBe('128');
  expect(settledAmount(draft, payables)).toBe('130');
});

test('with an amount, what is not applied stays on account', () => {
  const draft = { amount: '150', discount: '', amounts: { a: '100' } };
  expect(amountOf(draft, payables)).toBe('150');
  expect(settledAmount(draft, payables)).toBe('150');
});

test('an amount for a document that is not open anymore does not count', () => {
  expect(amountOf({ amount: '', discount: '', amounts: { a: '100', gone: '5' } }, payables)).toBe('100');
});

test('kept work that is not a payment is not offered', () => {
  expect(readPayment({ amount: '5' })).toBeNull();
  expect(readPayment(null)).toBeNull();
});
