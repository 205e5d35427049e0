// Fails when prisma/schema and the migrations disagree. Uses a throw-away database unless --url names an empty one.
import { readArguments } from './lib/arguments.mjs';
import { withPrepareLock } from './lib/database.mjs';
import { driftOf } from './lib/drift.mjs';
import { command, Failure } from './lib/failure.mjs';
import { migrate } from './lib/migrate.mjs';
import { withThrowawayDatabase } from './lib/throwaway.mjs';

async function check(url) {
  await withPrepareLock(url, (client) => migrate(client, url));
  const drift = await driftOf(url);
  if (drift.length === 0) return console.log('prisma/schema and prisma/migrations agree.');
  for (const statement of drift) console.error(`${statement};`);
  throw new Failure(
    'prisma/schema and prisma/migrations disagree; the statements above would bring the database to the schema.',
  );
}

await command(async () => {
  const { url } = readArguments(process.argv.slice(2), { url: 'value' });
  await (url ? check(url) : withThrowawayDatabase(check));
  // The engine keeps its connections; there is nothing left to wait for.
  process.exit(0);
});
