import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log, logUnavailable, sinceUnavailable } from './log';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('while the database cannot serve', () => {
  it('one line a second is logged for each cause, with how many were left out; a long message is cut', () => {
    const lines: { cause: string; unlogged: number; reason: string }[] = [];
    vi.spyOn(log, 'warn').mockImplementation((line: unknown) => {
      lines.push(line as (typeof lines)[number]);
    });
    expect(sinceUnavailable('DATABASE_FULL')).toBe(Number.POSITIVE_INFINITY);
    for (let request = 0; request < 500; request += 1) {
      logUnavailable('DATABASE_FULL', new Error('x'.repeat(10_000)), {});
      logUnavailable('POOL_FULL', new Error('full'), {});
    }
    vi.advanceTimersByTime(1_500);
    expect(sinceUnavailable('DATABASE_FULL')).toBe(1_500);
    logUnavailable('DATABASE_FULL', new Error('still full'), {});
    expect(lines.map(({ cause, unlogged }) => [cause, unlogged])).toEqual([
      ['DATABASE_FULL', 0],
      ['POOL_FULL', 0],
      ['DATABASE_FULL', 499],
    ]);
    expect(lines[0]?.reason).toHaveLength(300);
  });
});
