import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { buildDirectory, root } from '../scripts/lib/paths.mjs';
import { inTurn } from '../scripts/lib/run/turn.mjs';
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
export function readResults(file: string = FILE): Map<string, Result> {
  if (!fs.existsSync(file)) return new Map();
  return new Map(Object.entries(JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, Result>));
}

/**
 * Adds one result to those that are kept, so that an interrupted run continues where it stopped. Parallel runs take turns and read the file
 * again before they write, so that none removes what another has found; the new file replaces the old one atomically, so that a reader
 * never sees half of it.
 */
export async function keepResult(name: string, result: Result, file: string = FILE): Promise<void> {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  await inTurn(
    path.relative(buildDirectory, file),
    () => {
      const results = readResults(file).set(name, result);
      const written = `${file}.${process.pid}`;
      fs.writeFileSync(written, JSON.stringify(Object.fromEntries(results), null, 2));
      fs.renameSync(written, file);
    },
    { isShown: false },
  );
}

interface Sound {
  /** The hash of the sources with which these test files passed. */
  readonly sources: string;
  readonly tests: readonly string[];
}

const SOUND = path.join(buildDirectory, 'mutants-sound.json');

/** The test files that are known to pass with these sources, without any bug. */
export function readSound(sources: string, file: string = SOUND): ReadonlySet<string> {
  if (!fs.existsSync(file)) return new Set();
  const kept = JSON.parse(fs.readFileSync(file, 'utf8')) as Sound;
  return new Set(kept.sources === sources ? kept.tests : []);
}

/** Keeps which test files pass with these sources. */
export function keepSound(sources: string, tests: Iterable<string>, file: string = SOUND): void {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const kept: Sound = { sources, tests: [...new Set([...readSound(sources, file), ...tests])].sort() };
  fs.writeFileSync(file, JSON.stringify(kept, null, 2));
}
