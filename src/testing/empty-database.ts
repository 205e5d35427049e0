import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';
import { closeConnections } from '@/db/client';

interface Throwaway {
  readonly url: string;
  remove(): Promise<void>;
}

const load = (name: string) => import(pathToFileURL(path.resolve('scripts/lib', name)).href);

/** A database in which no one has an account, while it is the one that newly imported modules use. */
export interface EmptyDatabase {
  /** Runs work with a connection of the owner, as the start does. */
  asOwner<T>(work: (client: { query(text: string): Promise<{ rows: T[] }> }) => Promise<T>): Promise<T>;
  /** The secret of the link that a start would print now; undefined when it would print none. */
  startPrints(): Promise<string | undefined>;
  /** Restores the run's own database and removes this one. */
  leave(): Promise<void>;
}

/**
 * Creates and migrates an empty database and points the environment to it. Import what is to use it afterward, by
 * `await import()`, or create the database in `vi.hoisted`: modules imported before keep the run's database.
 */
export async function emptyDatabase(): Promise<EmptyDatabase> {
  const { throwawayDatabase } = (await load('throwaway.mjs')) as {
    throwawayDatabase(env: object, options: object): Promise<Throwaway>;
  };
  const { migrate } = (await load('migrate.mjs')) as {
    migrate(client: unknown, url: string): Promise<unknown>;
  };
  const { ensureAppRole } = (await load('app-role.mjs')) as {
    ensureAppRole(client: unknown, url: string): Promise<string>;
  };
  const { withPrepareLock } = (await load('database.mjs')) as {
    withPrepareLock<T>(url: string, work: (client: never) => Promise<T>): Promise<T>;
  };
  const { firstOwnerSecret } = (await load('first-link.mjs')) as {
    firstOwnerSecret(client: unknown): Promise<string | undefined>;
  };
  const database = await throwawayDatabase(
    { DATABASE_URL: process.env.DAYBOOK_TEST_OWNER_URL },
    { template: process.env.DAYBOOK_TEST_TEMPLATE },
  );
  const appUrl = await withPrepareLock(database.url, async (client) => {
    await migrate(client, database.url);
    return ensureAppRole(client, database.url);
  });
  const { DATABASE_URL, DAYBOOK_TEST_OWNER_URL } = process.env;
  await closeConnections();
  vi.resetModules();
  Object.assign(process.env, { DATABASE_URL: appUrl, DAYBOOK_TEST_OWNER_URL: database.url });
  return {
    asOwner: (work) => withPrepareLock(database.url, work),
    startPrints: () => withPrepareLock(database.url, firstOwnerSecret),
    async leave() {
      await closeConnections();
      vi.resetModules();
      Object.assign(process.env, { DATABASE_URL, DAYBOOK_TEST_OWNER_URL });
      await database.remove();
    },
  };
}
