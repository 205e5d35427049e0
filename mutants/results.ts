import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildDirectory, root } from '../scripts/lib/paths.mjs';
import type { Mutant } from './mutant';
import type { Verdict } from './trial';

/** The result for a planted bug, with a hash of everything it depends on. */
export interface Result {
  readonly asked: string;
  readonly verdict: Exclude<Verdict, { readonly word: 'broken' }>;
  readonly seconds: number;
}

const FILE = path.join(buildDirectory, 'mutants.json');

const textOf = (name: string) => fs.readFileSync(path.join(root, name), 'utf8');

/** Covers the bug, the file it is planted in and the tests that claim the law: while these are unchanged, so is the result. */
export function hashOf({ file, find, replace, tests, title }: Mutant): string {
  const hash = createHash('sha256');
  for (const part of [file, find, replace, title ?? '', textOf(file), ...tests, ...tests.map(textOf)]) {
    hash.update(`${part.length} ${part}`);
  }
  return hash.digest('hex');
}

/** Results of earlier runs, by name. */
export function readResults(): Map<string, Result> {
  if (!fs.existsSync(FILE)) return new Map();
  return new Map(Object.entries(JSON.parse(fs.readFileSync(FILE, 'utf8')) as Record<string, Result>));
}

/** Stores the results so far, so that an interrupted run continues where it stopped. */
export function keepResults(results: ReadonlyMap<string, Result>): void {
  fs.mkdirSync(path.dirname(FILE), { recursive: true });
  fs.writeFileSync(FILE, JSON.stringify(Object.fromEntries(results), null, 2));
}
