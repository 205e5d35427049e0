import pg from 'pg';
import { Failure } from '../failure.mjs';
import { databaseNameOf, describeDatabase, withUrlParts } from './database-url.mjs';

const OLDEST_MAJOR = 16;
/** The lock number for preparing a database, so that two starts on one DATABASE_URL take turns. */
const PREPARE_LOCK = 7_206_154_201;

/** Opens one connection; every failure is reported as one sentence. */
export async function connect(url) {
  const client = new pg.Client({ connectionString: withUrlParts(url, {}), connectionTimeoutMillis: 10_000 });
  // A connection that breaks later is reported by the query that needs it.
  client.on('error', () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => {});
    throw unreachable(url, error);
  }
}

function unreachable(url, error) {
  const where = describeDatabase(url);
  const failure = new Failure(`The database ${where} cannot be reached: ${reasonOf(error)}.`);
  failure.code = error.code;
  return failure;
}

function reasonOf(error) {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const known = {
    ECONNREFUSED: 'nothing listens there',
    ENOTFOUND: 'no such host',
    ETIMEDOUT: 'no answer',
    '28P01': 'the password is wrong',
    28000: 'this user may not log in',
    '3D000': 'the database does not exist',
  };
  return known[first.code] ?? String(first.message).split('\n')[0];
}

/** Runs `work` with an open connection and closes it. */
export async function withConnection(url, work) {
  const client = await connect(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Runs `work(client)` while no other Daybook is preparing the same database. */
export function withPrepareLock(url, work) {
  return withConnection(url, async (client) => {
    await client.query('select pg_advisory_lock($1)', [PREPARE_LOCK]);
    return work(client);
  });
}

/** Refuses a server older than PostgreSQL 16. */
export async function checkServerVersion(client, url) {
  const { rows } = await client.query("select current_setting('server_version_num')::int as number");
  const major = Math.floor(rows[0].number / 10_000);
  if (major < OLDEST_MAJOR) {
    throw new Failure(
      `The database ${describeDatabase(url)} runs PostgreSQL ${major}; Daybook needs PostgreSQL ${OLDEST_MAJOR} or newer.`,
    );
  }
}

/** Refuses a server that cannot be reached or is too old before anything else is done; the database itself need not exist yet. */
export async function checkReachable(url) {
  try {
    await withConnection(url, (client) => checkServerVersion(client, url));
  } catch (error) {
    if (error.code !== '3D000') throw error;
  }
}

/**
 * Creates the database named in the URL if the server does not have it yet, as a copy of `template` (an empty one when
 * omitted), to which no one may be connected. Returns whether it was created.
 */
export async function ensureDatabase(url, template = 'template0') {
  const name = databaseNameOf(url);
  try {
    await withConnection(url, async () => {});
    return false;
  } catch (error) {
    if (error.code !== '3D000') throw error;
  }
  return withConnection(withUrlParts(url, { database: 'postgres' }), async (client) => {
    await checkServerVersion(client, url);
    try {
      await client.query(
        `create database ${client.escapeIdentifier(name)} template ${client.escapeIdentifier(template)} encoding 'UTF8'`,
      );
      return true;
    } catch (error) {
      if (error.code === '42P04') return false;
      throw new Failure(
        `The database ${describeDatabase(url)} does not exist and could not be made: ${error.message}.`,
      );
    }
  });
}

/**
 * Makes the database named in the URL a mere template: no one connects to it anymore, and it is never vacuumed. A database can
 * be copied only while no one is connected to it, not even a session that is about to end. Returns its name.
 */
export async function closeAsTemplate(url) {
  const name = databaseNameOf(url);
  await withConnection(withUrlParts(url, { database: 'postgres' }), async (client) => {
    await client.query(`alter database ${client.escapeIdentifier(name)} with allow_connections false`);
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  });
  return name;
}

/** Drops the database named in the URL, ending its sessions. */
export async function dropDatabase(url) {
  const name = databaseNameOf(url);
  await withConnection(withUrlParts(url, { database: 'postgres' }), (client) =>
    client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`),
  );
}
