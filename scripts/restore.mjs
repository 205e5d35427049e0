// npm run restore -- --from BACKUP --to FOLDER [--archive FOLDER [--at 2026-11-22T14:05:00Z]]: restores a backup into a new data directory;
// with an archive of the write-ahead log, through its end or up to a point in time.
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { command, Failure } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  const { from, to, archive, at } = readArguments(process.argv.slice(2), {
    from: 'value',
    to: 'value',
    archive: 'value',
    at: 'value',
  });
  if (from === undefined || to === undefined)
    throw new Failure('Say which and where: npm run restore -- --from BACKUP --to FOLDER.');
  await installDependencies();
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { restore } = await import('./lib/backup/restore.mjs');
  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    const wish = { from: path.resolve(from), to: path.resolve(to), archive, at };
    const { last } = await restore(wish, cleanup, (line) => console.log(line));
    console.log(
      `Restored${last === null ? '' : ` through ${last}`}. Check it: DAYBOOK_DATA_DIR=${to} npm run verify -- --whole; then start it: DAYBOOK_DATA_DIR=${to} npm start.`,
    );
  } finally {
    await cleanup.run();
  }
});
