import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One second, the default limit of `expect.poll`, would be a measure of speed. The same as PATIENCE_MS in src/testing/patience.ts. */
const patient = { poll: { timeout: Number(process.env.DAYBOOK_PATIENCE_MS ?? 240_000) } };

/** A young generation large enough that short-lived objects are gone before they have to be copied: 5% less processor time. */
const execArgv = ['--max-semi-space-size=64'];

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };

/** Calls that make a worker discard its modules. */
const FORGETS = /resetModules/;
/** Words that mark a file with separate databases, and often servers and commands, for which it waits. */
const WAITS = /testing\/(?:empty-database|book-servers|replicating-servers|pointed-environment)'/;

/**
 * Files that make their worker discard its modules run first, one after another: each loads all modules for itself either way, and the
 * files after them share one load. Between others, each would cost one more load. Files that wait come next, so that no long one is left
 * for the end, when the other worker has nothing to do.
 */
class ForgettingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map(
      sorted.map((file) => {
        const text = readFileSync(file.moduleId, 'utf8');
        return [file, FORGETS.test(text) ? 0 : WAITS.test(text) ? 1 : 2] as const;
      }),
    );
    return [0, 1, 2].flatMap((place) => sorted.filter((file) => places.get(file) === place));
  }
}

/**
 * Files of one worker share their modules (`isolate: false`): loading all modules for every file cost more than the tests. A file that
 * needs fresh modules calls vi.resetModules() and leaves the environment as it found it.
 *
 * Projects: `unit` needs nothing; `database` needs a PostgreSQL that `scripts/test.mjs` (or the global setup) provides.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    sequence: { sequencer: ForgettingFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          isolate: false,
          execArgv,
          // A limit ends what hangs; it is not a measure of speed.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: patient,
          setupFiles: ['src/testing/worker/seed.ts'],
          include: [
            'src/{core,jobs,lib,server,surfaces,ui,usecases}/**/*.test.ts',
            '{bench,scripts,prisma,mutants}/**/*.test.ts',
          ],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          setupFiles: [
            'src/testing/worker/seed.ts',
            'src/testing/worker/first-counterexample.ts',
            'src/db/kept-plans.ts',
            'src/testing/worker/kept-connections.ts',
            'src/testing/worker/same-environment.ts',
          ],
          include: [
            'src/**/*.db.test.ts',
            'e2e/{adoption,contracts,isolation,ledger,hostile,revenue}/**/*.test.ts',
            'prisma/**/*.db.test.ts',
            'scripts/**/*.db.test.ts',
          ],
          globalSetup: ['src/testing/global-setup.ts'],
          pool: 'forks',
          execArgv,
          isolate: false,
          maxWorkers: 2,
          testTimeout: 1_800_000,
          hookTimeout: 1_800_000,
          expect: patient,
        },
      },
    ],
  },
});
