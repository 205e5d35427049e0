import os from 'node:os';
import { defineConfig } from '@playwright/test';

const browser = process.env.DAYBOOK_BROWSER ?? '/usr/bin/chromium';

/**
 * The screens, against a running demo: DAYBOOK_BASE_URL and DAYBOOK_DATA_DIR (its access.json) say which, DAYBOOK_BROWSER
 * with what. `npm test` starts the demo and sets all three.
 */
export default defineConfig({
  testDir: 'e2e/screens',
  outputDir: 'test-results',
  // One demo company serves all tests, on the same machine: more browsers than cores only wait for each other.
  workers: Math.min(4, os.availableParallelism()),
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.DAYBOOK_BASE_URL ?? 'http://localhost:3000',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // A trace of every step costs more than the step: `--trace on` when one is wanted.
    screenshot: 'only-on-failure',
    // A thing that is not there is a failure in seconds, not a wait to the end of the test.
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    launchOptions: {
      executablePath: browser,
      args: ['--no-sandbox', '--disable-quic', '--disable-background-networking'],
    },
  },
});
