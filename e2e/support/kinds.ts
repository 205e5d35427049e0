import { createHash } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { IS_LONG } from '@/testing/long-run';

/** Of the kinds an operation does not name, one in this many is tried in an ordinary run. */
const ONE_IN = 64;

/** The stem of a table's name, without its prefix: `ledger_entries` → `entr`. */
const stemOf = (kind: string) =>
  (kind.split('_').at(-1) ?? kind).replace(/(ies|ses|s)$/, '').replace(/y$/, '');

/**
 * The ids to try at an operation. `text` is what the operation declares: its name, path and fields. Kinds it names are always tried; of the
 * others, whose ids it should not even look up, one in sixty-four, chosen by name alone, so that each run tries the same. All of them
 * in the long run, and when DAYBOOK_KINDS is `all`, as `npm run faults -- R7` sets it.
 */
export function kindsFor(text: string, ids: ReadonlyMap<string, string>): [kind: string, id: string][] {
  if (IS_LONG || process.env.DAYBOOK_KINDS === 'all') return [...ids];
  return [...ids].filter(([kind]) => isNamed(kind, text) || chance(`${text} ${kind}`) === 0);
}

/** Whether a text names a table's records, in the singular or the plural. */
export const isNamed = (kind: string, text: string): boolean => text.toLowerCase().includes(stemOf(kind));

const chance = (text: string) => createHash('sha256').update(text).digest().readUInt32BE() % ONE_IN;

/**
 * Leaves out the stacks of errors while the tests of this file run: thousands of refusals are expected, and the stack of each costs as
 * much as the refusal.
 */
export function withoutStacks(): void {
  let before: number;
  beforeAll(() => {
    before = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
  });
  afterAll(() => {
    Error.stackTraceLimit = before;
  });
}
