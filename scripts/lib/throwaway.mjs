import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { appRoleName } from './app-role.mjs';
import { stopChildren } from './children.mjs';
import { openDataDirectory } from './data-directory.mjs';
import { dropDatabase, ensureDatabase, withConnection } from './database.mjs';
import { databaseNameOf, withUrlParts } from './database-url.mjs';
import { startPostgres } from './postgres.mjs';
import { removeCluster } from './postgres-place.mjs';

/** A new folder for one run, which the database's user may enter. */
export function temporaryDirectory(name) {
  const base = process.env.DAYBOOK_DATA_DIR
    ? path.join(path.resolve(process.env.DAYBOOK_DATA_DIR), 'tmp')
    : os.tmpdir();
  fs.mkdirSync(base, { recursive: true });
  const directory = fs.mkdtempSync(path.join(base, `daybook-${name}-`));
  fs.chmodSync(directory, 0o755);
  return directory;
}

/**
 * An empty database for tests and checks: a PostgreSQL of its own that forgets on a power cut, or, when DATABASE_URL is
 * set, a new database on that server. `remove` leaves nothing behind.
 * @param {{DATABASE_URL?: string}} env where the server's URL is read from
 * @param {{forgetful?: boolean}} options
 * @returns {Promise<{url: string, remove: () => Promise<void>}>}
 */
export async function throwawayDatabase({ DATABASE_URL: server } = process.env, { forgetful = true } = {}) {
  if (server) {
    const url = withUrlParts(server, {
      database: `daybook_test_${randomBytes(6).toString('hex')}`,
    });
    await ensureDatabase(url);
    return { url, remove: () => dropDatabaseAndRole(url) };
  }
  const directory = openDataDirectory(temporaryDirectory('pg'));
  const remove = async (server) => {
    await server?.stop();
    removeCluster(directory);
    fs.rmSync(directory, { recursive: true, force: true });
  };
  try {
    const server = await startPostgres(directory, { forgetful });
    await ensureDatabase(server.url);
    return { url: server.url, remove: () => remove(server) };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Also drops the login the application had on it; roles belong to the server, not to the database. */
async function dropDatabaseAndRole(url) {
  await dropDatabase(url);
  await withConnection(withUrlParts(url, { database: 'postgres' }), (client) =>
    client.query(`drop role if exists ${client.escapeIdentifier(appRoleName(databaseNameOf(url)))}`),
  );
}

/** Runs `work(url)` on a throw-away database, also removing it when the process is interrupted. */
export async function withThrowawayDatabase(work, options) {
  const database = await throwawayDatabase(process.env, options);
  const interrupted = () =>
    stopChildren()
      .then(database.remove)
      .finally(() => process.exit(130));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, interrupted);
  try {
    return await work(database.url);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeListener(signal, interrupted);
    await database.remove();
  }
}
