import { run } from '../children.mjs';
import { inRoot } from '../paths.mjs';

const bin = (...parts) => inRoot('node_modules', ...parts);

/** A program whose exit code decides one test. */
function check(name, title, file, args = [], env = {}) {
  return {
    name,
    title,
    run: async () => {
      const { code, output } = await run(file, args, { env: { FORCE_COLOR: '0', NO_COLOR: '1', ...env } });
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, output };
    },
  };
}

const node = (name, title, script, ...args) => check(name, title, process.execPath, [script, ...args]);

/** Short-lived Go programs need not collect garbage so often: a tenth to a sixth less processor time, hardly more memory. */
const SHORT_LIVED = { GOGC: '400' };

/**
 * The type-aware part of oxlint is a separate program, which runs as many checkers as Go may use processors; each repeats work of the
 * others. One checker takes a fifth less processor time.
 */
const ONE_CHECKER = { ...SHORT_LIVED, GOMAXPROCS: '1' };

/** The checks that only read the sources; longest first, so that two at a time end together. */
export const STATIC_CHECKS = [
  // Uses the native compiler (TypeScript 7), which takes a fifth of the time. The tools that need the compiler as a library use
  // TypeScript 6: version 7 does not have one.
  check(
    'types',
    'types (tsc)',
    process.execPath,
    [
      bin('typescript-native', 'bin', 'tsc'),
      // Several checkers would each check the types they share: on two cores that costs twice the processor time and saves no waiting.
      '--singleThreaded',
      '--noEmit',
      '-p',
      '.',
      '--incremental',
      '--tsBuildInfoFile',
      inRoot('.daybook', 'types.tsbuildinfo'),
    ],
    SHORT_LIVED,
  ),
  node(
    'stairs',
    'stairs (dependency-cruiser)',
    bin('dependency-cruiser', 'bin', 'dependency-cruise.mjs'),
    '--config',
    '.dependency-cruiser.cjs',
    '--output-type',
    'err-long',
    'src',
    'prisma/seed',
    'e2e',
    'bench',
    'mutants',
  ),
  check('format', 'format and lint (biome)', bin('.bin', 'biome'), [
    'ci',
    '--colors=off',
    '--max-diagnostics=50',
    '.',
  ]),
  check(
    'promises',
    'promises and switches (oxlint)',
    bin('.bin', 'oxlint'),
    ['--type-aware', 'src', 'e2e', 'prisma', 'bench', 'mutants', 'scripts'],
    ONE_CHECKER,
  ),
  node(
    'unused',
    'nothing unused (knip)',
    bin('knip', 'bin', 'knip.js'),
    '--no-progress',
    '--no-config-hints',
  ),
  node('house', 'house rules (check-house)', bin('tsx', 'dist', 'cli.mjs'), 'scripts/check-house.ts'),
  node(
    'packages',
    'licenses and digests of packages (check-packages)',
    bin('tsx', 'dist', 'cli.mjs'),
    'scripts/check-packages.ts',
  ),
];

/** Compares the schemas with the migrations and laws; starts the PostgreSQL it needs. */
export const DRIFT = node('drift', 'schema, migrations and laws agree', 'scripts/drift.mjs');
