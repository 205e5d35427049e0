import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';

/**
 * @typedef {{name: string, file: string, sql: string, hash: string, needs: string[]}} Law
 *   a file of prisma/sql: `name` is its path without the ending (`ledger/append-entries`), `needs` the names of the laws
 *   whose functions, types or views it mentions
 */

const FOLDER = ['prisma', 'sql'];

/** The laws of this checkout, each after those it needs. */
export function readLaws() {
  const folder = inRoot(...FOLDER);
  const found = fs
    .readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.sql'))
    .map((name) => ({
      name: name.slice(0, -'.sql'.length).split(path.sep).join('/'),
      sql: fs.readFileSync(path.join(folder, name), 'utf8'),
    }));
  return arrangeLaws(found);
}

/**
 * Determines which laws depend on which, from their texts: a law needs the law that creates a function, type or view it names
 * outside of comments. Refuses two laws that create the same thing, and laws that depend on each other in a cycle.
 * @param {{name: string, sql: string}[]} texts
 * @returns {Law[]} each after those it needs, otherwise by name
 */
export function arrangeLaws(texts) {
  const makers = new Map();
  for (const { name, sql } of texts) {
    for (const made of madeBy(sql)) {
      const other = makers.get(made);
      if (other && other !== name) {
        throw new Failure(
          `The laws ${fileOf(other)} and ${fileOf(name)} both define ${made}; remove one of them.`,
        );
      }
      makers.set(made, name);
    }
  }
  const laws = texts.map(({ name, sql }) => ({
    name,
    file: fileOf(name),
    sql,
    hash: createHash('sha256').update(sql).digest('hex'),
    needs: [...new Set(wordsOf(sql).map((word) => makers.get(word)))]
      .filter((maker) => maker && maker !== name)
      .sort(),
  }));
  return inOrder(laws);
}

/**
 * Things by name, each after those it needs; a need that is not among them is ignored.
 * @template {{name: string, needs: string[]}} Thing
 * @param {Thing[]} things
 * @returns {Thing[]}
 */
export function inOrder(things) {
  const byName = new Map(things.map((thing) => [thing.name, thing]));
  const ordered = new Set();
  const visit = (thing, path) => {
    if (ordered.has(thing)) return;
    if (path.includes(thing.name)) {
      throw new Failure(
        `The laws ${[...path, thing.name].map(fileOf).join(' → ')} depend on each other in a cycle.`,
      );
    }
    for (const need of thing.needs) if (byName.has(need)) visit(byName.get(need), [...path, thing.name]);
    ordered.add(thing);
  };
  for (const name of [...byName.keys()].sort()) visit(byName.get(name), []);
  return [...ordered];
}

const fileOf = (name) => `${FOLDER.join('/')}/${name}.sql`;

const withoutComments = (sql) => sql.replace(/--.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');

const madeBy = (sql) =>
  [...withoutComments(sql).matchAll(/\bCREATE\s+(?:FUNCTION|PROCEDURE|TYPE|VIEW)\s+(\w+)/gi)].map(
    ([, name]) => name,
  );

const wordsOf = (sql) => withoutComments(sql).match(/\w+/g) ?? [];
