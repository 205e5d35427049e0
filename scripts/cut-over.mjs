// npm run cut-over -- FOLDER --date YYYY-MM-DD: takes the files of an earlier system over (docs/guides/cut-over.md). Uses the running
// PostgreSQL of the data directory, or starts it for the duration; DATABASE_URL otherwise.
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  const { runOnBooks } = await import('./lib/program.mjs');
  process.exit(await runOnBooks('cut-over', process.argv.slice(2)));
});
