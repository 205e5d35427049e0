import os from 'node:os';
import { defineConfig } from '@playwright/test';

const browser = process.env.DAYBOOK_BROWSER ?? '/usr/bin/chromium';

/**
 * Tests of the screens, against a running demo: DAYBOOK_BASE_URL and DAYBOOK_DATA_DIR (its access.json) say which one, DAYBOOK_BROWSER with
 * which browser. `npm test` starts the demo and sets all three. The adoption test also starts a separate empty Daybook.
 */
export default defineConfig({
  testDir: 'e2e',
  testMatch: ['screens/**/*.spec.ts', 'adoption/**/*.spec.ts'],
  outputDir: 'test-results',
  // One demo company serves all tests, on the same machine: more browsers than cores would only wait for each other.
  workers: Math.min(4, os.availableParallelism()),
  fullyParallel: false,
  // A limit ends what hangs; it is not a measure of speed. A busy machine takes many times as long as a quiet one.
  timeout: 600_000,
  expect: { timeout: 90_000 },
  reporter: [['list']],
  use: {
    baseURL: process.env.DAYBOOK_BASE_URL ?? 'http://localhost:3000',
    locale: 'en-US',
    timezoneId: 'UTC',
    viewport: { width: 1440, height: 900 },
    // No test depends on animations, and animations are painted sixty times a second.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every step costs more than the step: use `--trace on` when one is wanted.
    screenshot: 'only-on-failure',
    // A missing element fails the step that looks for it, not the whole test at its limit.
    actionTimeout: 90_000,
    navigationTimeout: 180_000,
    launchOptions: {
      executablePath: browser,
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        // A page lives for seconds: optimizing its code costs more than it saves, a sixth of the browser's processor time.
        '--js-flags=--no-opt,--no-maglev',
      ],
    },
  },
});
