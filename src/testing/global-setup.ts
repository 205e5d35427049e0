import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Throwaway {
  readonly url: string;
  remove(): Promise<void>;
}

const load = (name: string) => import(pathToFileURL(path.resolve('scripts/lib', name)).href);

/**
 * One migrated database for the whole run: tests never share rows, because each creates its own organization.
 * DAYBOOK_TEST_ADMIN_URL names a server to use (set by scripts/test.mjs); without it a throw-away one is started.
 * DAYBOOK_TEST_TEMPLATE names a migrated database there to copy, so that only what it lacks is migrated.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { throwawayDatabase } = (await load('throwaway.mjs')) as {
    throwawayDatabase(
      env: Record<string, string | undefined>,
      options: { readonly template: string | undefined },
    ): Promise<Throwaway>;
  };
  const { migrate } = (await load('migrate.mjs')) as {
    migrate(client: unknown, url: string): Promise<string[]>;
  };
  const { ensureAppRole } = (await load('app-role.mjs')) as {
    ensureAppRole(client: unknown, url: string): Promise<string>;
  };
  const { withPrepareLock } = (await load('database.mjs')) as {
    withPrepareLock<T>(url: string, work: (client: unknown) => Promise<T>): Promise<T>;
  };
  const database = await throwawayDatabase(
    { DATABASE_URL: process.env.DAYBOOK_TEST_ADMIN_URL },
    { template: process.env.DAYBOOK_TEST_TEMPLATE },
  );
  const url = await withPrepareLock(database.url, async (client) => {
    await migrate(client, database.url);
    return ensureAppRole(client, database.url);
  });
  // Inherited by forked workers.
  process.env.DAYBOOK_TEST_OWNER_URL = database.url;
  process.env.DATABASE_URL = url;
  process.env.DAYBOOK_SECRET ??= 'tests-only-secret-tests-only-secret-tests';
  process.env.DAYBOOK_TODAY ??= '2026-11-21';
  process.env.LOG_LEVEL ??= 'silent';
  return () => database.remove();
}
