import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { copyBinaries, hydrateLinks, installedBinaries, versionOf } from './postgres-binaries.mjs';
import { canEnter, databaseUser } from './postgres-user.mjs';

/** Where root keeps a cluster when the database's user cannot access the data directory (e.g. a checkout under /root). */
const SHELTER = '/var/lib/daybook';

/**
 * Decides which user runs the built-in PostgreSQL and where its files are.
 * When that user cannot access the data directory, `postgres` in it becomes a link to a folder under /var/lib/daybook, so the
 * data directory still shows where everything is.
 * @returns {{user?: {uid: number, gid: number, name: string}, cluster: string, native: string, major: string}}
 */
export function postgresPlace(dataDirectory) {
  const user = databaseUser();
  const installed = installedBinaries();
  const major = versionOf(installed).split('.')[0];
  const entry = path.join(dataDirectory, 'postgres');
  if (canEnter(user, dataDirectory)) {
    hydrateLinks(installed);
    makeFolder(entry, user);
    const native = canEnter(user, installed) ? installed : copyBinaries(installed, shelter(user));
    return { user, cluster: fs.realpathSync(entry), native, major };
  }
  hydrateLinks(installed);
  const home = shelter(user);
  if (!isLink(entry)) {
    if (fs.existsSync(entry)) {
      throw new Failure(
        `${entry} holds a database that the user ${user?.name} can no longer enter; give that user access to ${dataDirectory}, or choose another DAYBOOK_DATA_DIR.`,
      );
    }
    const cluster = path.join(home, `cluster-${randomBytes(6).toString('hex')}`);
    makeFolder(cluster, user);
    fs.symlinkSync(cluster, entry);
  }
  const cluster = fs.readlinkSync(entry);
  makeFolder(cluster, user);
  const native = canEnter(user, installed) ? installed : copyBinaries(installed, home);
  return { user, cluster, native, major };
}

/** Removes a cluster and, if it was elsewhere, the link to it. */
export function removeCluster(dataDirectory) {
  const entry = path.join(dataDirectory, 'postgres');
  if (isLink(entry)) fs.rmSync(fs.readlinkSync(entry), { recursive: true, force: true });
  fs.rmSync(entry, { recursive: true, force: true });
}

function isLink(file) {
  return fs.lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Creates a folder of the database's user, unless it exists. */
export function makeFolder(folder, user) {
  if (fs.existsSync(folder)) return;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (user) fs.chownSync(folder, user.uid, user.gid);
}

function shelter(user) {
  fs.mkdirSync(SHELTER, { recursive: true, mode: 0o755 });
  if (!canEnter(user, SHELTER)) {
    throw new Failure(
      `The built-in PostgreSQL runs as ${user?.name}, who can enter neither this checkout nor ${SHELTER}; set DAYBOOK_DATA_DIR to a directory that user can enter, or set DATABASE_URL.`,
    );
  }
  return SHELTER;
}
