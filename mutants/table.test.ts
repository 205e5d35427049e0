import fs from 'node:fs';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { planted } from './copy';
import { MUTANTS } from './table';

const names = MUTANTS.map(({ name }) => name);

describe('the table of planted bugs', () => {
  it('has at least 150, each with a unique name that describes it', () => {
    expect(MUTANTS.length).toBeGreaterThanOrEqual(150);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    expect(names.filter((name) => !/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(name))).toEqual([]);
  });

  it.each(MUTANTS)(
    '$name: the text to replace occurs in $file exactly once, and the result can be parsed',
    (mutant) => {
      const text = planted(mutant, fs.readFileSync(mutant.file, 'utf8'));
      expect(mutant.replace).not.toBe(mutant.find);
      if (mutant.file.endsWith('.ts')) transformSync(text, { loader: 'ts' });
    },
  );

  it.each(MUTANTS)(
    '$name: explains why it matters and names the tests that claim the law',
    ({ why, tests, title }) => {
      expect(why.length).toBeGreaterThan(20);
      expect(tests.length).toBeGreaterThan(0);
      for (const test of tests) expect(fs.existsSync(test), test).toBe(true);
      if (title !== undefined) {
        const words = new RegExp(title);
        expect(tests.some((test) => words.test(fs.readFileSync(test, 'utf8')))).toBe(true);
      }
    },
  );
});
