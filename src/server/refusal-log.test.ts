import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { log } from '@/lib/telemetry/log';
import { RefusalLog } from './refusal-log';

const lines: { network: string; status: number; unlogged: number }[] = [];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  lines.length = 0;
  vi.spyOn(log, 'warn').mockImplementation((line: unknown) => {
    lines.push(line as (typeof lines)[number]);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('refused requests in the process log', () => {
  it('are one line a minute for each network and status, which says how many there were in between', () => {
    const refusals = new RefusalLog();
    for (let request = 0; request < 500; request += 1) {
      refusals.note('192.0.2.1', 401);
      refusals.note('192.0.2.1', 429);
      refusals.note('192.0.2.2', 401);
    }
    vi.advanceTimersByTime(60_000);
    refusals.note('192.0.2.1', 401);
    expect(lines).toEqual([
      { network: '192.0.2.1', status: 401, unlogged: 0 },
      { network: '192.0.2.1', status: 429, unlogged: 0 },
      { network: '192.0.2.2', status: 401, unlogged: 0 },
      { network: '192.0.2.1', status: 401, unlogged: 499 },
    ]);
  });

  it('are those that may show an attempt; what was answered, not found or broken is not among them', () => {
    const refusals = new RefusalLog();
    for (const status of [200, 204, 304, 404, 409, 412, 500, 503]) refusals.note('192.0.2.1', status);
    expect(lines).toEqual([]);
  });

  it('cannot fill the log or the memory from a hundred thousand networks, and none is left uncounted', () => {
    const refusals = new RefusalLog();
    for (let network = 0; network < 100_000; network += 1) refusals.note(`2001:db8:${network}::/64`, 401);
    expect(lines).toHaveLength(2_001);
    vi.advanceTimersByTime(60_000);
    refusals.note('192.0.2.1', 401);
    const told =
      lines.slice(0, 2_001).length + lines.slice(2_001).reduce((sum, line) => sum + line.unlogged, 0);
    // Each of the lines before the minute told of one, the last one of itself and no other.
    expect(told).toBe(100_000);
  });
});
