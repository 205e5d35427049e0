import { describe, expect, test } from 'vitest';
import { isNewer } from '../release/version.mjs';
import { planLaws } from './apply-laws.mjs';
import { arrangeLaws, readLaws } from './laws.mjs';

const law = (name: string, sql: string) => ({ name, sql });
const names = (laws: { name: string }[]) => laws.map(({ name }) => name);
const fn = (name: string, body = '1') =>
  `CREATE FUNCTION ${name}() RETURNS int LANGUAGE sql AS $$ SELECT ${body} $$;`;

describe('the order of the laws', () => {
  test('a law comes after those whose functions, types or views it names; names in comments do not count', () => {
    const laws = arrangeLaws([
      law('a/first', `-- unlike last()\n${fn('first', 'middle()')}`),
      law('b/middle', `${fn('middle')} /* first() */`),
      law('c/last', 'CREATE TRIGGER t BEFORE UPDATE ON x FOR EACH ROW EXECUTE FUNCTION first();'),
    ]);
    expect(names(laws)).toEqual(['b/middle', 'a/first', 'c/last']);
    expect(laws.map(({ needs }: { needs: string[] }) => needs)).toEqual([[], ['b/middle'], ['a/first']]);
  });

  test('two laws that create the same thing are refused by name', () => {
    expect(() => arrangeLaws([law('a/x', fn('same')), law('b/y', fn('same'))])).toThrow(
      'The laws prisma/sql/a/x.sql and prisma/sql/b/y.sql both define same; remove one of them.',
    );
  });

  test('laws that depend on each other in a cycle are refused by name', () => {
    expect(() => arrangeLaws([law('a/x', fn('x', 'y()')), law('b/y', fn('y', 'x()'))])).toThrow(
      'The laws prisma/sql/a/x.sql → prisma/sql/b/y.sql → prisma/sql/a/x.sql depend on each other in a cycle.',
    );
  });

  test('every law of this checkout comes after those it needs', () => {
    const seen = new Set<string>();
    for (const { name, needs } of readLaws() as { name: string; needs: string[] }[]) {
      expect(needs.filter((need) => !seen.has(need))).toEqual([]);
      seen.add(name);
    }
    expect(seen.size).toBeGreaterThan(50);
  });
});

describe('planning the changes to a database', () => {
  const laws = arrangeLaws([
    law('a/one', fn('one')),
    law('b/two', fn('two', 'one()')),
    law('c/three', fn('three')),
  ]);
  const applied = laws.map(({ name, hash, needs }: { name: string; hash: string; needs: string[] }) => ({
    name,
    hash,
    needs,
    objects: [`FUNCTION ${name}`],
  }));
  const present = new Set(applied.flatMap(({ objects }: { objects: string[] }) => objects));

  test('a database that has every law needs no change', () => {
    expect(planLaws(applied, laws, present)).toEqual({ made: [], gone: [] });
  });

  test('a law whose text changed is recreated with those that need it', () => {
    const before = applied.map((row: { name: string }) =>
      row.name === 'a/one' ? { ...row, hash: 'other' } : row,
    );
    expect(names(planLaws(before, laws, present).made)).toEqual(['a/one', 'b/two']);
  });

  test('a law with a missing object is recreated', () => {
    expect(
      names(
        planLaws(applied, laws, new Set([...present].filter((name) => name !== 'FUNCTION c/three'))).made,
      ),
    ).toEqual(['c/three']);
  });

  test('a law without a file is dropped, and those that depended on it are recreated', () => {
    const without = laws.filter(({ name }: { name: string }) => name !== 'a/one');
    const { made, gone } = planLaws(applied, without, present);
    expect(names(gone)).toEqual(['a/one']);
    expect(names(made)).toEqual(['b/two']);
  });
});

describe('versions of Daybook', () => {
  test.each([
    ['0.2.0', '0.1.9', true],
    ['0.10.0', '0.9.0', true],
    ['1.0.0', '1.0.0-rc.1', true],
    ['1.0.0-rc.10', '1.0.0-rc.9', true],
    ['1.0.0-rc.1', '1.0.0', false],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', false],
  ])('%s is newer than %s: %s', (a, b, newer) => {
    expect(isNewer(a, b)).toBe(newer);
  });
});
