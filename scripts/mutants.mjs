// npm run mutants: plants the bugs of mutants/table one at a time in a throwaway copy of the sources and runs the tests that claim
// the law. `-- --floor sql` or `-- --only name,name` selects some; unchanged ones are not run again (unless `-- --again`).
// `-- --unproved` lists the bugs that have no verdict for the sources as they are, and tries none.
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  await installDependencies();
  const { generateClient } = await import('./lib/run/generate.mjs');
  const { run } = await import('./lib/children.mjs');
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { inRoot } = await import('./lib/paths.mjs');
  await generateClient();
  new Cleanup().onSignals();
  const tsx = inRoot('node_modules', 'tsx', 'dist', 'cli.mjs');
  const args = [tsx, inRoot('mutants', 'main.ts'), ...process.argv.slice(2)];
  const { code } = await run(process.execPath, args, { show: true });
  process.exit(code ?? 1);
});
