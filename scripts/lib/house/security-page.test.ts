import fs from 'node:fs';
import { describe, expect, it } from 'vitest';

const page = fs.readFileSync('docs/security.md', 'utf8');
const rows = page
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const [id = '', words = '', state = '', where = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return { id, words, state, where };
  });

/** The number of requirements of levels 1 and 2 in each chapter of ASVS 5.0.0. */
const CHAPTERS = {
  V1: 27,
  V2: 11,
  V3: 19,
  V4: 10,
  V5: 9,
  V6: 35,
  V7: 18,
  V8: 7,
  V9: 7,
  V10: 29,
  V11: 14,
  V12: 9,
  V13: 13,
  V14: 9,
  V15: 13,
  V16: 16,
  V17: 7,
};

describe('the table of ASVS 5.0, levels 1 and 2', () => {
  it('has every requirement once', () => {
    expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
    const counts = Object.keys(CHAPTERS).map(
      (chapter) => rows.filter(({ id }) => id.startsWith(`${chapter}.`)).length,
    );
    expect(counts).toEqual(Object.values(CHAPTERS));
  });

  it('says what each is about and what its state is', () => {
    for (const { id, words, state } of rows) {
      expect([id, words.length > 3]).toEqual([id, true]);
      expect(['met', 'partly', 'gap', 'operator', 'does not apply']).toContain(state);
    }
  });

  it('gives a reason for everything that is not simply met', () => {
    const silent = rows.filter(({ state, where }) => state !== 'met' && where === '');
    expect(silent).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...page.matchAll(/`((?:src|e2e|scripts|docs)\/[\w./-]+)`/g)].map(([, file = '']) => file);
    expect(named.length).toBeGreaterThan(100);
    expect(named.filter((file) => !fs.existsSync(file))).toEqual([]);
  });
});

describe('the threat model', () => {
  it('has a row for each surface, the console and webhooks, and names the tests that guard each', () => {
    const [, model = ''] = page.split('## Threat model');
    const doors = (model.split('\n## ')[0] ?? '')
      .split('\n')
      .filter((line) => /^\| (?!Entry point|---)/.test(line));
    for (const door of [
      'A:',
      'B:',
      'C:',
      'D:',
      'SCIM',
      'Console and tRPC',
      'Downloads and uploads',
      'Webhooks',
    ]) {
      const row = doors.find((line) => line.startsWith(`| ${door}`)) ?? '';
      expect([door, /`[\w./-]+\.test\.ts`/.test(row)]).toEqual([door, true]);
    }
  });
});
