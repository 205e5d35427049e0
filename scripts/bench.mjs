// npm run bench: the repeatable measurements, each compared with a peer or a limit in the same run. It uses a database of its
// own, durable like a real one and dropped afterward. `growth` alone keeps its databases, since filling them takes minutes.
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/install.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  if (process.argv[2] === 'growth') {
    const { measureGrowth } = await import('./lib/growth.mjs');
    process.exit(await measureGrowth(process.argv.slice(3)));
  }
  const { build } = await import('./lib/build.mjs');
  // Only the server and the pages are measured.
  await build({ programs: ['server', 'bench'] });
  const { runOnThrowaway } = await import('./lib/program.mjs');
  process.exit(await runOnThrowaway('bench', process.argv.slice(2)));
});
