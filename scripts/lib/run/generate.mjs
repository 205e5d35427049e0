import path from 'node:path';
import { run } from '../children.mjs';
import { Failure } from '../failure.mjs';
import { inRoot } from '../paths.mjs';
import { hashOf, readStamp, writeStamp } from './hashes.mjs';

const STAMP = inRoot('src', 'db', 'generated', '.stamp');

/**
 * Generates the Prisma client into src/db/generated if the schema has changed since the last time.
 * Prisma's command line requires a schema engine, which it would download; generating never runs it, so any existing
 * executable satisfies the check, and nothing is downloaded.
 * @returns {Promise<boolean>} whether it was generated now
 */
export async function generateClient() {
  const wanted = hashOf([
    'prisma/schema',
    'prisma.config.ts',
    'scripts/column-generator.mjs',
    'node_modules/prisma/package.json',
  ]);
  if (readStamp(STAMP) === wanted) return false;
  const { code, output } = await run(
    process.execPath,
    [inRoot('node_modules', 'prisma', 'build', 'index.js'), 'generate'],
    {
      env: {
        // The column generator is started as `node`, so this Node must come first on the path.
        PATH: [path.dirname(process.execPath), process.env.PATH].join(path.delimiter),
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
        NO_COLOR: '1',
      },
    },
  );
  if (code !== 0) {
    process.stderr.write(output);
    throw new Failure(
      'The Prisma client could not be generated from prisma/schema; the reason stands above.',
    );
  }
  writeStamp(STAMP, wanted);
  return true;
}
