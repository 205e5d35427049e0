import { type BrowserContext, test as base } from '@playwright/test';
import { expect } from './expect';

/** What went wrong on the pages of this worker since its last test ended. */
const faults: string[] = [];

/** The browser's own line for an answer above 399, which a test of a refusal causes on purpose. */
const OF_AN_ANSWER = /^Failed to load resource/;

function watch(context: BrowserContext): void {
  const at = (url: string | undefined) => (url === undefined ? 'a page' : new URL(url).pathname);
  context.on('weberror', (event) => {
    const error = event.error();
    faults.push(`${at(event.page()?.url())}: ${error.stack ?? error.message}`);
  });
  context.on('console', (message) => {
    if (message.type() !== 'error' || OF_AN_ANSWER.test(message.text())) return;
    faults.push(`${at(message.page()?.url())}: ${message.text()}`);
  });
  context.on('response', (answer) => {
    if (answer.status() >= 500) faults.push(`${answer.status()} from ${at(answer.url())}`);
  });
}

/** Takes the faults a test caused on purpose, which a pattern describes, off the list; fails where there are none. */
export function expectFaults(pattern: RegExp): void {
  const others = faults.filter((fault) => !pattern.test(fault));
  expect(others.length, `faults like ${pattern}`).toBeLessThan(faults.length);
  faults.splice(0, faults.length, ...others);
}

/**
 * A browser test. It also fails when one of its pages throws, when React reports an error to the console (even one it recovers from, such
 * as a page that the server could not render), or when the server answers 500 or more.
 */
export const test = base.extend<{ flawless: undefined }, { watched: undefined }>({
  watched: [
    async ({ browser }, use) => {
      for (const context of browser.contexts()) watch(context);
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
    },
    { scope: 'worker', auto: true },
  ],
  flawless: [
    async ({ watched }, use) => {
      await use(watched);
      expect(faults.splice(0), 'no page threw, and the server answered').toEqual([]);
    },
    { auto: true },
  ],
});
