// A development PostgreSQL that keeps running until it is stopped.
//   node scripts/pg.mjs --data-dir X --print-url                  start it (if needed) and print the owner's URL
//   node scripts/pg.mjs --data-dir X --print-url --database shop  the same for another database, created if missing
//   node scripts/pg.mjs --data-dir X --migrate --print-app-url    migrate, create the application's role, print its URL
//   node scripts/pg.mjs --data-dir X --stop
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { openDataDirectory } from './lib/data-directory.mjs';
import { command } from './lib/failure.mjs';
import { migrate } from './lib/laws/migrate.mjs';
import { dataDirectoryFrom } from './lib/paths.mjs';
import { ensureAppRole } from './lib/postgres/app-role.mjs';
import { ensureDatabase, withPrepareLock } from './lib/postgres/database.mjs';
import { withUrlParts } from './lib/postgres/database-url.mjs';
import { startPostgres, stopPostgres } from './lib/postgres/postgres.mjs';

const KNOWN = {
  'data-dir': 'value',
  database: 'value',
  forgetful: 'flag',
  migrate: 'flag',
  'print-url': 'flag',
  'print-app-url': 'flag',
  stop: 'flag',
};

await command(async () => {
  const options = readArguments(process.argv.slice(2), KNOWN);
  const named = options['data-dir'];
  const directory = openDataDirectory(named ? path.resolve(named) : dataDirectoryFrom(process.env));
  if (options.stop) {
    console.log((await stopPostgres(directory)) ? 'Stopped.' : 'It was not running.');
    return;
  }
  const server = await startPostgres(directory, { forgetful: options.forgetful ?? false, keep: true });
  const url = options.database ? withUrlParts(server.url, { database: options.database }) : server.url;
  await ensureDatabase(url);
  let appUrl;
  if (options.migrate || options['print-app-url']) {
    appUrl = await withPrepareLock(url, async (client) => {
      for (const name of await migrate(client, url)) console.error(`applied ${name}`);
      return ensureAppRole(client, url);
    });
  }
  if (options['print-app-url']) console.log(appUrl);
  else console.log(url);
});
