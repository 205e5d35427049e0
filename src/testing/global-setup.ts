import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

interface Throwaway {
  readonly url: string;
  remove(): Promise<void>;
}

/**
 * A statement that is kept (src/db/kept-plans.ts) is planned once a connection, for whatever values it comes with. PostgreSQL would plan it for its
 * values five times at least and, where that looks cheaper, each time: with a few rows for each organization that is half of its processor time.
 * Files that measure what statements touch have databases of their own, which plan as PostgreSQL does.
 */
const PLAN_ONCE = `do $$ begin
  execute format('alter database %I set plan_cache_mode = force_generic_plan', current_database());
end $$`;

const load = (name: string) => import(pathToFileURL(path.resolve('scripts/lib', name)).href);

/**
 * One migrated database for the whole run: tests never share rows, because each creates its own organization. It is a copy of
 * a template, as are the other databases of the run: DAYBOOK_TEST_TEMPLATE names it, and no one connects to it.
 * DAYBOOK_TEST_ADMIN_URL names a server to use (set by scripts/test.mjs); without it a throwaway one is started. A
 * DAYBOOK_TEST_TEMPLATE that is named already is a migrated database there, so that only what it lacks is migrated.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { temporaryDirectory, throwawayDatabase } = (await load('run/throwaway.mjs')) as {
    temporaryDirectory(name: string, options: { readonly inMemory: boolean }): string;
    throwawayDatabase(
      env: Record<string, string | undefined>,
      options: { readonly template: string | undefined },
    ): Promise<Throwaway>;
  };
  const { migrate } = (await load('laws/migrate.mjs')) as {
    migrate(client: unknown, url: string): Promise<string[]>;
  };
  const { ensureAppRole } = (await load('postgres/app-role.mjs')) as {
    ensureAppRole(client: unknown, url: string): Promise<string>;
  };
  const { closeAsTemplate, withPrepareLock } = (await load('postgres/database.mjs')) as {
    closeAsTemplate(url: string): Promise<string>;
    withPrepareLock<T>(url: string, work: (client: unknown) => Promise<T>): Promise<T>;
  };
  const template = await throwawayDatabase(
    { DATABASE_URL: process.env.DAYBOOK_TEST_ADMIN_URL },
    { template: process.env.DAYBOOK_TEST_TEMPLATE },
  );
  await withPrepareLock(template.url, (client) => migrate(client, template.url));
  process.env.DAYBOOK_TEST_TEMPLATE = await closeAsTemplate(template.url);
  const copy = async () => {
    const { url, remove } = await throwawayDatabase(
      { DATABASE_URL: template.url },
      { template: process.env.DAYBOOK_TEST_TEMPLATE },
    );
    return { url, remove, appUrl: await withPrepareLock(url, (client) => ensureAppRole(client, url)) };
  };
  const database = await copy();
  if (process.env.DAYBOOK_TEST_PLANS !== 'each')
    await withPrepareLock(database.url, (client) =>
      (client as { query(text: string): Promise<unknown> }).query(PLAN_ONCE),
    );
  // Servers in their own process use a second database: their background work visits every organization in its database at any time.
  const servers = await copy();
  process.env.DAYBOOK_TEST_SERVERS_URL = servers.appUrl;
  mkdirSync('.daybook', { recursive: true });
  const bundles = mkdtempSync(path.resolve('.daybook', 'test-'));
  process.env.DAYBOOK_TEST_BUNDLES = bundles;
  // Where the files of a migrated cluster are kept once a test has asked for one (ready-cluster.ts).
  const clusters = temporaryDirectory('clusters', { inMemory: true });
  process.env.DAYBOOK_TEST_CLUSTERS = clusters;
  // Inherited by forked workers.
  process.env.DAYBOOK_TEST_OWNER_URL = database.url;
  process.env.DATABASE_URL = database.appUrl;
  process.env.DAYBOOK_SECRET ??= 'tests-only-secret-tests-only-secret-tests';
  process.env.DAYBOOK_TODAY ??= '2026-11-21';
  process.env.LOG_LEVEL ??= 'silent';
  return async () => {
    rmSync(bundles, { recursive: true, force: true });
    rmSync(clusters, { recursive: true, force: true });
    await servers.remove();
    await database.remove();
    await template.remove();
  };
}
