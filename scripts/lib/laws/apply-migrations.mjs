import { createHash, randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';
import { ensureSettings } from '../settings.mjs';

/**
 * The history of a database's migrations as Prisma's own tools read and write it. The statements are sent here and not by Prisma's
 * engine, which gives each migration a transaction of its own: then what is written between a migration and the laws that belong to it is lost to them.
 */
const HISTORY = `create table if not exists _prisma_migrations (
  id varchar(36) primary key, checksum varchar(64) not null, finished_at timestamptz, migration_name varchar(255) not null,
  logs text, rolled_back_at timestamptz, started_at timestamptz not null default now(), applied_steps_count integer not null default 0)`;

/** The migrations of this checkout, oldest first: [{name, sql}]. */
export function readMigrations() {
  const folder = inRoot('prisma', 'migrations');
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort()
    .map((name) => ({ name, sql: fs.readFileSync(path.join(folder, name, 'migration.sql'), 'utf8') }));
}

/** The checksum that Prisma keeps of a migration's text. */
export const checksumOf = (sql) => createHash('sha256').update(sql).digest('hex');

/** The rows of that history, oldest first; none in a new database. */
export async function appliedMigrations(client) {
  const { rows } = await client.query("select to_regclass('_prisma_migrations') is not null as present");
  if (!rows[0].present) return [];
  const found = await client.query(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null order by started_at, migration_name',
  );
  return found.rows;
}

/**
 * Applies migrations in their order, within the transaction of the caller, and records them.
 * @param {import('pg').Client} client a connection of the owner
 * @param {{name: string, sql: string}[]} missing those the database lacks, oldest first
 */
export async function applyMigrations(client, missing) {
  if (missing.length === 0) return;
  await ensureSettings(client);
  await client.query(HISTORY);
  for (const { name, sql } of missing) {
    const { rows } = await client.query('select clock_timestamp() as began');
    try {
      await client.query(sql);
      // What it left to be checked at the end would keep a later migration from altering the same table.
      await client.query('set constraints all immediate');
    } catch (error) {
      throw explained(name, sql, error);
    }
    await client.query(
      `insert into _prisma_migrations (id, checksum, finished_at, migration_name, started_at, applied_steps_count)
       values ($1, $2, clock_timestamp(), $3, $4, 1)`,
      [randomUUID(), checksumOf(sql), name, rows[0].began],
    );
  }
}

/** Keeps the code, by which the caller tells a lock that was not to be had from a mistake. */
function explained(name, sql, error) {
  const line = error.position ? ` at line ${sql.slice(0, Number(error.position)).split('\n').length}` : '';
  const failure = new Failure(`The migration ${name} failed${line} and was undone: ${error.message}.`);
  failure.code = error.code;
  return failure;
}
