import { expect, test } from 'vitest';
import { refusal } from '@/core/refusals';
import { fieldIssuesOf, isSignedOut, sentenceOf } from './refusal';

const answered = (said: ReturnType<typeof refusal>) => ({
  message: said.message,
  data: { refusal: said },
});

test('a duplicate code is reported next to the code, and an invalid parent next to the parent', () => {
  const taken = refusal('DUPLICATE', 'Taken.', { noun: 'account', field: 'code', value: '1' });
  expect(fieldIssuesOf(answered(taken))).toEqual([{ field: 'code', message: 'Taken.' }]);
  const circle = refusal('CYCLE', 'A circle.', { noun: 'account', id: 'a', parentId: 'b' });
  expect(fieldIssuesOf(answered(circle))).toEqual([{ field: 'parentId', message: 'A circle.' }]);
});

test('an input error is reported at the last step of its path', () => {
  const wrong = refusal('INVALID_INPUT', 'No.', {
    issues: [
      { path: ['data', 'ownershipPercent'], message: 'too much' },
      { path: [], message: 'all of it' },
    ],
  });
  expect(fieldIssuesOf(answered(wrong))).toEqual([{ field: 'ownershipPercent', message: 'too much' }]);
});

test('a refusal of the whole record, and an unexpected error, name no field', () => {
  const stale = refusal('STALE_VERSION', 'Changed.', { expected: '1', actual: '2' });
  expect(fieldIssuesOf(answered(stale))).toEqual([]);
  expect(fieldIssuesOf(new Error('down'))).toEqual([]);
});

test('only an ended session is shown as one', () => {
  const ended = answered(
    refusal('UNAUTHENTICATED', 'A valid credential is required.', { reason: 'no session' }),
  );
  expect(isSignedOut(ended)).toBe(true);
  expect(sentenceOf(ended)).toContain('Sign in again');
  const stale = answered(refusal('STALE_VERSION', 'Changed.', { expected: '1', actual: '2' }));
  expect(isSignedOut(stale)).toBe(false);
  expect(sentenceOf(stale)).toBe('Changed.');
  expect(isSignedOut(new Error('down'))).toBe(false);
});
