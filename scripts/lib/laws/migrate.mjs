import { createHash } from 'node:crypto';
import { Failure } from '../failure.mjs';
import { checkServerVersion } from '../postgres/database.mjs';
import { describeDatabase } from '../postgres/database-url.mjs';
import { ensureSettings } from '../settings.mjs';
import { applyLaws, checkLaws } from './apply-laws.mjs';
import { FILTERS, migrationsList, openSchemaEngine, readMigrations } from './schema-engine.mjs';

/** The first migration of builds from before the first release, whose history was squashed. */
const UNRELEASED = '20261121000000_foundation';

/**
 * Brings a database up to this checkout: the migrations it lacks, then the laws of prisma/sql that are new or have changed.
 * Refuses, changing nothing, a server that is too old, a database of an unreleased build, one with migrations or laws of a
 * newer Daybook, and one with a migration that failed midway or whose text has changed since.
 * @param {import('pg').Client} client a connection of the owner, holding the prepare lock
 * @param {string} url the URL of that connection
 * @returns {Promise<string[]>} what was done, one line each: the names of the migrations, the number of laws
 */
export async function migrate(client, url) {
  await checkServerVersion(client, url);
  const known = readMigrations();
  const applied = await appliedMigrations(client);
  checkHistory(applied, known, url);
  await checkLaws(client, url);
  const missing = known.filter(({ name }) => !applied.some((row) => row.migration_name === name));
  const migrations = missing.length === 0 ? [] : await applyMigrations(client, url, missing);
  const laws = await applyLaws(client, url);
  return laws.length === 0 ? migrations : [...migrations, `${laws.length} laws of prisma/sql`];
}

async function applyMigrations(client, url, missing) {
  await ensureSettings(client);
  let serverError;
  const engine = await openSchemaEngine(url, (error, script) => {
    serverError = { error, script };
  });
  try {
    const { appliedMigrationNames } = await engine.applyMigrations({
      migrationsList: migrationsList(),
      filters: FILTERS,
    });
    return appliedMigrationNames;
  } catch (error) {
    if (!serverError) throw error;
    await forgetFailed(client);
    throw new Failure(explain(serverError, missing));
  }
}

async function appliedMigrations(client) {
  const { rows } = await client.query("select to_regclass('_prisma_migrations') is not null as present");
  if (!rows[0].present) return [];
  const found = await client.query(
    'select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null order by started_at',
  );
  return found.rows;
}

function checkHistory(applied, known, url) {
  if (applied.some((row) => row.migration_name === UNRELEASED)) {
    throw new Failure(
      `The database ${describeDatabase(url)} was made by an unreleased build of Daybook, which this one cannot upgrade; npm start -- --reset drops it and builds the demo again.`,
    );
  }
  for (const row of applied) {
    const ours = known.find(({ name }) => name === row.migration_name);
    if (!ours) {
      throw new Failure(
        `The database ${describeDatabase(url)} was migrated by a newer Daybook (it has ${row.migration_name}, unknown here); update this checkout.`,
      );
    }
    if (!row.finished_at) {
      throw new Failure(
        `The migration ${row.migration_name} of ${describeDatabase(url)} was interrupted; restore a backup.`,
      );
    }
    if (createHash('sha256').update(ours.sql).digest('hex') !== row.checksum) {
      throw new Failure(
        `The migration ${row.migration_name} has changed since it was applied to ${describeDatabase(url)}; use the checkout that applied it, or rebuild a demo with --reset.`,
      );
    }
  }
}

/** A migration is one transaction, so a failed one has left only its mark; once that is removed, the next attempt can begin. */
async function forgetFailed(client) {
  await client.query('delete from _prisma_migrations where finished_at is null');
}

function explain({ error, script }, missing) {
  const name = missing.find(({ sql }) => sql === script)?.name ?? 'a migration';
  const line = error.position ? ` at line ${script.slice(0, Number(error.position)).split('\n').length}` : '';
  return `The migration ${name} failed${line} and was undone: ${error.message}.`;
}
