import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A script of scripts/lib, as the module it is. */
export const script = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(path.resolve('scripts/lib', name)).href);

/** What names the databases that modules use. */
export const NAMES_OF_DATABASES = [
  'DATABASE_URL',
  'DAYBOOK_TEST_OWNER_URL',
  'DAYBOOK_BOOKS',
  'DAYBOOK_READS',
] as const;

type Urls = Partial<Record<(typeof NAMES_OF_DATABASES)[number], string | undefined>>;

/**
 * Points the environment to other databases; the answer points it back. Modules that are loaded already use them too: they ask for the
 * environment whenever they need it, and keep nothing of a database but its connections. What a file does when it is loaded comes before,
 * so it calls this in `vi.hoisted`, or begins its work afterward.
 */
export async function pointEnvironment(urls: Urls): Promise<() => Promise<void>> {
  const before = NAMES_OF_DATABASES.map((name) => [name, process.env[name]] as const);
  await change(Object.entries(urls));
  return () => change(before);
}

/** Connections to the databases of before are closed, and the environment is read again. */
async function change(urls: readonly (readonly [string, string | undefined])[]): Promise<void> {
  const { closeConnections } = await import('@/db/client');
  const { forgetEnv } = await import('@/lib/env');
  await closeConnections();
  for (const [name, value] of urls) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
  forgetEnv();
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
