// Brings a database up to this checkout: node scripts/migrate.mjs [--url postgresql://owner…]   (or DATABASE_URL).

import { ensureAppRole } from './lib/app-role.mjs';
import { readArguments } from './lib/arguments.mjs';
import { ensureDatabase, withPrepareLock } from './lib/database.mjs';
import { command, Failure } from './lib/failure.mjs';
import { migrate } from './lib/migrate.mjs';

await command(async () => {
  const options = readArguments(process.argv.slice(2), { url: 'value' });
  const url = options.url ?? process.env.DATABASE_URL;
  if (!url) throw new Failure('Say which database: --url postgresql://… or DATABASE_URL.');
  await ensureDatabase(url);
  await withPrepareLock(url, async (client) => {
    const applied = await migrate(client, url);
    for (const name of applied) console.log(`applied ${name}`);
    if (applied.length === 0) console.log('The database is up to date.');
    await ensureAppRole(client, url);
  });
});
