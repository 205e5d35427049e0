// Generates the Prisma client (src/db/generated) when prisma/schema changed.
import { command } from './lib/failure.mjs';
import { generateClient } from './lib/run/generate.mjs';

await command(async () => {
  console.log((await generateClient()) ? 'Generated src/db/generated.' : 'src/db/generated is up to date.');
});
