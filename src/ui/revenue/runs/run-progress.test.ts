import { expect, test } from 'vitest';
import { runState, STALLED_AFTER, timeLeft, timeTaken } from './run-progress';

const seen = { isOurs: false, hasFailed: false, lastMove: 0, now: 1_000 };

test('the page shows whether a run is waiting, posting, stalled, failed or done', () => {
  expect(runState({ runStatus: 'PREVIEW' }, seen)).toBe('PREVIEW');
  expect(runState({ runStatus: 'PREVIEW' }, { ...seen, isOurs: true })).toBe('POSTING');
  expect(runState({ runStatus: 'POSTING' }, seen)).toBe('POSTING');
  expect(runState({ runStatus: 'POSTING' }, { ...seen, now: STALLED_AFTER })).toBe('STALLED');
  expect(runState({ runStatus: 'POSTING' }, { ...seen, isOurs: true, now: STALLED_AFTER })).toBe('POSTING');
  expect(runState({ runStatus: 'POSTING' }, { ...seen, hasFailed: true })).toBe('FAILED');
  expect(runState({ runStatus: 'POSTED' }, { ...seen, hasFailed: true })).toBe('POSTED');
});

test('the time left is estimated from observed progress, and not from too little of it', () => {
  const from = { at: 0, done: 0 };
  expect(timeLeft(from, { at: 500, done: 10 }, 100)).toBeNull();
  expect(timeLeft(from, { at: 2_000, done: 0 }, 100)).toBeNull();
  expect(timeLeft(from, { at: 10_000, done: 50 }, 100)).toBe('about 10 seconds left');
  expect(timeLeft(from, { at: 10_000, done: 80 }, 100)).toBe('a few seconds left');
  expect(timeLeft(from, { at: 60_000, done: 100 }, 400)).toBe('about 3 minutes left');
  expect(timeLeft(from, { at: 60_000, done: 100 }, 100)).toBeNull();
});

test('the time taken is shown in seconds, then in minutes', () => {
  const at = (iso: string) => new Date(`2026-01-01T00:${iso}Z`);
  expect(timeTaken({ startedAt: at('00:00'), finishedAt: at('00:12') })).toBe('12 s');
  expect(timeTaken({ startedAt: at('00:00'), finishedAt: at('03:05') })).toBe('3 min 5 s');
  expect(timeTaken({ startedAt: at('00:00'), finishedAt: null })).toBeNull();
});
