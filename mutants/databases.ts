import { migrate } from '../scripts/lib/laws/migrate.mjs';
import { closeAsTemplate, withPrepareLock } from '../scripts/lib/postgres/database.mjs';
import { throwawayDatabase } from '../scripts/lib/run/throwaway.mjs';
import type { Mutant } from './mutant';

/**
 * A PostgreSQL for the trials with one migrated database, from which each trial's database is copied, so that a bug in a law
 * costs only the migration of that law. Returns the environment for the tests.
 */
export async function openTemplate(cleanup: {
  add(task: () => unknown): Promise<void>;
}): Promise<Record<string, string>> {
  const { url } = await throwawayDatabase(process.env, { cleanup });
  await withPrepareLock(url, (client: unknown) => migrate(client, url));
  return { DAYBOOK_TEST_ADMIN_URL: url, DAYBOOK_TEST_TEMPLATE: await closeAsTemplate(url) };
}

/** A migration that differs from the one applied is refused, so for a bug in a migration all are applied from the beginning. */
export function environmentFor({ file }: Mutant, env: Record<string, string>): Record<string, string> {
  if (!file.startsWith('prisma/migrations/')) return env;
  const { DAYBOOK_TEST_TEMPLATE: _template, ...rest } = env;
  return rest;
}
