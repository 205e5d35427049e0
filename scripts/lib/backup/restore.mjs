import fs from 'node:fs';
import path from 'node:path';
import { pause } from '../children.mjs';
import { openDataDirectory, readJson } from '../data-directory.mjs';
import { Failure } from '../failure.mjs';
import { withConnection } from '../postgres/database.mjs';
import { startPostgres } from '../postgres/postgres.mjs';
import { installedBinaries, versionOf } from '../postgres/postgres-binaries.mjs';
import { postgresPlace } from '../postgres/postgres-place.mjs';
import { BACKUP_FILE, demandFree, writeLike } from './backup.mjs';
import { copyOwned } from './copy-owned.mjs';

/** How long PostgreSQL may take to replay the log that a backup needs before it answers. */
const PATIENCE_MS = 30 * 60_000;

/**
 * Restores a backup into a new data directory; with an archive of the write-ahead log, through everything in it or up to a point in time.
 * The backup itself is not changed. The database of the directory runs afterward and is stopped by `cleanup`.
 * @param {{from: string, to: string, archive?: string, at?: string}} wish at: the point in time, ISO 8601 with its offset
 * @param {import('../cleanup.mjs').Cleanup} cleanup
 * @param {(line: string) => void} say receives progress
 * @returns {Promise<{url: string, last: string | null}>} the owner's URL, and when the last restored transaction was committed
 */
export async function restore({ from, to, archive, at }, cleanup, say) {
  const backup = readJson(path.join(from, BACKUP_FILE));
  if (backup === undefined) throw new Failure(`${from} is not a complete backup; npm run backup makes one.`);
  const major = versionOf(installedBinaries()).split('.')[0];
  if (backup.postgres !== major) {
    throw new Failure(
      `The backup is of PostgreSQL ${backup.postgres}, this checkout brings PostgreSQL ${major}; restore it with the checkout that made it.`,
    );
  }
  const moment = at === undefined ? undefined : momentOf(at, backup, archive);
  if (archive !== undefined && !isFolder(archive)) throw new Failure(`${archive} is not a folder.`);
  demandFree(to);
  openDataDirectory(to);
  for (const name of fs.readdirSync(from)) {
    if (name === 'postgres' || name === BACKUP_FILE) continue;
    fs.rmSync(path.join(to, name), { recursive: true, force: true });
    copyOwned(path.join(from, name), path.join(to, name));
  }
  const { cluster, user } = postgresPlace(to);
  const data = path.join(cluster, 'data');
  copyOwned(path.join(from, 'postgres', 'data'), data, { owner: user });
  if (archive !== undefined) {
    fs.appendFileSync(path.join(data, 'postgresql.auto.conf'), recoverySettings(archive, moment));
    writeLike(data, path.join(data, 'recovery.signal'), '');
  }
  const { url } = await startPostgres(to, { cleanup, patienceMs: PATIENCE_MS, archive: 'none' });
  const last = await recovered(url, say);
  if (archive !== undefined) await forgetRecovery(url);
  return { url, last };
}

/** The point in time in UTC. Refuses an invalid one, one before the end of the copy, and one without an archive. */
function momentOf(at, backup, archive) {
  const moment = new Date(at);
  if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(at) || Number.isNaN(moment.getTime()))
    throw new Failure(`--at ${at} is not a point in time; write it like 2026-11-22T14:05:00Z.`);
  if (archive === undefined)
    throw new Failure('A moment needs the archive of the write-ahead log as well: --archive.');
  if (moment < new Date(backup.through)) {
    throw new Failure(
      `The backup ends at ${backup.through}, after ${moment.toISOString()}; take an earlier one.`,
    );
  }
  // As given, because a date keeps milliseconds only.
  return at.replace('T', ' ').replace(/Z$/, '+00');
}

function recoverySettings(archive, moment) {
  const folder = path.resolve(archive).replaceAll("'", "''");
  return [
    '',
    `restore_command = 'cp "${folder}/%f" "%p"'`,
    ...(moment === undefined ? [] : [`recovery_target_time = '${moment}'`]),
    `recovery_target_action = 'promote'`,
    '',
  ].join('\n');
}

/** Waits until everything wanted is replayed. Returns the commit time of the last replayed transaction, if there was one. */
async function recovered(url, say) {
  for (let waited = 0; ; waited += 1) {
    const state = await withConnection(url, async (session) => {
      const { rows } = await session.query(
        `select pg_is_in_recovery() as busy, to_char(pg_last_xact_replay_timestamp() at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as last`,
      );
      return rows[0];
    }).catch((error) => {
      throw new Failure(`The log could not be replayed to the end: ${error.message}`);
    });
    if (!state.busy) return state.last;
    if (waited % 50 === 49) say(`replayed to ${state.last ?? 'the beginning'}`);
    await pause(200);
  }
}

/** The restored database becomes independent: nothing from the archive is requested again. */
function forgetRecovery(url) {
  return withConnection(url, async (session) => {
    for (const name of ['restore_command', 'recovery_target_time', 'recovery_target_action'])
      await session.query(`alter system reset ${name}`);
  });
}

const isFolder = (folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
