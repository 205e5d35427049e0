import fs from 'node:fs';
import path from 'node:path';
import { readJson, writePrivateJson } from '../data-directory.mjs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';
import { connect } from '../postgres/database.mjs';
import { runningPostgres, startPostgres } from '../postgres/postgres.mjs';
import { postgresPlace } from '../postgres/postgres-place.mjs';
import { copyOwned } from './copy-owned.mjs';

/** The file that makes a folder a backup; written last, so that an interrupted backup does not count as one. */
export const BACKUP_FILE = 'backup.json';

/** Files of a data directory that belong to the running server, not to the books. */
const OF_THE_RUN = new Set(['postgres', 'postgres.json', 'postgres.log', 'lock.json', 'server.log', 'tmp']);

/** Files of a cluster that PostgreSQL recreates; its log is copied last, when everything else has been copied. */
const MADE_ANEW =
  /^(postmaster\.(pid|opts)|pg_wal\/.+|pg_replslot\/.+|pg_stat_tmp\/.+|pg_notify\/.+|pg_serial\/.+|pg_snapshots\/.+|pg_subtrans\/.+)$|(^|\/)pgsql_tmp|(^|\/)pg_internal\.init/;

/**
 * Copies a data directory with its built-in PostgreSQL into a new folder, whether or not it is in use: the copy contains everything
 * committed by its end. A database that is not running is started for the duration.
 * @param {string} dataDirectory an opened data directory with books
 * @param {string} target a folder that does not exist yet or is empty
 * @param {import('../cleanup.mjs').Cleanup} cleanup stops what was started when the run ends
 * @returns {Promise<{from: string, through: string, bytes: number}>} when the copy began and ended, ISO 8601
 */
export async function backUp(dataDirectory, target, cleanup) {
  if (!fs.existsSync(path.join(dataDirectory, 'postgres')))
    throw new Failure(`There are no books in ${dataDirectory} yet; run npm start first.`);
  demandFree(target);
  const { url } = await startPostgres(
    dataDirectory,
    runningPostgres(dataDirectory) === undefined ? { cleanup } : {},
  );
  const { cluster, major } = postgresPlace(dataDirectory);
  fs.mkdirSync(path.join(target, 'postgres'), { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const name of fs.readdirSync(dataDirectory)) {
    if (!OF_THE_RUN.has(name)) bytes += copyOwned(path.join(dataDirectory, name), path.join(target, name));
  }
  const copied = await copyCluster(url, path.join(cluster, 'data'), path.join(target, 'postgres', 'data'));
  const { version } = readJson(inRoot('package.json'));
  const { from, through } = copied;
  writePrivateJson(path.join(target, BACKUP_FILE), { daybook: version, postgres: major, from, through });
  return { from, through, bytes: bytes + copied.bytes };
}

/** Refuses a folder that is not empty. */
export function demandFree(folder) {
  if (fs.existsSync(folder) && fs.readdirSync(folder).length > 0)
    throw new Failure(`${folder} is not empty; choose another folder.`);
}

/** A base backup by PostgreSQL's own protocol: the log written during the copy is retained for it and is part of it. */
async function copyCluster(url, data, target) {
  const session = await connect(url);
  try {
    await session.query(
      `select pg_create_physical_replication_slot('daybook_backup_' || pg_backend_pid(), true, true)`,
    );
    const from = new Date().toISOString();
    await session.query(`select pg_backup_start('daybook', true)`);
    let bytes = copyOwned(data, target, { skip: (file) => MADE_ANEW.test(file) });
    const { rows } = await session.query('select labelfile from pg_backup_stop(false)');
    const through = new Date().toISOString();
    writeLike(data, path.join(target, 'backup_label'), rows[0].labelfile);
    for (const name of fs.readdirSync(path.join(data, 'pg_wal'))) {
      if (/^[0-9A-F]{8}([0-9A-F]{16}|\.history)$/.test(name))
        bytes += copyOwned(path.join(data, 'pg_wal', name), path.join(target, 'pg_wal', name));
    }
    return { from, through, bytes };
  } finally {
    await session.end().catch(() => {});
  }
}

/** Writes a file with the owner of a folder. */
export function writeLike(folder, file, text) {
  fs.writeFileSync(file, text, { mode: 0o600 });
  const { uid, gid } = fs.statSync(folder);
  if (process.getuid?.() === 0) fs.chownSync(file, uid, gid);
}
