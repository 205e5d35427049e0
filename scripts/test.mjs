// npm test: installs what is missing, checks the sources, runs the tests on a throwaway PostgreSQL, then the screens in a browser
// against a real start. The last line is `N passed, N failed`. `npm test -- --only unit,types` runs some of it.
import os from 'node:os';
import { readArguments } from './lib/arguments.mjs';
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/release/install.mjs';
import { checkNodeVersion } from './lib/release/node-version.mjs';
import { KEPT_MEMORY } from './lib/run/kept-memory.mjs';

await command(async () => {
  checkNodeVersion();
  const { only } = readArguments(process.argv.slice(2), { only: 'value' });
  await installDependencies();
  // Inherited by every program of the run.
  Object.assign(process.env, { ...KEPT_MEMORY, ...process.env });

  // Imported here: these need the dependencies.
  const { generateClient } = await import('./lib/run/generate.mjs');
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { onlyNamed } = await import('./lib/run/only.mjs');
  const { DRIFT, STATIC_CHECKS } = await import('./lib/house/static-checks.mjs');
  const { Report } = await import('./lib/run/steps.mjs');
  const { BUILD, faultsStep, screenSteps, vitestSteps } = await import('./lib/run/test-steps.mjs');

  const cleanup = new Cleanup();
  cleanup.onSignals();
  // Two sequences of steps in parallel, one for each core of a small machine and of about the same length: the build and what needs it,
  // then the small faults and the unit tests; and the static checks, then the tests on a database.
  const { unit, database } = vitestSteps(cleanup);
  const served = [BUILD, ...screenSteps(cleanup), faultsStep(cleanup), unit];
  const read = [...STATIC_CHECKS, DRIFT, database];
  const wanted = onlyNamed([...served, ...read], only);

  await generateClient();
  const report = new Report();
  const rows = [served, read].map((row) => row.filter((step) => wanted.includes(step)));
  try {
    if (os.availableParallelism() > 1) await Promise.all(rows.map((row) => report.performAll(row)));
    else for (const row of rows) await report.performAll(row);
  } finally {
    await cleanup.run();
  }
  console.log(report.summary());
  process.exit(report.failed > 0 ? 1 : 0);
});
