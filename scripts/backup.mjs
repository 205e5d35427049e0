// npm run backup -- --to FOLDER: copies the data directory with its built-in PostgreSQL, even while it is in use. `npm run restore`
// restores the copy.
import path from 'node:path';
import { readArguments } from './lib/arguments.mjs';
import { command, Failure } from './lib/failure.mjs';
import { dataDirectoryFrom } from './lib/paths.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  const { to } = readArguments(process.argv.slice(2), { to: 'value' });
  if (to === undefined) throw new Failure('Say where: npm run backup -- --to FOLDER.');
  await installDependencies();
  const { ofBuiltIn } = await import('./lib/release/built-in-only.mjs');
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { backUp } = await import('./lib/backup/backup.mjs');
  ofBuiltIn(process.env);
  const cleanup = new Cleanup();
  cleanup.onSignals();
  try {
    const { through, bytes } = await backUp(dataDirectoryFrom(process.env), path.resolve(to), cleanup);
    console.log(
      `${(bytes / 1_048_576).toFixed(0)} MB in ${to}, with everything committed by ${through}. It holds secrets; keep it as safe as the books.`,
    );
  } finally {
    await cleanup.run();
  }
});
