import { Failure } from '../failure.mjs';
import { checkServerVersion } from '../postgres/database.mjs';
import { describeDatabase } from '../postgres/database-url.mjs';
import { daybookVersion } from '../release/version.mjs';
import { appliedLaws, checkLaws, hasLaws, makeLaws } from './apply-laws.mjs';
import { appliedMigrations, applyMigrations, checksumOf, readMigrations } from './apply-migrations.mjs';
import { readLaws } from './laws.mjs';
import { whileNoOneWrites } from './upgrade.mjs';

/** The first migration of builds from before the first release, whose history was squashed. */
const UNRELEASED = '20261121000000_foundation';

/**
 * What a checkout brings a database up to.
 * @typedef {{migrations: {name: string, sql: string}[], laws: import('./laws.mjs').Law[], version: string}} Release
 */

/** @returns {Release} this checkout */
const thisRelease = () => ({ migrations: readMigrations(), laws: readLaws(), version: daybookVersion() });

/**
 * Brings a database up to this checkout: the migrations it lacks, then the laws of prisma/sql that are new or have changed or
 * are partly missing, those that depend on one of them, and away with those that no longer have a file. All of it is one transaction, during which no
 * organization is written: a failure or a lost connection leaves the database as it was, and servers of the version before serve it. A database without
 * any law, which no server has served yet, gets a transaction for each migration instead, so that none has to lock every table there is.
 * Refuses, changing nothing, a server that is too old, a database of an unreleased build, one with migrations or laws of a
 * newer Daybook, one with a migration whose text has changed since, and one that is in use for two minutes on end.
 * @param {import('pg').Client} client a connection of the owner, holding the prepare lock
 * @param {string} url the URL of that connection
 * @param {Release} [release]
 * @param {{lockMs: number, pauseMs: number, giveUpMs: number}} [patience] how long it waits for whoever uses the database
 * @returns {Promise<string[]>} what was done, one line each: the names of the migrations, the number of laws
 */
export async function migrate(client, url, release = thisRelease(), patience = undefined) {
  await checkServerVersion(client, url);
  const applied = await appliedMigrations(client);
  checkHistory(applied, release.migrations, url);
  await checkLaws(client, url, release);
  const missing = release.migrations.filter(
    ({ name }) => !applied.some((row) => row.migration_name === name),
  );
  if (missing.length === 0 && (await hasLaws(client, release.laws))) return [];
  const alone = (change) => whileNoOneWrites(client, url, change, patience);
  const isNew = (await appliedLaws(client)).length === 0;
  if (isNew) for (const one of missing) await alone(() => applyMigrations(client, [one]));
  const laws = await alone(async () => {
    if (!isNew) await applyMigrations(client, missing);
    return makeLaws(client, release);
  });
  const migrations = missing.map(({ name }) => name);
  return laws.length === 0 ? migrations : [...migrations, `${laws.length} laws of prisma/sql`];
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
    if (checksumOf(ours.sql) !== row.checksum) {
      throw new Failure(
        `The migration ${row.migration_name} has changed since it was applied to ${describeDatabase(url)}; use the checkout that applied it, or rebuild a demo with --reset.`,
      );
    }
  }
}
