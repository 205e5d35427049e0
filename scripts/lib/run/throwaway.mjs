import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Cleanup } from '../cleanup.mjs';
import { openDataDirectory } from '../data-directory.mjs';
import { appRoleName } from '../postgres/app-role.mjs';
import { dropDatabase, ensureDatabase, withConnection } from '../postgres/database.mjs';
import { databaseNameOf, withUrlParts } from '../postgres/database-url.mjs';
import { startPostgres, stopPostgres } from '../postgres/postgres.mjs';
import { removeCluster } from '../postgres/postgres-place.mjs';

/**
 * A new folder for one run that the database's user can access. `inMemory`: for files that come and go by the thousand and need not
 * survive; they are kept in memory where there is enough room for them.
 */
export function temporaryDirectory(name, { inMemory = false } = {}) {
  const base = process.env.DAYBOOK_DATA_DIR
    ? path.join(path.resolve(process.env.DAYBOOK_DATA_DIR), 'tmp')
    : ((inMemory ? memoryFolder() : undefined) ?? os.tmpdir());
  fs.mkdirSync(base, { recursive: true });
  const directory = fs.mkdtempSync(path.join(base, `daybook-${name}-`));
  fs.chmodSync(directory, 0o755);
  return directory;
}

/** Linux's in-memory file system, and how much of it and of memory must be free before it is used: a full run fills about a quarter. */
const MEMORY = { folder: '/dev/shm', type: 0x01021994, free: 8 * 1024 ** 3 };

/** The in-memory file system; undefined where there is none or not enough room (containers often have 64 MB). */
function memoryFolder() {
  if (process.platform !== 'linux') return undefined;
  try {
    fs.accessSync(MEMORY.folder, fs.constants.W_OK);
    const { type, bavail, bsize } = fs.statfsSync(MEMORY.folder);
    const free = Math.min(bavail * bsize, process.availableMemory?.() ?? os.freemem());
    return type === MEMORY.type && free >= MEMORY.free ? MEMORY.folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An empty database for tests and checks: its own PostgreSQL without durability or, when DATABASE_URL is set, a new database
 * on that server, a copy of `template` if one is named. `remove` leaves nothing behind; `cleanup` calls it however early the
 * run ends.
 * @param {{DATABASE_URL?: string}} env where the server's URL is read from
 * @param {{forgetful?: boolean, replicating?: boolean, template?: string, cleanup?: import('../cleanup.mjs').Cleanup}} options
 * @returns {Promise<{url: string, remove: () => Promise<void>}>}
 */
export async function throwawayDatabase(
  env = process.env,
  { forgetful = true, replicating = false, template, cleanup } = {},
) {
  if (env.DATABASE_URL) {
    const url = withUrlParts(env.DATABASE_URL, {
      database: `daybook_test_${randomBytes(6).toString('hex')}`,
    });
    const remove = () => dropDatabaseAndRole(url);
    await cleanup?.add(remove);
    await ensureDatabase(url, template);
    return { url, remove };
  }
  const directory = openDataDirectory(temporaryDirectory('pg', { inMemory: forgetful }));
  const remove = async () => {
    if (!fs.existsSync(directory)) return;
    await stopPostgres(directory);
    removeCluster(directory);
    fs.rmSync(directory, { recursive: true, force: true });
  };
  await cleanup?.add(remove);
  try {
    const { url } = await startPostgres(directory, { forgetful, replicating, cleanup });
    await ensureDatabase(url);
    return { url, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Also drops the application's login, because roles belong to the server, not to the database. */
async function dropDatabaseAndRole(url) {
  await dropDatabase(url);
  await withConnection(withUrlParts(url, { database: 'postgres' }), (client) =>
    client.query(`drop role if exists ${client.escapeIdentifier(appRoleName(databaseNameOf(url)))}`),
  );
}

/** Runs `work(url)` on a throwaway database, which is removed even when the process is interrupted. */
export async function withThrowawayDatabase(work, options) {
  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    const { url } = await throwawayDatabase(process.env, { ...options, cleanup });
    return await work(url);
  } finally {
    await cleanup.run();
  }
}
