import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { READY_DATABASE, readyDataDirectory } from './ready-cluster';

const load = <Module>(name: string): Promise<Module> =>
  import(pathToFileURL(path.resolve('scripts/lib', name)).href);

interface Running {
  readonly url: string;
  readonly pid: number;
}

/** Servers of books of their own for a test, all with this checkout's schema: `main`, the directory, and others. */
export interface ReplicatingServers {
  /** The owner's URL by name, as `npm run move` takes them. */
  readonly urls: ReadonlyMap<string, string>;
  /** The URL of the application's role by name. */
  readonly appUrls: ReadonlyMap<string, string>;
  /** Rows of a statement, asked as the owner. */
  asked<Row extends object>(server: string, text: string, values?: unknown[]): Promise<Row[]>;
  /** Kills the PostgreSQL of a server with -9. With one PostgreSQL for all, that is every server. */
  kill(server: string): Promise<void>;
  /** Starts it again at the same address. */
  restart(server: string): Promise<void>;
  /** Ends this object's connections and removes the servers. */
  remove(): Promise<void>;
}

/**
 * Starts throwaway servers that replicate: databases of one PostgreSQL, or with `clusters` one PostgreSQL for each name. The first
 * name is the directory's.
 */
export async function replicatingServers(
  names: readonly string[],
  { clusters = false }: { readonly clusters?: boolean } = {},
): Promise<ReplicatingServers> {
  const { startPostgres, stopPostgres } = await load<{
    startPostgres(directory: string, options: object): Promise<Running>;
    stopPostgres(directory: string): Promise<boolean>;
  }>('postgres/postgres.mjs');
  const { removeCluster } = await load<{ removeCluster(directory: string): void }>(
    'postgres/postgres-place.mjs',
  );
  const { ensureDatabase, withPrepareLock } = await load<{
    ensureDatabase(url: string, template?: string): Promise<boolean>;
    withPrepareLock<T>(url: string, work: (client: unknown) => Promise<T>): Promise<T>;
  }>('postgres/database.mjs');
  const { withUrlParts } = await load<{ withUrlParts(url: string, parts: object): string }>(
    'postgres/database-url.mjs',
  );
  const { ensureAppRole } = await load<{ ensureAppRole(client: unknown, url: string): Promise<string> }>(
    'postgres/app-role.mjs',
  );

  const directories = new Map<string, string>();
  const running = new Map<string, Running>();
  const start = async (directory: string) => {
    const started = await startPostgres(directory, { forgetful: true, replicating: true });
    running.set(directory, started);
    return started.url;
  };
  const urls = new Map<string, string>();
  const appUrls = new Map<string, string>();
  for (const name of names) {
    const [shared] = directories.values();
    const isOwn = shared === undefined || clusters;
    const directory = isOwn ? await readyDataDirectory() : shared;
    directories.set(name, directory);
    const server = isOwn ? await start(directory) : (running.get(directory)?.url ?? '');
    const url = withUrlParts(server, { database: `books_${name}` });
    await ensureDatabase(url, READY_DATABASE);
    urls.set(name, url);
    appUrls.set(name, await withPrepareLock(url, (client) => ensureAppRole(client, url)));
  }
  const directoryOf = (server: string) => {
    const directory = directories.get(server);
    if (directory === undefined) throw new Error(`there is no server ${server}`);
    return directory;
  };
  const owners = new Map<string, pg.Pool>();
  const ownerOf = (server: string) => {
    const found = owners.get(server);
    if (found !== undefined) return found;
    const pool = new pg.Pool({ connectionString: urls.get(server), max: 4 });
    pool.on('error', () => undefined);
    owners.set(server, pool);
    return pool;
  };
  return {
    urls,
    appUrls,
    asked: async <Row extends object>(server: string, text: string, values: unknown[] = []) =>
      (await ownerOf(server).query<Row>(text, values)).rows,
    async kill(server) {
      const { pid } = running.get(directoryOf(server)) ?? {};
      if (pid === undefined) throw new Error(`${server} does not run`);
      process.kill(pid, 'SIGKILL');
    },
    async restart(server) {
      for (let tries = 0; ; tries += 1) {
        try {
          await start(directoryOf(server));
          return;
        } catch (error) {
          // What a dying server still holds makes a start fail.
          if (tries >= 100) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    async remove() {
      await Promise.all([...owners.values()].map((pool) => pool.end()));
      for (const directory of new Set(directories.values())) {
        await stopPostgres(directory);
        removeCluster(directory);
        fs.rmSync(directory, { recursive: true, force: true });
      }
    },
  };
}
