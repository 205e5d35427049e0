import fs from 'node:fs';
import { accessFile } from '../access.mjs';
import { run } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { migrate } from '../laws/migrate.mjs';
import { ensureAppRole } from '../postgres/app-role.mjs';
import { dropDatabase, ensureDatabase, withPrepareLock } from '../postgres/database.mjs';
import { describeDatabase } from '../postgres/database-url.mjs';
import { bundleOf } from '../release/bundle.mjs';
import { readSetting, writeSetting } from '../settings.mjs';
import { firstOwnerSecret } from './first-link.mjs';

/**
 * The setting that records the demo's state in a database: `building` (the seed is running or was interrupted), `ready`, or
 * `none` (it was once started without the demo and stays that way).
 */
const MARK = 'demo';

/**
 * Prepares a database for the server: created, migrated, with the application's role and, if no one has put anything into
 * it, the demo company. An interrupted demo is built again.
 * @param {{ownerUrl: string, dataDirectory: string, serverEnv: Record<string, string>, seed: boolean}} wish
 * @returns {Promise<{appUrl: string, demo: boolean, access?: string, firstSecret?: string}>} access: the kept copy of
 *   access.json; firstSecret: of the first owner's link, while no one has an account
 */
export async function prepareDatabase({ ownerUrl, dataDirectory, serverEnv, seed }) {
  await ensureDatabase(ownerUrl);
  if ((await markOf(ownerUrl)) === 'building') await rebuildEmpty(ownerUrl);
  return withPrepareLock(ownerUrl, async (client) => {
    for (const name of await migrate(client, ownerUrl)) console.log(`Migrated: ${name}`);
    const appUrl = await ensureAppRole(client, ownerUrl);
    const mark = await readSetting(client, MARK);
    if (!seed && !mark) await writeSetting(client, MARK, 'none');
    if (seed && !mark && (await isEmpty(client))) {
      await writeSetting(client, MARK, 'building');
      await runSeed({ ...serverEnv, DATABASE_URL: appUrl, DAYBOOK_DATA_DIR: dataDirectory });
      const text = readAccess(dataDirectory);
      if (text) await writeSetting(client, 'access', text);
      await writeSetting(client, MARK, 'ready');
    }
    const demo = (await readSetting(client, MARK)) === 'ready';
    const access = demo ? await readSetting(client, 'access') : undefined;
    return { appUrl, demo, access, firstSecret: await firstOwnerSecret(client) };
  });
}

/**
 * Drops the demo, for --reset. A database on DATABASE_URL is dropped only when it is marked as a demo.
 * @param {boolean} ours whether it is the built-in database
 */
export async function dropDemo(ownerUrl, dataDirectory, ours) {
  await ensureDatabase(ownerUrl);
  if (!ours && !(await markOf(ownerUrl))) {
    throw new Failure(
      `The database ${describeDatabase(ownerUrl)} was not filled by Daybook's demo, so --reset leaves it alone; empty it yourself if that is what you want.`,
    );
  }
  await rebuildEmpty(ownerUrl);
  fs.rmSync(accessFile(dataDirectory), { force: true });
}

async function rebuildEmpty(ownerUrl) {
  await dropDatabase(ownerUrl);
  await ensureDatabase(ownerUrl);
}

const markOf = (ownerUrl) => withPrepareLock(ownerUrl, (client) => readSetting(client, MARK));

/**
 * Whether the database is unused: the tables of people and organizations have never had a row. Judged by file size, because
 * forced row security would show empty tables to an owner who is not a superuser, whatever they contain.
 */
async function isEmpty(client) {
  const { rows } = await client.query(
    "select coalesce(pg_relation_size(to_regclass('organizations')), 0) + coalesce(pg_relation_size(to_regclass('users')), 0) = 0 as empty",
  );
  return rows[0].empty;
}

async function runSeed(env) {
  console.log('Building the demo company …');
  const started = Date.now();
  // The seed's commits need not wait for the disk one by one: the mark that follows them is written by a commit that does, and
  // until that one is safe the demo counts as unfinished and is built again.
  const PGOPTIONS = [env.PGOPTIONS, '-c synchronous_commit=off'].filter(Boolean).join(' ');
  const { code, signal } = await run(process.execPath, ['--enable-source-maps', bundleOf('seed')], {
    env: { ...env, PGOPTIONS },
    show: true,
  });
  if (code !== 0)
    throw new Failure(
      `The demo company could not be built${signal ? ` (${signal})` : ''}; the reason stands above.`,
    );
  console.log(`Demo company built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function readAccess(dataDirectory) {
  try {
    return fs.readFileSync(accessFile(dataDirectory), 'utf8');
  } catch {
    return undefined;
  }
}
