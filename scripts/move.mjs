// npm run move -- ORGANIZATION SERVER: moves an organization's books to another PostgreSQL server while they are in use (docs/scale.md);
// run again, it continues a move that was interrupted. --back undoes one that has not switched, --remove-old removes what an organization
// left behind. ORGANIZATION is its id or short name, SERVER one of DAYBOOK_BOOKS or main. --source-url says how the target reaches the
// source, where that differs from how this machine reaches it. Uses the running PostgreSQL of the data directory as main; DATABASE_URL
// otherwise.
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { command, Failure } from './lib/failure.mjs';
import { dataDirectoryFrom } from './lib/paths.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

const USAGE =
  'Usage: npm run move -- ORGANIZATION SERVER, npm run move -- --back ORGANIZATION, or npm run move -- --remove-old ORGANIZATION.';

await command(async () => {
  checkNodeVersion();
  const { options, positionals } = readWords(process.argv.slice(2));
  const [organization, to, ...more] = positionals;
  const isMove = !options.back && !options['remove-old'];
  const isClear = organization !== undefined && more.length === 0 && isMove === (to !== undefined);
  if (!isClear || (options.back && options['remove-old'])) throw new Failure(USAGE);
  await installDependencies();
  const { goBack, moveOrganization, removeOld } = await import('./lib/move/move-commands.mjs');
  const { namedServers } = await import('./lib/move/move-servers.mjs');
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    const servers = namedServers(process.env.DATABASE_URL ?? (await builtIn(cleanup)), process.env);
    const say = (line) => console.log(line);
    if (options.back) {
      const { from } = await goBack({ servers, organization, say });
      console.log(`Taken back: ${organization} stays on ${from}.`);
    } else if (options['remove-old']) await removeOld({ servers, organization, say });
    else {
      const { from, stops } = await moveOrganization({
        servers,
        organization,
        to,
        sourceUrl: options['source-url'],
        say,
      });
      const longest = stops.length === 0 ? '' : ` Writes waited ${Math.max(...stops)} ms at most.`;
      console.log(
        `${organization} is on ${to}.${longest} Its old rows stay on ${from} until npm run move -- --remove-old ${organization}.`,
      );
    }
  } finally {
    await cleanup.run();
  }
});

function readWords(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        back: { type: 'boolean' },
        'remove-old': { type: 'boolean' },
        'source-url': { type: 'string' },
      },
    });
    return { options: values, positionals };
  } catch (error) {
    throw new Failure(`${error.message.split('\n')[0]} ${USAGE}`);
  }
}

/** The built-in PostgreSQL of the data directory; one that is already running belongs to another process and keeps running. */
async function builtIn(cleanup) {
  const { openDataDirectory } = await import('./lib/data-directory.mjs');
  const { runningPostgres, startPostgres } = await import('./lib/postgres/postgres.mjs');
  const directory = dataDirectoryFrom(process.env);
  if (!fs.existsSync(path.join(directory, 'postgres')))
    throw new Failure(`There are no books in ${directory} yet; run npm start first.`);
  openDataDirectory(directory);
  const { url } = await startPostgres(directory, runningPostgres(directory) ? {} : { cleanup });
  return url;
}
