import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import { signIn } from './access';
import { test as base } from './browser';

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

type Found = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

const sentences = (found: Found): string[] =>
  found.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
  );

// The first rows of a long table stand for all, since they are drawn by the same columns.
const LONG = 'tbody tr:nth-child(n + 9)';

// Nothing is preloaded: that serves rules about rotating the screen and about sound, and the screens use neither.
const QUICK = { resultTypes: ['violations' as const], preload: false };

/** All rules in the light theme, then the color rules in the dark one, on the same loaded page. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await show(page, 'light');
  // Legacy mode avoids a second page for every run; it cannot see into frames, and the screens have none.
  const light = await new AxeBuilder({ page, ...(await sourceFor(page)) })
    .setLegacyMode(true)
    .options(QUICK)
    .withTags(TAGS)
    .exclude(LONG)
    .analyze();
  expect.soft(sentences(light.violations), `${what}, light`).toEqual([]);
  await show(page, 'dark');
  // The first run left axe in the page; reading it in again costs as much as the rules.
  const dark = await page.evaluate(
    async ([long, quick, values]) => {
      const { axe } = window as unknown as {
        axe: { run(context: object, options: object): Promise<{ violations: Found }> };
      };
      const options = { ...quick, runOnly: { type: 'rule', values } };
      return (await axe.run({ exclude: [long] }, options)).violations;
    },
    [LONG, QUICK, OF_COLOUR] as const,
  );
  expect.soft(sentences(dark), `${what}, dark`).toEqual([]);
}

/**
 * What the builder reads into the page: axe, twice, unless it is there already. It stays while the console goes from place to place,
 * and reading it costs as much as the rules.
 */
const sourceFor = async (page: Page) =>
  (await page.evaluate(() => 'axe' in window)) ? { axeSource: 'window.axe.version' } : {};

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
