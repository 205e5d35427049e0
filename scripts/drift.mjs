// Fails when prisma/schema or prisma/schema.sql differs from the result of the migrations and laws. Uses a throwaway database
// unless --url names an empty one. --write updates prisma/schema.sql instead (npm run migrate:dump).
import { readArguments } from './lib/arguments.mjs';
import { command, Failure } from './lib/failure.mjs';
import { driftOf } from './lib/laws/drift.mjs';
import { migrate } from './lib/laws/migrate.mjs';
import { schemaDifferences, writeSchema } from './lib/laws/schema-dump.mjs';
import { withPrepareLock } from './lib/postgres/database.mjs';
import { withThrowawayDatabase } from './lib/run/throwaway.mjs';

async function write(url) {
  await withPrepareLock(url, async (client) => {
    await migrate(client, url);
    await writeSchema(client);
  });
  console.log('Wrote prisma/schema.sql.');
}

async function check(url) {
  const differences = await withPrepareLock(url, async (client) => {
    await migrate(client, url);
    return schemaDifferences(client);
  });
  const drift = await driftOf(url);
  for (const statement of drift) console.error(`${statement};`);
  for (const line of differences) console.error(line);
  if (drift.length > 0) {
    throw new Failure(
      'prisma/schema and prisma/migrations disagree; the statements above would bring the database to the schema.',
    );
  }
  if (differences.length > 0) {
    throw new Failure(
      'prisma/schema.sql and a fresh database differ in the lines above; npm run migrate:dump writes it again.',
    );
  }
  console.log('prisma/schema, prisma/migrations, prisma/sql and prisma/schema.sql agree.');
}

await command(async () => {
  const { url, write: writes = false } = readArguments(process.argv.slice(2), {
    url: 'value',
    write: 'flag',
  });
  const work = writes ? write : check;
  await (url ? work(url) : withThrowawayDatabase(work));
  // The engine keeps its connections open; there is nothing left to wait for.
  process.exit(0);
});
