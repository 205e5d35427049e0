// Drafts the next migration: the SQL that changes the migrated database to match prisma/schema.
//   node scripts/draft-migration.mjs              print it
//   node scripts/draft-migration.mjs --name shop  write prisma/migrations/<time>_shop/migration.sql
// Composite foreign keys, checks, row security and grants are added to the draft by hand; functions, triggers and policies are laws
// of prisma/sql.
import fs from 'node:fs';
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { command, Failure } from './lib/failure.mjs';
import { driftOf } from './lib/laws/drift.mjs';
import { migrate } from './lib/laws/migrate.mjs';
import { inRoot } from './lib/paths.mjs';
import { withPrepareLock } from './lib/postgres/database.mjs';
import { withThrowawayDatabase } from './lib/run/throwaway.mjs';

await command(async () => {
  const { name } = readArguments(process.argv.slice(2), { name: 'value' });
  if (name && !/^[a-z][a-z0-9_]*$/.test(name))
    throw new Failure('A migration is named in small letters, digits and _.');
  const statements = await withThrowawayDatabase(async (url) => {
    await withPrepareLock(url, (client) => migrate(client, url));
    return driftOf(url);
  });
  const sql = statements.map((statement) => `${statement};\n`).join('\n');
  if (!sql) console.log('-- Nothing to draft: prisma/schema and prisma/migrations agree.');
  else if (!name) process.stdout.write(sql);
  else {
    const time = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
    const folder = inRoot('prisma', 'migrations', `${time}_${name}`);
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'migration.sql'), sql);
    console.log(`Wrote ${path.relative(process.cwd(), folder)}/migration.sql; read it before it is applied.`);
  }
  process.exit(0);
});
