/** The floors a bug can be planted on, as `--floor` names them. */
export const FLOORS = ['core', 'usecases', 'sql', 'policies', 'doors', 'auth', 'db'] as const;
export type Floor = (typeof FLOORS)[number];

/** A small bug that someone could introduce, and the tests that are expected to catch it. */
export interface Mutant {
  readonly floor: Floor;
  /** What the bug does, in kebab-case; unique. */
  readonly name: string;
  /** The file, relative to the checkout. */
  readonly file: string;
  /** The exact text to replace, which occurs once. */
  readonly find: string;
  readonly replace: string;
  /** What would be wrong in the books, or for whom, if the bug went unnoticed. */
  readonly why: string;
  /** The test files that claim the law. */
  readonly tests: readonly string[];
  /** Runs only the tests whose full title matches, for files whose other tests have nothing to do with it. */
  readonly title?: string;
  /** Why no test can or needs to catch it. A survivor without a reason fails the run, as does a reason without a survivor. */
  readonly survives?: string;
}

/** One line of a table: everything except what the whole table shares. */
export type Planted = readonly [
  name: string,
  find: string,
  replace: string,
  why: string,
  more?: { readonly tests?: readonly string[]; readonly title?: string; readonly survives?: string },
];

/** The bugs of one file, with the tests that claim its laws, unless a line names its own tests. */
export function plantedIn(
  floor: Floor,
  file: string,
  tests: readonly string[],
  lines: readonly Planted[],
): Mutant[] {
  return lines.map(([name, find, replace, why, more]) => ({
    floor,
    file,
    tests,
    name,
    find,
    replace,
    why,
    ...more,
  }));
}

/** The vitest project a test file belongs to. */
export function projectOf(test: string): 'unit' | 'database' {
  return test.endsWith('.db.test.ts') || test.startsWith('e2e/') ? 'database' : 'unit';
}
