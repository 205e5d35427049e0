import fs from 'node:fs';
import path from 'node:path';
import { readArguments } from '../arguments.mjs';
import { run } from '../children.mjs';
import { Cleanup } from '../cleanup.mjs';
import { openDataDirectory } from '../data-directory.mjs';
import { Failure } from '../failure.mjs';
import { migrate } from '../laws/migrate.mjs';
import { dataDirectoryFrom } from '../paths.mjs';
import { ensureAppRole } from '../postgres/app-role.mjs';
import { dropDatabase, ensureDatabase, withConnection, withPrepareLock } from '../postgres/database.mjs';
import { withUrlParts } from '../postgres/database-url.mjs';
import { startPostgres } from '../postgres/postgres.mjs';
import { bundleOf } from '../release/bundle.mjs';
import { build } from './build.mjs';
import { hashOf } from './hashes.mjs';

/** The files that determine the rows: when their text changes, different books are filled. */
const SEED = [
  'bench/growth/fill.ts',
  'bench/growth/gathered.ts',
  'bench/growth/sizes.ts',
  'bench/support/obligations.ts',
];

/**
 * npm run bench -- growth: every list, search, page and report on books of several sizes, which are kept in
 * <data directory>/growth between runs, one database per size. One that an older version filled is brought up to date by the
 * migrations, as a customer's would be; one whose seed has changed, or that cannot be migrated, is filled again with `--again`.
 * `--sizes 27k,280k,1.1m,10m` chooses; `--label` names the results; `--only a,b` measures the operations whose names contain one of the texts;
 * `--no-pages` leaves out the rendered pages; `--pairs` measures every query with every two of its filters instead; `--writes` measures the verbs that change something instead, and leaves a record of each; `--fill` only fills; `--table` only prints; `--full` prints every operation.
 */
export async function measureGrowth(argv) {
  const asked = readArguments(argv, {
    sizes: 'value',
    label: 'value',
    only: 'value',
    'no-pages': 'flag',
    fill: 'flag',
    writes: 'flag',
    pairs: 'flag',
    table: 'flag',
    full: 'flag',
    again: 'flag',
  });
  const sizes = asked.table ? [] : (asked.sizes ?? '27k,280k,1.1m').split(',');
  const pages = !asked['no-pages'] && !asked.writes && !asked.pairs && !asked.fill && !asked.table;
  await build({ pages, programs: ['server', 'bench'] });
  const directory = path.join(dataDirectoryFrom(process.env), 'growth');
  fs.mkdirSync(path.dirname(directory), { recursive: true });
  openDataDirectory(directory);
  const env = {
    DAYBOOK_GROWTH_DIR: directory,
    DAYBOOK_GROWTH_LABEL: asked.label ?? 'now',
    DAYBOOK_GROWTH_ONLY: asked.only ?? '',
    DAYBOOK_GROWTH_FILL: asked.fill ? '1' : '0',
    DAYBOOK_GROWTH_WRITES: asked.writes ? '1' : '0',
    DAYBOOK_GROWTH_PAIRS: asked.pairs ? '1' : '0',
    DAYBOOK_GROWTH_FULL: asked.full ? '1' : '0',
    DAYBOOK_PAGES: pages ? '1' : '0',
  };
  const bench = (args, more) =>
    run(process.execPath, ['--enable-source-maps', bundleOf('bench'), 'growth', ...args], {
      show: true,
      env: { ...env, ...more },
    });
  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    const url = sizes.length === 0 ? '' : await startCounting(directory, cleanup);
    for (const size of sizes) {
      const ownerUrl = withUrlParts(url, { database: `growth_${size.replace('.', '_')}` });
      const appUrl = await prepared(ownerUrl, { again: asked.again });
      const { code } = await bench([size], { DATABASE_URL: appUrl, DAYBOOK_OWNER_URL: ownerUrl });
      if (code !== 0) return code ?? 1;
    }
    if (asked.fill) return 0;
    const { code } = await bench([], {});
    return code ?? 1;
  } finally {
    await cleanup.run();
  }
}

/** The PostgreSQL of the kept books, which counts what each statement reads; returns the owner's URL. */
async function startCounting(directory, cleanup) {
  const first = await startPostgres(directory, { cleanup });
  const server = withUrlParts(first.url, { database: 'postgres' });
  const counts = (client) => client.query("select current_setting('shared_preload_libraries') as libraries");
  const { rows } = await withConnection(server, counts);
  if (rows[0].libraries.includes('pg_stat_statements')) return first.url;
  await withConnection(server, (client) =>
    client.query("alter system set shared_preload_libraries = 'pg_stat_statements'"),
  );
  await first.stop();
  const { url } = await startPostgres(directory, { cleanup });
  return url;
}

/**
 * Makes the database of a size ready to be filled or measured; returns the application's URL. Filling takes up to an hour or two: books that
 * cannot be used as they are go only where `again` says so.
 */
async function prepared(ownerUrl, { again }) {
  await ensureDatabase(ownerUrl);
  const seed = hashOf(SEED);
  const found = await withConnection(ownerUrl, async (client) => {
    const { rows } = await client.query(
      "select to_regclass('growth.seed') is not null as kept, to_regclass('organizations') is not null as migrated",
    );
    if (!rows[0].kept) return rows[0].migrated ? 'unknown' : null;
    return (await client.query('select seed from growth.seed')).rows[0]?.seed ?? 'unknown';
  });
  const renewed = async (why) => {
    if (!again) throw new Failure(`${why} --again fills them again.`);
    console.error(`${why} They are filled again.`);
    await dropDatabase(ownerUrl);
    await ensureDatabase(ownerUrl);
  };
  if (found !== null && found !== seed)
    await renewed(`The books were filled by another seed (${SEED.join(', ')}).`);
  try {
    return await migrated(ownerUrl, seed);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await renewed(error.message);
    return migrated(ownerUrl, seed);
  }
}

const migrated = (ownerUrl, seed) =>
  withPrepareLock(ownerUrl, async (client) => {
    await migrate(client, ownerUrl);
    await client.query(`create extension if not exists pg_stat_statements;
      create schema if not exists growth; create table if not exists growth.seed (seed text not null)`);
    await client.query('insert into growth.seed select $1 where not exists (select from growth.seed)', [
      seed,
    ]);
    return ensureAppRole(client, ownerUrl);
  });
