import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const alias = { '@': fileURLToPath(new URL('./src', import.meta.url)) };

/** Projects: `unit` needs nothing; `database` needs a PostgreSQL that `scripts/test.mjs` (or the global setup) provides. */
export default defineConfig({
  resolve: { alias },
  test: {
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'unit',
          setupFiles: ['src/testing/seed.ts'],
          include: ['src/{core,lib,surfaces,ui}/**/*.test.ts', 'scripts/**/*.test.ts', 'prisma/**/*.test.ts'],
          exclude: ['**/*.db.test.ts'],
        },
      },
      {
        resolve: { alias },
        test: {
          name: 'database',
          setupFiles: ['src/testing/seed.ts'],
          include: [
            'src/**/*.db.test.ts',
            'e2e/{contracts,isolation,ledger,hostile,revenue}/**/*.test.ts',
            'prisma/**/*.db.test.ts',
          ],
          globalSetup: ['src/testing/global-setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
