import { describe, expect, it } from 'vitest';
import { clockWatch } from './clock-watch';

const HOUR = 3_600_000;

/** A queue and organizations that write down what is asked of them; `away`: its database does not answer. */
function watched() {
  const clocks = { machine: 1_000 * HOUR, database: 1_000 * HOUR, away: false };
  const asked: string[] = [];
  const watch = clockWatch({
    queue: {
      async time() {
        if (clocks.away) throw new Error('away');
        return clocks.database;
      },
      async release() {
        asked.push('release queue');
      },
      wake: () => void asked.push('wake'),
    },
    releaseAll: async () => void asked.push('release all'),
    now: () => clocks.machine,
  });
  const round = async () => {
    asked.length = 0;
    await watch.run();
    return [...asked];
  };
  return { clocks, asked, round };
}

describe('background work after a jump of the clock', () => {
  it('continues when the clock of the machine, of the database or of both was set back, once for each time', async () => {
    const { clocks, round } = watched();
    expect(await round()).toEqual([]);
    clocks.database -= HOUR;
    expect(await round()).toEqual(['release queue', 'wake', 'release all']);
    expect(await round()).toEqual([]);
    clocks.machine -= HOUR;
    expect(await round()).toEqual(['wake', 'release queue', 'wake', 'release all']);
    expect(await round()).toEqual([]);
    clocks.machine += 24 * HOUR;
    clocks.database += 24 * HOUR;
    // What is due early by a clock set ahead waits for nothing.
    expect(await round()).toEqual([]);
    clocks.machine -= 24 * HOUR;
    clocks.database -= 24 * HOUR;
    expect(await round()).toEqual(['wake', 'release queue', 'wake', 'release all']);
  });

  it('continues as soon as a database answers that was unavailable when the clock was set back', async () => {
    const { clocks, asked, round } = watched();
    await round();
    clocks.machine -= HOUR;
    clocks.away = true;
    await expect(round()).rejects.toThrow('away');
    expect(asked).toEqual(['wake']);
    clocks.away = false;
    expect(await round()).toEqual(['release queue', 'wake', 'release all']);
    expect(await round()).toEqual([]);
  });
});
