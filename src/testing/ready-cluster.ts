import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { script } from './pointed-environment';

/** The database of a ready cluster that is migrated and only copied: the template of others. */
export const READY_DATABASE = 'books_ready';

interface Scripts {
  readonly throwaway: { temporaryDirectory(name: string, options: { inMemory: boolean }): string };
  readonly directory: { openDataDirectory(directory: string): string };
  readonly postgres: {
    startPostgres(directory: string, options: object): Promise<{ readonly url: string }>;
    stopPostgres(directory: string): Promise<boolean>;
  };
  readonly place: {
    postgresPlace(directory: string): { readonly cluster: string };
    removeCluster(directory: string): void;
  };
  readonly copy: { copyOwned(from: string, to: string, options: { readonly flushes: boolean }): number };
}

async function scripts(): Promise<Scripts> {
  const [throwaway, directory, postgres, place, copy] = await Promise.all([
    script<Scripts['throwaway']>('run/throwaway.mjs'),
    script<Scripts['directory']>('data-directory.mjs'),
    script<Scripts['postgres']>('postgres/postgres.mjs'),
    script<Scripts['place']>('postgres/postgres-place.mjs'),
    script<Scripts['copy']>('backup/copy-owned.mjs'),
  ]);
  return { throwaway, directory, postgres, place, copy };
}

/**
 * A new data directory whose cluster has a migrated database, READY_DATABASE, and is not running: a copy of one that is made once a run, since
 * making and migrating it takes a hundred times what a copy takes. Whoever asks removes it.
 */
export async function readyDataDirectory(): Promise<string> {
  const { throwaway, directory, place, copy } = await scripts();
  const original = await readyOriginal();
  const made = directory.openDataDirectory(throwaway.temporaryDirectory('books', { inMemory: true }));
  // The password of the owner is the original's.
  fs.copyFileSync(path.join(original, 'secrets.json'), path.join(made, 'secrets.json'));
  copy.copyOwned(path.join(original, 'data'), path.join(place.postgresPlace(made).cluster, 'data'), {
    flushes: false,
  });
  return made;
}

/** The folder of the run's original, made by whoever asks first: two workers may ask at the same moment, and one waits. */
async function readyOriginal(): Promise<string> {
  const folder = process.env.DAYBOOK_TEST_CLUSTERS ?? '';
  const ready = path.join(folder, 'ready');
  const making = path.join(folder, 'making');
  while (!fs.existsSync(ready)) {
    if (isFirst(making)) {
      try {
        await makeOriginal(path.join(folder, 'unfinished'), ready);
      } finally {
        fs.rmSync(making, { recursive: true, force: true });
      }
    } else await pause(50);
  }
  return ready;
}

/** Whether this process is the one that creates the folder. */
function isFirst(folder: string): boolean {
  try {
    fs.mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Makes a cluster with a migrated database, stops it, and keeps its files as `ready`, which appears whole or not at all. */
async function makeOriginal(unfinished: string, ready: string): Promise<void> {
  const { throwaway, directory, postgres, place, copy } = await scripts();
  const { closeAsTemplate, ensureDatabase, withPrepareLock } = await script<{
    closeAsTemplate(url: string): Promise<string>;
    ensureDatabase(url: string): Promise<boolean>;
    withPrepareLock<T>(url: string, work: (client: unknown) => Promise<T>): Promise<T>;
  }>('postgres/database.mjs');
  const { withUrlParts } = await script<{ withUrlParts(url: string, parts: object): string }>(
    'postgres/database-url.mjs',
  );
  const { migrate } = await script<{ migrate(client: unknown, url: string): Promise<unknown> }>(
    'laws/migrate.mjs',
  );
  const made = directory.openDataDirectory(throwaway.temporaryDirectory('ready', { inMemory: true }));
  try {
    const server = await postgres.startPostgres(made, { forgetful: true, replicating: true });
    const url = withUrlParts(server.url, { database: READY_DATABASE });
    await ensureDatabase(url);
    await withPrepareLock(url, (client) => migrate(client, url));
    await closeAsTemplate(url);
    await postgres.stopPostgres(made);
    fs.rmSync(unfinished, { recursive: true, force: true });
    fs.mkdirSync(unfinished);
    fs.copyFileSync(path.join(made, 'secrets.json'), path.join(unfinished, 'secrets.json'));
    copy.copyOwned(path.join(place.postgresPlace(made).cluster, 'data'), path.join(unfinished, 'data'), {
      flushes: false,
    });
    fs.renameSync(unfinished, ready);
  } finally {
    await postgres.stopPostgres(made);
    place.removeCluster(made);
    fs.rmSync(made, { recursive: true, force: true });
  }
}
