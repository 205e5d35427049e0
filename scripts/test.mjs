// npm test: installs what is missing, checks the sources, runs the tests on a throw-away PostgreSQL, then the screens in
// a browser against a real start. The last line is `N passed, N failed`. `npm test -- --only unit,types` for some of it.
import os from 'node:os';
import { readArguments } from './lib/arguments.mjs';
import { command } from './lib/failure.mjs';
import { installDependencies } from './lib/install.mjs';
import { checkNodeVersion } from './lib/node-version.mjs';

await command(async () => {
  checkNodeVersion();
  const { only } = readArguments(process.argv.slice(2), { only: 'value' });
  await installDependencies();

  // Imported here: these need the dependencies.
  const { generateClient } = await import('./lib/generate.mjs');
  const { Cleanup } = await import('./lib/cleanup.mjs');
  const { onlyNamed } = await import('./lib/only.mjs');
  const { DRIFT, STATIC_CHECKS } = await import('./lib/static-checks.mjs');
  const { Report } = await import('./lib/steps.mjs');
  const { BUILD, screenSteps, vitestSteps } = await import('./lib/test-steps.mjs');

  const cleanup = new Cleanup();
  cleanup.onSignals();
  const reading = [BUILD, ...STATIC_CHECKS, DRIFT];
  const running = [...vitestSteps(cleanup), ...screenSteps(cleanup)];
  const wanted = onlyNamed([...reading, ...running], only);

  await generateClient();
  const report = new Report();
  try {
    await report.performAll(
      wanted.filter((step) => reading.includes(step)),
      Math.min(2, os.availableParallelism()),
    );
    await report.performAll(
      wanted.filter((step) => running.includes(step)),
      1,
    );
  } finally {
    await cleanup.run();
  }
  console.log(report.summary());
  process.exit(report.failed > 0 ? 1 : 0);
});
