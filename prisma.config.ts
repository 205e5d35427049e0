import { defineConfig } from 'prisma/config';

/** Read by `prisma generate` alone; migrations run through scripts/migrate.mjs, which needs no downloaded engine. */
export default defineConfig({
  schema: 'prisma/schema',
  migrations: { path: 'prisma/migrations' },
});
