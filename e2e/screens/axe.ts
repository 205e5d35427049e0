import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { signIn } from './access';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What a theme can change: everything else about a page is the same in both. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Tests of one worker share one signed-in page: only what they look at changes. */
export const test = base.extend<object, { seat: Page }>({
  seat: [
    async ({ browser }, use, worker) => {
      const { baseURL, viewport, locale, timezoneId } = worker.project.use;
      const context = await browser.newContext({
        // Animations end before contrast is measured.
        reducedMotion: 'reduce',
        ...(baseURL === undefined ? {} : { baseURL }),
        ...(viewport === undefined ? {} : { viewport }),
        ...(locale === undefined ? {} : { locale }),
        ...(timezoneId === undefined ? {} : { timezoneId }),
      });
      const page = await context.newPage();
      await signIn(page, 'admin');
      await use(page);
      await context.close();
    },
    { scope: 'worker' },
  ],
});

async function violations(axe: AxeBuilder): Promise<string[]> {
  const found = await axe.analyze();
  return found.violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
  );
}

/** Whole in the light theme, then what depends on colors in the dark one, on the same loaded page. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await show(page, 'light');
  expect.soft(await violations(axeOn(page).withTags(TAGS)), `${what}, light`).toEqual([]);
  await show(page, 'dark');
  expect.soft(await violations(axeOn(page).withRules(OF_COLOUR)), `${what}, dark`).toEqual([]);
}

// Legacy mode spares a second page for every look; the screens have no frames, which are all it cannot see into.
// Of a long table the first rows stand for all: they are drawn by the same columns.
const axeOn = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).exclude('tbody tr:nth-child(n + 9)');

/** What the menu "Appearance" does, without pressing it; done when the colors have changed over and nothing moves. */
async function show(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(async (chosen) => {
    document.documentElement.dataset.theme = chosen;
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    for (;;) {
      // What repeats for ever (a skeleton's shimmer) is not waited for.
      const moving = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await nextFrame();
    }
  }, theme);
}
