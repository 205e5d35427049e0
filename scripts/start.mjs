// npm start: installs, builds, starts a PostgreSQL unless DATABASE_URL names one, migrates, fills an empty database with
// the demo company, serves. `npm start -- --reset` rebuilds the demo. Ctrl-C stops everything it started.
import { readArguments } from './lib/arguments.mjs';
import { command } from './lib/failure.mjs';
import { dataDirectoryFrom } from './lib/paths.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';
import { serve } from './lib/run/serve.mjs';

await command(async () => {
  checkNodeVersion();
  const { reset = false } = readArguments(process.argv.slice(2), { reset: 'flag' });
  await installDependencies();
  await serve({ env: process.env, dataDirectory: dataDirectoryFrom(process.env), reset, watch: false });
});
