import { expect, test } from 'vitest';
import { progressWords } from './job-words';

test.each([
  [{ kind: 'imports.run', done: 1_250, total: 4_000 }, '1,250 of 4,000 rows'],
  [{ kind: 'imports.run', done: 1, total: 1 }, '1 of 1 row'],
  [{ kind: 'imports.run', done: 1, total: 2 }, '1 of 2 rows'],
  [{ kind: 'cutOver.open', done: 1, total: 1 }, '1 of 1 entry'],
  [{ kind: 'subscriptions.billScheduled', done: 20, total: null }, '20 subscriptions'],
] as const)('how far %o is, in words', (job, words) => {
  expect(progressWords(job)).toBe(words);
});
