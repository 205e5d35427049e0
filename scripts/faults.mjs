// npm run faults: what must hold when processes are killed: the database while it posts, the server in the middle of a request,
// three servers sharing one key, a backup. On a PostgreSQL of its own; DAYBOOK_FAULT_ROUNDS sets the number of kills (default 10).
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
    for (const folder of [directory, `${directory}-backup`])
      fs.rmSync(folder, { recursive: true, force: true });
  });
  let code;
  try {
    const args = ['--enable-source-maps', bundleOf('faults'), ...process.argv.slice(2)];
    ({ code } = await run(process.execPath, args, { show: true, env: { DAYBOOK_FAULTS_DIR: directory } }));
  } finally {
    await cleanup.run();
  }
  process.exit(code ?? 1);
});
