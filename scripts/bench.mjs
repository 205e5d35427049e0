// npm run bench: the repeatable measurements, each compared with a peer or a limit in the same run. It uses a separate database, durable
// like a real one and dropped afterward. Only `growth` keeps its databases, since filling them takes minutes.
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

const WITHOUT_PAGES = ['checks', 'export', 'laws', 'lone', 'notes', 'pgledger', 'tryton'];

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  if (process.argv[2] === 'growth') {
    const { measureGrowth } = await import('./lib/run/growth.mjs');
    process.exit(await measureGrowth(process.argv.slice(3)));
  }
  const { runOnThrowaway } = await import('./lib/program.mjs');
  const names = process.argv.slice(2);
  // These measurements use the server without its pages, or no server at all.
  const pages = names.length === 0 || names.some((name) => !WITHOUT_PAGES.includes(name));
  process.exit(await runOnThrowaway('bench', names, { pages }));
});
