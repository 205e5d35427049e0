import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { vi } from 'vitest';

/** A script of scripts/lib, as the module it is. */
export const script = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(path.resolve('scripts/lib', name)).href);

/** What names the databases that newly imported modules use. */
export const NAMES_OF_DATABASES = [
  'DATABASE_URL',
  'DAYBOOK_TEST_OWNER_URL',
  'DAYBOOK_BOOKS',
  'DAYBOOK_READS',
] as const;

type Urls = Partial<Record<(typeof NAMES_OF_DATABASES)[number], string | undefined>>;

/**
 * Points the environment to other databases. Import what is to use them afterward, by `await import()`, or call it in `vi.hoisted`:
 * modules imported before keep the run's database. The answer points it back.
 */
export async function pointEnvironment(urls: Urls): Promise<() => Promise<void>> {
  const before = NAMES_OF_DATABASES.map((name) => [name, process.env[name]] as const);
  await forgetModules();
  Object.assign(process.env, urls);
  return async () => {
    await forgetModules();
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

/** Connections are kept outside of modules, so any module of the client closes them all. */
async function forgetModules(): Promise<void> {
  const { closeConnections } = await import('@/db/client');
  await closeConnections();
  vi.resetModules();
}

interface Throwaway {
  readonly url: string;
  remove(): Promise<void>;
}

/** A migrated database on the run's server, a copy of its template: the owner's URL and the application's. */
export async function migratedDatabase(): Promise<Throwaway & { readonly appUrl: string }> {
  const { throwawayDatabase } = await script<{
    throwawayDatabase(env: object, options: object): Promise<Throwaway>;
  }>('run/throwaway.mjs');
  const { ensureAppRole } = await script<{ ensureAppRole(client: unknown, url: string): Promise<string> }>(
    'postgres/app-role.mjs',
  );
  const { withPrepareLock } = await script<{
    withPrepareLock<T>(url: string, work: (client: unknown) => Promise<T>): Promise<T>;
  }>('postgres/database.mjs');
  const { url, remove } = await throwawayDatabase(
    { DATABASE_URL: process.env.DAYBOOK_TEST_OWNER_URL },
    { template: process.env.DAYBOOK_TEST_TEMPLATE },
  );
  const appUrl = await withPrepareLock(url, (client) => ensureAppRole(client, url));
  return { url, appUrl, remove };
}
