// npm run faults: what every release must hold, by its name in docs/measurements.md (R1 to R17): processes killed, a database that
// goes away, races, chains that are changed, hostile input, a long run. On a PostgreSQL of its own; `npm run faults -- R1 overload`
// runs some. Volumes are set by DAYBOOK_FAULT_ROUNDS, _POSTS, _REQUESTS, _ENTRIES, _KEYS, _RACES, _CHAIN, _HISTORIES, _INPUTS, _FORGERIES,
// _DOCUMENTS, _SECONDS, _AWAY, _FULL, _SLOW, _MINUTES, _RATE, _ORGANIZATIONS and _MOVED; without them they are small.
import fs from 'node:fs';
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/install.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  const { build } = await import('./lib/build.mjs');
  const { bundleOf } = await import('./lib/bundle.mjs');
  const { run } = await import('./lib/children.mjs');
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { stopPostgres } = await import('./lib/postgres.mjs');
  const { removeCluster } = await import('./lib/postgres-place.mjs');
  const { temporaryDirectory } = await import('./lib/throwaway.mjs');

  await build({ pages: false, programs: ['server', 'faults'] });
  const directory = temporaryDirectory('faults');
  const cleanup = new Cleanup();
  cleanup.onSignals();
  await cleanup.add(async () => {
    if (fs.existsSync(directory)) {
      await stopPostgres(directory);
      removeCluster(directory);
    }
    for (const folder of ['', '-backup', '-replica', '-disk'].map((end) => `${directory}${end}`))
      fs.rmSync(folder, { recursive: true, force: true });
  });
  let code;
  try {
    const args = ['--enable-source-maps', bundleOf('faults'), ...process.argv.slice(2)];
    ({ code } = await run(process.execPath, args, {
      show: true,
      env: { LOG_LEVEL: 'silent', DAYBOOK_FAULTS_DIR: directory },
    }));
  } finally {
    await cleanup.run();
  }
  process.exit(code ?? 1);
});
