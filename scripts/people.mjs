// npm run people: the accounts of this database from the server's command line: list, add, reset, deactivate, activate. Uses the
// running PostgreSQL of the data directory, or starts it for the duration; DATABASE_URL otherwise.
import fs from 'node:fs';
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  const { runOnBooks } = await import('./lib/program.mjs');
  const words = process.argv.slice(2);
  const input = words.includes('--password-from-stdin') ? fs.readFileSync(0, 'utf8') : undefined;
  process.exit(await runOnBooks('people', words, { input }));
});
