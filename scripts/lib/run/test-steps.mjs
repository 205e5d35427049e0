import fs from 'node:fs';
import path from 'node:path';
import { run } from '../children.mjs';
import { inRoot } from '../paths.mjs';
import { freePort } from '../ports.mjs';
import { AFTERWARDS, holds, StartedDaybook, WHILE_RUNNING } from '../release/smoke.mjs';
import { findBrowser } from './browser.mjs';
import { build } from './build.mjs';
import { booksOfDemo, DEMO_DAY } from './demo-books.mjs';
import { reducedFaults } from './faults.mjs';
import { countPlaywright, countVitest } from './reports.mjs';
import { temporaryDirectory, throwawayDatabase } from './throwaway.mjs';

/** The build, as one test: it runs in parallel with the static checks, because it takes longest. */
export const BUILD = {
  name: 'build',
  title: 'build (next build, server)',
  run: async () => {
    await build({ pages: true });
    return { passed: 1, failed: 0 };
  },
};

/** What `npm run faults` proves at full volume and no vitest test covers, at a small volume. */
export const faultsStep = (cleanup) => ({
  name: 'faults',
  title: 'faults at a small volume',
  run: () => reducedFaults(cleanup),
});

/** The tests that run in vitest, project by project. */
export function vitestSteps(cleanup) {
  return {
    unit: { name: 'unit', title: 'unit tests', run: () => vitest('unit', cleanup) },
    database: {
      name: 'database',
      title: 'contract and database tests',
      run: async () => {
        const { url } = await throwawayDatabase(process.env, { cleanup });
        return vitest('database', cleanup, { DAYBOOK_TEST_ADMIN_URL: url });
      },
    },
  };
}

async function vitest(project, cleanup, env = {}) {
  const folder = temporaryDirectory('report');
  await cleanup.add(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'vitest.json');
  const args = [
    'run',
    '--project',
    project,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ];
  const { code } = await run(process.execPath, [inRoot('node_modules', 'vitest', 'vitest.mjs'), ...args], {
    env,
    show: true,
  });
  return countVitest(file, code);
}

/**
 * The steps that need a real start: `npm start` on a new demo, what must hold while it is running, the browser tests against
 * it, what must hold after Ctrl-C.
 */
export function screenSteps(cleanup) {
  let daybook;
  const started = async () => {
    daybook ??= await startDemo(cleanup);
    return daybook;
  };
  return [
    {
      name: 'start',
      title: 'npm start',
      run: async () => holds({ ...OF_DEMO, ...WHILE_RUNNING }, await started()),
    },
    { name: 'screens', title: 'browser tests', run: async () => playwright(await started(), cleanup) },
    { name: 'stop', title: 'Ctrl-C and a second start', run: async () => holds(AFTERWARDS, await started()) },
  ];
}

/** What must hold of the demo company itself, before the browser tests write into it. */
const OF_DEMO = {
  'the demo company has the same books in every run, with debits equal to credits in every company':
    booksOfDemo,
};

async function startDemo(cleanup) {
  // Its database writes and syncs as a user's does; in memory that takes less of the system's processor time.
  const folder = temporaryDirectory('demo', { inMemory: true });
  const env = { DAYBOOK_TODAY: DEMO_DAY };
  if (process.env.DATABASE_URL) {
    env.DATABASE_URL = (await throwawayDatabase(process.env, { cleanup })).url;
  }
  await cleanup.add(() => fs.rmSync(folder, { recursive: true, force: true }));
  const data = path.join(folder, 'data');
  fs.mkdirSync(data);
  const daybook = new StartedDaybook(data, await freePort(), env);
  await cleanup.add(() => daybook.down());
  await daybook.up();
  return daybook;
}

async function playwright(daybook, cleanup) {
  const browser = await findBrowser();
  const folder = temporaryDirectory('report');
  await cleanup.add(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'playwright.json');
  // Traces of failures stay in the checkout, in a folder for this run.
  const output = inRoot('test-results', `run-${process.pid}`);
  const { code } = await run(
    process.execPath,
    [
      inRoot('node_modules', '@playwright', 'test', 'cli.js'),
      'test',
      '--reporter=list,json',
      `--output=${output}`,
    ],
    {
      show: true,
      env: {
        PLAYWRIGHT_JSON_OUTPUT_FILE: file,
        DAYBOOK_BROWSER: browser,
        DAYBOOK_BASE_URL: daybook.baseUrl,
        DAYBOOK_DATA_DIR: daybook.dataDirectory,
        DAYBOOK_TODAY: DEMO_DAY,
      },
    },
  );
  if (code === 0) fs.rmSync(output, { recursive: true, force: true });
  return countPlaywright(file, code);
}
