import { rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** A Daybook that a test started for itself, as `npm start` does. */
export interface OwnStart {
  readonly baseUrl: string;
  /** All it has printed. */
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

/** Starts Daybook on an empty database of its own, on a free port: no demo, nobody has an account. `env` is added to the test's. */
export async function startEmpty(env: Readonly<Record<string, string>>): Promise<OwnStart> {
  const { StartedDaybook } = (await script('smoke.mjs')) as {
    StartedDaybook: new (directory: string, port: number, env: object) => Started;
  };
  const { temporaryDirectory, throwawayDatabase } = (await script('throwaway.mjs')) as {
    temporaryDirectory(name: string): string;
    throwawayDatabase(env: object): Promise<{ url: string; remove(): Promise<void> }>;
  };
  const { freePort } = (await script('ports.mjs')) as { freePort(): Promise<number> };
  // With a server of one's own (DATABASE_URL) the database is a new one there, else the data directory has its own PostgreSQL.
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
