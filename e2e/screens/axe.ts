import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { signIn } from './access';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules that a theme can affect; everything else about a page is the same in both. */
const OF_COLOUR = ['color-contrast', 'link-in-text-block'];

/** Tests of one worker share one signed-in page and differ only in what they look at. */
export const test = base.extend<object, { seat: Page }>({
  seat: [
    async ({ browser }, use, worker) => {
      const { baseURL, viewport, locale, timezoneId } = worker.project.use;
      const context = await browser.newContext({
        // Without animations, contrast is measured on the final colors.
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

/** All rules in the light theme, then the color rules in the dark one, on the same loaded page. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await show(page, 'light');
  expect.soft(await violations(axeOn(page).withTags(TAGS)), `${what}, light`).toEqual([]);
  await show(page, 'dark');
  expect.soft(await violations(axeOn(page).withRules(OF_COLOUR)), `${what}, dark`).toEqual([]);
}

// Legacy mode avoids a second page for every run; it cannot see into frames, and the screens have none. The first rows
// of a long table stand for all, since they are drawn by the same columns.
const axeOn = (page: Page) =>
  new AxeBuilder({ page }).setLegacyMode(true).exclude('tbody tr:nth-child(n + 9)');

/**
 * Does what the menu "Appearance" does, without opening it; resolves once the colors have changed and nothing moves.
 */
async function show(page: Page, theme: 'light' | 'dark') {
  await page.evaluate(async (chosen) => {
    document.documentElement.dataset.theme = chosen;
    const nextFrame = () => new Promise(requestAnimationFrame);
    await nextFrame();
    for (;;) {
      // Infinite animations (a skeleton's shimmer) are not waited for.
      const moving = document
        .getAnimations()
        .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
      if (moving.length === 0) return;
      await Promise.allSettled(moving.map(({ finished }) => finished));
      await nextFrame();
    }
  }, theme);
}
