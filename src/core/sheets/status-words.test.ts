import { expect, test } from 'vitest';
import { methodWords, statusWords } from './status-words';

test('a status is shown as words, in American spelling where the stored word is British', () => {
  expect(statusWords('PENDING_APPROVAL')).toBe('Pending approval');
  expect(statusWords('CANCELLED')).toBe('Canceled');
  expect(statusWords('LICENCE')).toBe('License');
});

test('the name of a payment network is unchanged', () => {
  expect(methodWords('SEPA')).toBe('SEPA');
  expect(methodWords('BANK_TRANSFER')).toBe('Bank transfer');
});
