// npm run bench: the repeatable measurements, each a ratio to a peer or a limit taken in the same run. It works on a
// database of its own, durable like a real one and thrown away afterward.
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/install.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  const { build } = await import('./lib/build.mjs');
  // The server and the pages are what is measured.
  await build({ programs: ['server', 'bench'] });
  const { runOnThrowaway } = await import('./lib/program.mjs');
  process.exit(await runOnThrowaway('bench', process.argv.slice(2)));
});
