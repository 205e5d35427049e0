import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAttendants } from './start';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('what a server does every few seconds', () => {
  it('begins spread over the pause, and each continues at its own time, never twice at once', async () => {
    const rounds: string[] = [];
    const attendant = (name: string) => ({
      name,
      everySeconds: 2,
      run: async () => {
        rounds.push(name);
      },
    });
    const running = startAttendants(['a', 'b', 'c', 'd'].map(attendant));
    const roundsIn = async (milliseconds: number) => {
      rounds.length = 0;
      await vi.advanceTimersByTimeAsync(milliseconds);
      return [...rounds];
    };
    expect(await roundsIn(499)).toEqual([]);
    expect(await roundsIn(1)).toEqual(['a']);
    expect(await roundsIn(500)).toEqual(['b']);
    expect(await roundsIn(500)).toEqual(['c']);
    expect(await roundsIn(500)).toEqual(['d']);
    expect(await roundsIn(500)).toEqual(['a']);
    expect((await roundsIn(4_000)).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
    await running.stop();
    expect(await roundsIn(10_000)).toEqual([]);
  });

  it('tries again after a failure', async () => {
    let rounds = 0;
    const failing = {
      name: 'failing',
      everySeconds: 2,
      run: async () => {
        rounds += 1;
        throw new Error('not now');
      },
    };
    const running = startAttendants([failing]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(rounds).toBe(3);
    await running.stop();
  });
});
