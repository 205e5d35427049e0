import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryDirectory } from '../scripts/lib/run/throwaway.mjs';
import { keepResult, keepSound, type Result, readResults, readSound } from './results';

const result = (asked: string): Result => ({ asked, verdict: { word: 'survived' }, seconds: 1 });

describe('the results of planted bugs', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = temporaryDirectory('mutants-results');
    file = path.join(folder, 'kept', 'mutants.json');
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('of a run that began earlier remove nothing that another run has kept since', async () => {
    const earlier = readResults(file);
    await keepResult('by-the-other', result('1'), file);
    expect(earlier.size).toBe(0);
    await keepResult('by-this-one', result('2'), file);
    await keepResult('by-the-other', result('3'), file);
    expect(Object.fromEntries(readResults(file))).toEqual({
      'by-the-other': result('3'),
      'by-this-one': result('2'),
    });
  });

  it('kept by many at once are all present, and nothing else is left behind', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `bug-${index}`);
    await Promise.all(names.map((name) => keepResult(name, result(name), file)));
    expect([...readResults(file).keys()].sort()).toEqual([...names].sort());
    expect(fs.readdirSync(path.dirname(file))).toEqual(['mutants.json']);
  });

  it('wait for a process that is writing its own', async () => {
    const turn = `${file}.turn`;
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(turn, String(process.pid));
    const kept = keepResult('later', result('1'), file);
    // Many turns of the event loop: enough for a process that does not wait.
    for (let round = 0; round < 50; round += 1) await new Promise(setImmediate);
    expect(fs.existsSync(file)).toBe(false);
    fs.rmSync(turn);
    await kept;
    expect(readResults(file).has('later')).toBe(true);
  });
});

describe('the test files that pass without a planted bug', () => {
  it('are remembered together for the same sources, and forgotten for others', () => {
    const folder = temporaryDirectory('mutants-sound');
    const file = path.join(folder, 'sound.json');
    try {
      expect([...readSound('1', file)]).toEqual([]);
      keepSound('1', ['b.test.ts'], file);
      keepSound('1', ['a.test.ts'], file);
      expect([...readSound('1', file)]).toEqual(['a.test.ts', 'b.test.ts']);
      expect([...readSound('2', file)]).toEqual([]);
      keepSound('2', ['a.test.ts'], file);
      expect([...readSound('1', file)]).toEqual([]);
    } finally {
      fs.rmSync(folder, { recursive: true, force: true });
    }
  });
});
