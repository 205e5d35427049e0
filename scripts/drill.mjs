// npm run drill: practices a restore and an upgrade without touching the books. Backs them up while they are used, restores the copy,
// brings it to the tables and laws of this checkout, verifies it, compares it with the books, and removes it.
import fs from 'node:fs';
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { command } from './lib/failure.mjs';
import { dataDirectoryFrom } from './lib/paths.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  readArguments(process.argv.slice(2), {});
  await installDependencies();
  const { ofBuiltIn } = await import('./lib/release/built-in-only.mjs');
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { backUp } = await import('./lib/backup/backup.mjs');
  const { restore } = await import('./lib/backup/restore.mjs');
  const { runOnBooks } = await import('./lib/program.mjs');
  const { temporaryDirectory } = await import('./lib/run/throwaway.mjs');
  const { stopPostgres } = await import('./lib/postgres/postgres.mjs');
  const { removeCluster } = await import('./lib/postgres/postgres-place.mjs');
  ofBuiltIn(process.env);
  const cleanup = new Cleanup();
  cleanup.onSignals();
  const folder = temporaryDirectory('drill');
  const copy = path.join(folder, 'books');
  let code = 1;
  try {
    await cleanup.add(async () => {
      if (fs.existsSync(path.join(copy, 'postgres'))) {
        await stopPostgres(copy);
        removeCluster(copy);
      }
      fs.rmSync(folder, { recursive: true, force: true });
    });
    const timed = async (what, work) => {
      const started = performance.now();
      const result = await work();
      console.log(`${what}: ${((performance.now() - started) / 1_000).toFixed(1)} s`);
      return result;
    };
    const backup = path.join(folder, 'backup');
    await timed('backed up', () => backUp(dataDirectoryFrom(process.env), backup, cleanup));
    await timed('restored', () => restore({ from: backup, to: copy }, cleanup, console.log));
    code = await timed('upgraded and verified', () =>
      runOnBooks('verify', ['--whole'], { env: { ...process.env, DAYBOOK_DATA_DIR: copy } }),
    );
    console.log(
      code === 0
        ? 'The drill passed: the backup can be restored, and this checkout can run on it.'
        : 'The drill failed.',
    );
  } finally {
    await cleanup.run();
  }
  process.exit(code);
});
