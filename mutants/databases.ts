import { withPrepareLock } from '../scripts/lib/database.mjs';
import { databaseNameOf } from '../scripts/lib/database-url.mjs';
import { migrate } from '../scripts/lib/migrate.mjs';
import { throwawayDatabase } from '../scripts/lib/throwaway.mjs';

/**
 * A PostgreSQL for the trials with one migrated database, from which each trial's own is copied: a bug in a law of the database
 * costs the migration of that law alone. Answers the environment in which the tests find it.
 */
export async function openTemplate(cleanup: {
  add(task: () => unknown): Promise<void>;
}): Promise<Record<string, string>> {
  const { url } = await throwawayDatabase(process.env, { cleanup });
  await withPrepareLock(url, (client: unknown) => migrate(client, url));
  return { DAYBOOK_TEST_ADMIN_URL: url, DAYBOOK_TEST_TEMPLATE: databaseNameOf(url) };
}
