import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';

/** A Daybook that a test started for itself, as `npm start` would. */
export interface OwnStart {
  readonly baseUrl: string;
  /** Everything it has printed. */
  said(): string;
  /** Ends it and removes its database and files. */
  end(): Promise<void>;
}

interface Started {
  readonly baseUrl: string;
  up(): Promise<void>;
  said(): string;
  down(): Promise<unknown>;
}

const script = (name: string) => import(pathToFileURL(path.resolve('scripts/lib', name)).href);

/** A PostgreSQL server that a test started for itself. */
export interface OwnServer {
  /** The URL of the owner of its one, empty database. */
  readonly url: string;
  /** The names of the organizations whose books it has. */
  organizations(): Promise<string[]>;
  end(): Promise<void>;
}

/** Starts another PostgreSQL server, with the durability settings that Daybook requires of a user's server. */
export async function startServer(): Promise<OwnServer> {
  const { throwawayDatabase } = (await script('run/throwaway.mjs')) as {
    throwawayDatabase(env: object, options: object): Promise<{ url: string; remove(): Promise<void> }>;
  };
  // Without DATABASE_URL it gets a separate server, not a database on the test's server.
  const { url, remove } = await throwawayDatabase({}, { forgetful: false });
  const organizations = async () => {
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    try {
      const { rows } = await owner.query<{ name: string }>('select name from organizations order by name');
      return rows.map(({ name }) => name);
    } finally {
      await owner.end();
    }
  };
  return { url, organizations, end: remove };
}

/**
 * Starts Daybook on a separate empty database and a free port, without the demo and without accounts. `env` is added to the test's
 * environment.
 */
export async function startEmpty(env: Readonly<Record<string, string>>): Promise<OwnStart> {
  const { StartedDaybook } = (await script('release/smoke.mjs')) as {
    StartedDaybook: new (directory: string, port: number, env: object) => Started;
  };
  const { temporaryDirectory, throwawayDatabase } = (await script('run/throwaway.mjs')) as {
    temporaryDirectory(name: string): string;
    throwawayDatabase(env: object): Promise<{ url: string; remove(): Promise<void> }>;
  };
  const { freePort } = (await script('ports.mjs')) as { freePort(): Promise<number> };
  // With DATABASE_URL, a new database is created on that server; otherwise the data directory has its own PostgreSQL.
  const given = process.env.DATABASE_URL ? await throwawayDatabase(process.env) : null;
  const folder = temporaryDirectory('adoption');
  const daybook = new StartedDaybook(path.join(folder, 'data'), await freePort(), {
    ...env,
    DAYBOOK_DEMO: '0',
    ...(given === null ? {} : { DATABASE_URL: given.url }),
  });
  const end = async () => {
    await daybook.down();
    await given?.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await daybook.up();
  } catch (error) {
    await end();
    throw error;
  }
  return { baseUrl: daybook.baseUrl, said: () => daybook.said(), end };
}
