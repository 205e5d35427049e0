import fs from 'node:fs';
import path from 'node:path';
import { run } from './children.mjs';
import { Cleanup } from './cleanup.mjs';
import { openDataDirectory } from './data-directory.mjs';
import { Failure } from './failure.mjs';
import { migrate } from './laws/migrate.mjs';
import { dataDirectoryFrom } from './paths.mjs';
import { ensureAppRole } from './postgres/app-role.mjs';
import { prepareBooks } from './postgres/book-servers.mjs';
import { withPrepareLock } from './postgres/database.mjs';
import { runningPostgres, startPostgres } from './postgres/postgres.mjs';
import { bundleOf } from './release/bundle.mjs';
import { build } from './run/build.mjs';
import { withThrowawayDatabase } from './run/throwaway.mjs';

/**
 * Runs a bundled program on the books of the data directory (or DATABASE_URL) with the application's role, and returns its
 * exit code. The database is started for the duration if it is not running. `input` is what the program reads.
 */
export async function runOnBooks(program, args, { env = process.env, input } = {}) {
  await build({ pages: false, programs: [program] });
  if (env.DATABASE_URL) return runWith(program, args, env.DATABASE_URL, { input, env });
  const directory = dataDirectoryFrom(env);
  if (!fs.existsSync(path.join(directory, 'postgres'))) {
    throw new Failure(`There are no books in ${directory} yet; run npm start first.`);
  }
  openDataDirectory(directory);
  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    // One that is already running belongs to another process and keeps running.
    const options = runningPostgres(directory) ? {} : { cleanup };
    const { url } = await startPostgres(directory, options);
    return await runWith(program, args, url, { input, env });
  } finally {
    await cleanup.run();
  }
}

/**
 * Runs a bundled program on a new, migrated database that is dropped afterward. The server and its pages are built as well,
 * because measurements start them; without `pages` the server alone.
 */
export async function runOnThrowaway(program, args, { pages = true } = {}) {
  await build({ pages, programs: [program, 'server'] });
  return withThrowawayDatabase((url) => runWith(program, args, url), { forgetful: false });
}

/**
 * DATABASE_URL is the application's role, DAYBOOK_OWNER_URL the owner's: for measurements and checks, not for serving. Further servers are
 * those of `env`; a throwaway database has none.
 */
async function runWith(program, args, ownerUrl, { input, env = {} } = {}) {
  const appUrl = await withPrepareLock(ownerUrl, async (client) => {
    await migrate(client, ownerUrl);
    return ensureAppRole(client, ownerUrl);
  });
  const books = await prepareBooks(env, (name, sentence) =>
    console.error(`The books on ${name} are unavailable: ${sentence}`),
  );
  const { code } = await run(process.execPath, ['--enable-source-maps', bundleOf(program), ...args], {
    show: true,
    input,
    env: { DATABASE_URL: appUrl, DAYBOOK_OWNER_URL: ownerUrl, DAYBOOK_BOOKS: books },
  });
  return code ?? 1;
}
