import { expect, test } from 'vitest';
import { statusWords } from './status-words';

test.each([
  ['PENDING_APPROVAL', 'Pending approval'],
  ['CANCELLED', 'Canceled'],
  ['LICENCE', 'License'],
  ['admin', 'Admin'],
])('%s is read as %s', (stored, words) => {
  expect(statusWords(stored)).toBe(words);
});
