import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { begin, isAlive, pause, run, stopProcess } from '../children.mjs';
import { readJson, secretOf, writePrivateJson } from '../data-directory.mjs';
import { Failure } from '../failure.mjs';
import { freePort, portObstacle } from '../ports.mjs';
import { makeFolder, postgresPlace } from './postgres-place.mjs';
import { connectable } from './postgres-probe.mjs';

export const OWNER = 'daybook';

/** Settings for a small machine: durable by default, modest memory, planner costs for solid-state storage. */
const SETTINGS = {
  shared_buffers: '256MB',
  // Statistics soon after a first import, because plans made for empty tables are slow.
  autovacuum_naptime: '10s',
  max_connections: '100',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  effective_cache_size: '1GB',
  random_page_cost: '1.1',
  max_wal_size: '2GB',
  min_wal_size: '256MB',
  checkpoint_timeout: '15min',
  checkpoint_completion_target: '0.9',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
  log_line_prefix: '%m [%p] ',
  listen_addresses: '127.0.0.1',
  password_encryption: 'scram-sha-256',
  // An organization can be moved to another server (npm run move) without a restart.
  wal_level: 'logical',
};

/** A database that is dropped after the tests need not survive a power failure. */
const FORGETFUL = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** For tests that move organizations between throwaway servers, of which one may be killed: what is committed is in its log. */
const REPLICATING = { wal_level: 'logical', max_wal_senders: '10', synchronous_commit: 'on' };

/**
 * The settings with which finished files of the write-ahead log are copied to a folder, each once and whole, at least every minute
 * while something is written. A file that already exists there must be the same one.
 */
function archiveSettings(folder) {
  if (!/^[\w./@+-]+$/.test(folder)) {
    throw new Failure(
      `DAYBOOK_ARCHIVE_DIR ${folder} has signs that a command line reads otherwise; use letters, digits, ., -, _ and /.`,
    );
  }
  const file = `${folder}/%f`;
  return {
    archive_mode: 'on',
    archive_timeout: '60s',
    archive_command: `if test -f ${file}; then cmp -s %p ${file}; else cp %p ${file}.partial && mv ${file}.partial ${file}; fi`,
  };
}

/**
 * Where the log of a data directory is archived: as set in the environment, otherwise as it was set last, so that a command without the
 * setting leaves no gap; `none` ends it.
 */
function archiveFolder(said, remembered) {
  const folder = said || remembered?.archive;
  return folder === undefined || folder === 'none' ? undefined : path.resolve(folder);
}

/**
 * Makes sure the built-in PostgreSQL of this data directory is running, and returns how to reach it. A server left running by
 * a killed start is adopted rather than started twice.
 * @param {string} dataDirectory an opened data directory
 * @param {{forgetful?: boolean, replicating?: boolean, keep?: boolean, cleanup?: import('../cleanup.mjs').Cleanup, patienceMs?: number, archive?: string}} options forgetful: no fsync, for tests; replicating: a forgetful one that logical replication can read; keep: it outlives the process
 *   that started it on purpose, and a process that adopts it leaves it running; cleanup: stops it when the run ends,
 *   however early; patienceMs: how long it may take to answer; archive: where finished files of the write-ahead log are copied (DAYBOOK_ARCHIVE_DIR)
 * @returns {Promise<{url: string, pid: number, kept: boolean, stop: () => Promise<void>}>}
 */
export async function startPostgres(
  dataDirectory,
  {
    forgetful = false,
    replicating = false,
    keep = false,
    cleanup,
    patienceMs = 60_000,
    archive = process.env.DAYBOOK_ARCHIVE_DIR,
  } = {},
) {
  const place = postgresPlace(dataDirectory);
  const password = secretOf(dataDirectory, 'postgres');
  const remembered = readJson(path.join(dataDirectory, 'postgres.json'));

  const running = runningServer(place.cluster);
  if (running !== undefined) {
    const url = builtInUrl(password, remembered?.port ?? 0, running.socket);
    if (remembered && (await connectable(url))) {
      if (!remembered.keep) await cleanup?.add(() => stopServer(running.pid));
      return handle(url, running.pid, remembered.keep ?? false);
    }
    throw new Failure(
      `A PostgreSQL (process ${running.pid}) runs on ${place.cluster} but does not answer as Daybook's; stop it and start again.`,
    );
  }

  await initialise(place, password);
  const socket = socketFolder(place.cluster);
  const port = remembered && !(await portObstacle(remembered.port)) ? remembered.port : await freePort();
  const url = builtInUrl(password, port, socket);
  const folder = forgetful ? undefined : archiveFolder(archive, remembered);
  if (folder !== undefined) makeFolder(folder, place.user);
  const settings = {
    unix_socket_directories: socket ?? '',
    ...(forgetful ? FORGETFUL : {}),
    ...(replicating ? REPLICATING : {}),
    ...(folder === undefined ? {} : archiveSettings(folder)),
  };
  const pid = await launch(place, dataDirectory, { ...settings, port: String(port) }, (started) => {
    if (!keep) void cleanup?.add(() => stopServer(started));
  });
  await waitUntilReady(url, pid, dataDirectory, patienceMs);
  writePrivateJson(path.join(dataDirectory, 'postgres.json'), { port, pid, keep, archive: folder });
  return handle(url, pid, keep);
}

/** The process id of the data directory's PostgreSQL while it is running. */
export function runningPostgres(dataDirectory) {
  return runningServer(postgresPlace(dataDirectory).cluster)?.pid;
}

