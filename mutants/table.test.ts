import fs from 'node:fs';
import path from 'node:path';
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

/** Laws without a planted bug, each for a reason; a new one must be added here knowingly. */
const WITHOUT_BUG: Readonly<Record<string, string>> = {
  'prisma/sql/revenue/revenue-due.sql':
    'Three columns of three types: whatever is changed, the functions that make such rows are refused when they are applied.',
};

const laws = fs
  .readdirSync('prisma/sql', { recursive: true })
  .map((name) => path.posix.join('prisma/sql', String(name).split(path.sep).join('/')))
  .filter((name) => name.endsWith('.sql'))
  .sort();

/** Where in a law its bugs are planted. */
const placesIn = (law: string, text: string) =>
  MUTANTS.filter(({ file }) => file === law).map(({ find }) => ({
    from: text.indexOf(find),
    to: text.indexOf(find) + find.length,
  }));

/** The triggers and policies of the laws that make several: a bug in one says nothing about the others. */
const parts = laws.flatMap((law) => {
  const text = fs.readFileSync(law, 'utf8');
  if ((text.match(/CREATE (?:TRIGGER|POLICY)/g) ?? []).length < 2) return [];
  const statements = text.matchAll(
    /^CREATE (?:TRIGGER|POLICY) \w+ [^;]*? ON \w+|^CREATE POLICY \w+ ON \w+/gm,
  );
  return [...statements].map((statement) => ({
    law,
    name: statement[0].replaceAll(/\s+/g, ' '),
    from: statement.index,
    to: text.indexOf(';', statement.index),
  }));
});

describe('the laws of the database', () => {
  it.each(laws.map((law) => ({ law })))('$law has a planted bug, or a reason why not', ({ law }) => {
    const bugs = MUTANTS.filter(({ file }) => file === law).map(({ name }) => name);
    expect(bugs.length > 0).toBe(WITHOUT_BUG[law] === undefined);
  });

  it.each(laws.filter((law) => WITHOUT_BUG[law] === undefined).map((law) => ({ law })))(
    '$law: a test that its head names is run with one of its bugs',
    ({ law }) => {
      const head = /^-- Proved by: (?:.*\n)(?:--.*\n)*/m.exec(fs.readFileSync(law, 'utf8'))?.[0] ?? '';
      const asked = MUTANTS.filter(({ file }) => file === law).flatMap(({ tests }) => tests);
      expect(asked.filter((test) => head.includes(test))).not.toEqual([]);
    },
  );

  it('without a planted bug exist', () => {
    expect(Object.keys(WITHOUT_BUG).filter((law) => !laws.includes(law))).toEqual([]);
  });

  it.each(parts)('$law: a bug is planted in $name itself', ({ law, from, to }) => {
    const places = placesIn(law, fs.readFileSync(law, 'utf8'));
    expect(places.some((place) => place.from < to && place.to > from)).toBe(true);
  });
});
