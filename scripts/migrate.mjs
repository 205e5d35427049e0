// Brings a database up to this checkout: node scripts/migrate.mjs [--url postgresql://owner…]   (or DATABASE_URL, then every server of
// DAYBOOK_BOOKS).

import { readArguments } from './lib/arguments.mjs';
import { command, Failure } from './lib/failure.mjs';
import { migrate } from './lib/laws/migrate.mjs';
import { ensureAppRole } from './lib/postgres/app-role.mjs';
import { bookServersOf } from './lib/postgres/book-servers.mjs';
import { ensureDatabase, withPrepareLock } from './lib/postgres/database.mjs';

await command(async () => {
  const options = readArguments(process.argv.slice(2), { url: 'value' });
  const url = options.url ?? process.env.DATABASE_URL;
  if (!url) throw new Failure('Say which database: --url postgresql://… or DATABASE_URL.');
  const others = options.url === undefined ? bookServersOf(process.env) : [];
  for (const server of [{ name: 'main', url }, ...others]) {
    const where = others.length === 0 ? '' : `${server.name}: `;
    await ensureDatabase(server.url);
    await withPrepareLock(server.url, async (client) => {
      const applied = await migrate(client, server.url);
      for (const name of applied) console.log(`${where}applied ${name}`);
      if (applied.length === 0) console.log(`${where}The database is up to date.`);
      await ensureAppRole(client, server.url);
    });
  }
});