/** Stops the built-in PostgreSQL of a data directory if it is running. Returns whether it did. */
export async function stopPostgres(dataDirectory) {
  const pid = runningPostgres(dataDirectory);
  if (pid === undefined) return false;
  await stopServer(pid);
  return true;
}

/** The owner's URL of a built-in PostgreSQL, over its socket in a folder where it has one. */
export const builtInUrl = (password, port, socket) =>
  `postgresql://${OWNER}:${password}@${socket === undefined ? '127.0.0.1' : encodeURIComponent(socket)}:${port}/daybook`;

/** The longest socket path that every system accepts, less the name PostgreSQL adds. */
const LONGEST_FOLDER = 103 - '/.s.PGSQL.65535'.length;

/**
 * Where a server listens besides its port: a query over a socket costs a tenth less processor time on either side, and whoever waits for
 * one posting waits a tenth less. Undefined where the system has none, or the path is too long for one.
 */
function socketFolder(cluster) {
  return process.platform === 'win32' || cluster.length > LONGEST_FOLDER ? undefined : cluster;
}

function handle(url, pid, kept) {
  return { url, pid, kept, stop: () => stopServer(pid) };
}

/** SIGINT is PostgreSQL's fast shutdown: sessions are ended and everything is written. */
const stopServer = (pid) => stopProcess(pid, { signal: 'SIGINT', graceMs: 30_000 });

/**
 * The server running on this cluster and the folder of its socket, if it has one, according to postmaster.pid; a stale file (after
 * kill -9) counts as none.
 */
function runningServer(cluster) {
  let lines;
  try {
    lines = fs.readFileSync(path.join(cluster, 'data', 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw new Failure(`The database files in ${cluster} cannot be read (${error.code}).`);
  }
  const pid = Number(lines[0]);
  if (!(pid > 0 && isAlive(pid) && isPostgres(pid))) return undefined;
  return { pid, socket: lines[SOCKET_LINE]?.trim() || undefined };
}

/** The line of postmaster.pid with the first folder of sockets; empty without one. */
const SOCKET_LINE = 4;

function isPostgres(pid) {
  try {
    return /postgres/.test(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  } catch (error) {
    // Without /proc on this system, trust the pid file. A process that has ended in the meantime is not a server.
    return !fs.existsSync('/proc/self') && error.code === 'ENOENT';
  }
}

async function initialise({ cluster, native, user, major }, password) {
  const data = path.join(cluster, 'data');
  if (fs.existsSync(path.join(data, 'PG_VERSION'))) return checkMajor(major, data);
  // An interrupted first start leaves a folder without PG_VERSION; initdb requires it to be empty.
  fs.rmSync(data, { recursive: true, force: true });
  const passwordFile = path.join(cluster, `initial-password-${process.pid}`);
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (user) fs.chownSync(passwordFile, user.uid, user.gid);
  try {
    const { code, output } = await run(
      path.join(native, 'bin', 'initdb'),
      [
        '-D',
        data,
        '-U',
        OWNER,
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--no-instructions',
      ],
      {
        cwd: cluster,
        uid: user?.uid,
        gid: user?.gid,
        env: { LC_ALL: 'C', LD_LIBRARY_PATH: path.join(native, 'lib') },
      },
    );
    if (code !== 0) {
      fs.rmSync(data, { recursive: true, force: true });
      throw new Failure(`PostgreSQL could not create its files in ${data}: ${lastLine(output)}`);
    }
  } finally {
    fs.rmSync(passwordFile, { force: true });
  }
}

function checkMajor(ours, data) {
  const found = fs.readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim();
  if (found !== ours) {
    throw new Failure(
      `The database in ${data} belongs to PostgreSQL ${found}, this checkout brings PostgreSQL ${ours}; export it with the older checkout, or choose another DAYBOOK_DATA_DIR.`,
    );
  }
}

/** Starts the server in its own session, so that Ctrl-C reaches it only after the application has disconnected. */
async function launch({ cluster, native, user }, dataDirectory, more, onStart) {
  const log = fs.openSync(path.join(dataDirectory, 'postgres.log'), 'a', 0o600);
  const settings = { ...SETTINGS, ...more };
  const args = ['-D', path.join(cluster, 'data')];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const child = begin(path.join(native, 'bin', 'postgres'), args, {
    cwd: cluster,
    detached: true,
    stdio: ['ignore', log, log],
    uid: user?.uid,
    gid: user?.gid,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C',
      TZ: 'UTC',
      LD_LIBRARY_PATH: path.join(native, 'lib'),
      HOME: os.tmpdir(),
    },
  });
  if (child.pid) onStart(child.pid);
  const failed = await new Promise((resolve) => {
    child.once('error', resolve);
    child.once('spawn', () => resolve(undefined));
  });
  fs.closeSync(log);
  if (failed) throw new Failure(`The built-in PostgreSQL could not be started: ${failed.message}.`);
  child.unref();
  return child.pid;
}

async function waitUntilReady(url, pid, dataDirectory, patienceMs) {
  const deadline = Date.now() + patienceMs;
  while (Date.now() < deadline) {
    if (await connectable(url)) return;
    if (!isAlive(pid)) break;
    await pause(100);
  }
  if (isAlive(pid)) await stopServer(pid);
  const log = path.join(dataDirectory, 'postgres.log');
  throw new Failure(
    `The built-in PostgreSQL did not start: ${lastLine(fs.readFileSync(log, 'utf8'))} (see ${log}).`,
  );
}

function lastLine(text) {
  const lines = text.trim().split('\n');
  return (lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? '').trim();
}
