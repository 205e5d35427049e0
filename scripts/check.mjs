// npm run check: everything that can be checked about the sources without running them, and schema drift.
import os from 'node:os';
import { readArguments } from './lib/arguments.mjs';
import { Cleanup } from './lib/cleanup.mjs';
import { command } from './lib/failure.mjs';
import { DRIFT, STATIC_CHECKS } from './lib/house/static-checks.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';
import { onlyNamed } from './lib/run/only.mjs';
import { Report } from './lib/run/steps.mjs';

await command(async () => {
  checkNodeVersion();
  const { only } = readArguments(process.argv.slice(2), { only: 'value' });
  const steps = onlyNamed([...STATIC_CHECKS, DRIFT], only);
  await installDependencies();
  const { generateClient } = await import('./lib/run/generate.mjs');
  await generateClient();
  new Cleanup().onSignals();
  const report = new Report();
  await report.performAll(steps, Math.min(2, os.availableParallelism()));
  console.log(report.summary());
  process.exit(report.failed > 0 ? 1 : 0);
});
