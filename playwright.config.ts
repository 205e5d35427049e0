import { defineConfig } from '@playwright/test';

/**
 * The screens in a real browser, against a server that already runs on a demo: `npm test` starts one; by hand,
 * `npm start` in one terminal and `npx playwright test` in another.
 */
export default defineConfig({
  testDir: 'e2e/screens',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    baseURL: process.env.DAYBOOK_BASE_URL ?? 'http://localhost:3000',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    locale: 'en-US',
    timezoneId: 'UTC',
    launchOptions: {
      executablePath: process.env.DAYBOOK_BROWSER ?? '/usr/bin/chromium',
      // Chromium refuses to run as root with its sandbox; it only ever sees our own pages.
      args: [
        '--disable-quic',
        '--disable-background-networking',
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ],
    },
  },
});
