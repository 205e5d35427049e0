import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { signIn } from './access';
import { test as base } from './browser';
import { expect } from './expect';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The rules about colors: checked separately, in both themes. Everything else about a page is the same in both. */
const OF_COLOR = ['color-contrast', 'link-in-text-block'];

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

// The first rows of a long table represent all of them, since the same columns render them. Colors are checked in every row.
const LONG = 'tbody tr:nth-child(n + 9)';

/** The sidebar and the bar at the top, which are the same on every screen of the console. */
const FRAME = ['aside:has(nav[aria-label="Books"])', 'header[data-print="hide"]'];

/** The widths at which a test of this worker has checked the frame of the console. */
const framed = new Set<number>();

// Nothing is preloaded: that only serves rules about screen rotation and sound, and the screens use neither.
const QUICK = { resultTypes: ['violations' as const], preload: false };

/** All rules in the light theme, then the color rules in the dark theme, on the same loaded page. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await show(page, 'light');
  // Legacy mode avoids a second page for every run; it cannot see into frames, and the screens have none.
  const builder = new AxeBuilder({ page, ...(await sourceFor(page)) })
    .setLegacyMode(true)
    .options(QUICK)
    .withTags(TAGS)
    .disableRules([...OF_COLOR, 'document-title'])
    .exclude(LONG);
  for (const part of await frameToLeaveOut(page)) builder.exclude(part);
  const { violations } = await builder.analyze();
  expect.soft([...sentences(violations), ...sentences(await badColors(page))], `${what}, light`).toEqual([]);
  // Checked here instead, since React removes the title for a moment whenever the page is rendered again.
  await expect.soft(page, `${what}, its title`).toHaveTitle(/\S/);
  await show(page, 'dark');
  expect.soft(sentences(await badColors(page)), `${what}, dark`).toEqual([]);
}

/**
 * The frame of the console once it has been checked at this width: it does not differ from screen to screen. Behind a dialog it does, since
 * nothing in it may take focus then.
 */
async function frameToLeaveOut(page: Page): Promise<readonly string[]> {
  const { width, state } = await page.evaluate(([aside = '']) => {
    const sidebar = document.querySelector(aside);
    const isCovered = sidebar?.closest('[inert], [aria-hidden="true"]') !== null;
    return { width: innerWidth, state: sidebar === null ? 'none' : isCovered ? 'covered' : 'open' };
  }, FRAME);
  if (state !== 'open') return [];
  if (framed.has(width)) return FRAME;
  framed.add(width);
  return [];
}

/** The combinations of text style and background in which axe has found enough contrast, on any page of this worker. */
const legible = new Set<string>();

/**
 * What axe finds about colors on the page as it is shown. Contrast follows from what the browser has computed: the colors of the text and
 * of everything painted behind it, size and weight. So axe judges each combination once, which takes a tenth of the time of judging each
 * word of each page; a combination counts as judged only when axe has passed it.
 */
async function badColors(page: Page): Promise<Found> {
  const { found, passed } = await page.evaluate(judgeNewLooks, [[...legible], OF_COLOR] as const);
  for (const look of passed) legible.add(look);
  return found;
}

/** Runs in the browser page. */
async function judgeNewLooks([known, rules]: readonly [readonly string[], readonly string[]]) {
  // Among several elements with the same look, axe may be unable to judge the first one, because it is covered or disabled.
  const TRIED = 8;
  type Backdrop = { readonly paint: string; readonly fade: string };
  const backdrops = new Map<Element, Backdrop>();
  /** What is painted behind the text of an element, down to an opaque background, and the total opacity. */
  const backdropOf = (element: Element | null): Backdrop => {
    if (element === null) return { paint: '', fade: '' };
    const before = backdrops.get(element);
    if (before !== undefined) return before;
    const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
    const below = backdropOf(element.parentElement);
    const isBlank = backgroundColor === 'rgba(0, 0, 0, 0)' && backgroundImage === 'none';
    const own = `${position === 'static' ? '' : position} ${isBlank ? '' : `${backgroundColor} ${backgroundImage}`}`;
    const isOpaque = backgroundColor.startsWith('rgb(') && backgroundImage === 'none';
    const backdrop = {
      paint: isOpaque ? own : `${own}/${below.paint}`,
      fade: opacity === '1' ? below.fade : `${opacity} ${below.fade}`,
    };
    backdrops.set(element, backdrop);
    return backdrop;
  };
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== '');
  const lookOf = (element: Element) => {
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const { paint, fade } = backdropOf(element);
    const link = element.closest('a[href]');
    const text = link?.parentElement;
    // A link in running text must differ from that text; a link that stands alone need not.
    const around =
      link && text
        ? `${hasText(text) ? 'in text ' : ''}${getComputedStyle(link).textDecorationLine} ${getComputedStyle(text).color}`
        : '';
    return [color, fontSize, fontWeight, textShadow, paint, fade, around].join(';');
  };
  const isJudged = (element: Element) =>
    element.matches('input:not([type="hidden"]), select, textarea') || hasText(element);
  const judged = new Set(known);
  const looks = new Map<Element, string>();
  const counts = new Map<string, number>();
  for (const element of document.body.querySelectorAll('*')) {
    if (!isJudged(element) || element.getClientRects().length === 0) continue;
    const look = lookOf(element);
    const count = counts.get(look) ?? 0;
    if (judged.has(look) || count === TRIED) continue;
    counts.set(look, count + 1);
    looks.set(element, look);
  }
  if (looks.size === 0) return { found: [], passed: [] };
  type Judgment = { id: string; nodes: { element: Element }[] };
  const { axe } = window as unknown as {
    axe: { run(context: object, options: object): Promise<{ violations: Found; passes: Judgment[] }> };
  };
  const links = [...looks.keys()].flatMap((element) => element.closest('a[href]') ?? []);
  const { violations, passes } = await axe.run(
    { include: [...new Set([...looks.keys(), ...links])] },
    {
      runOnly: { type: 'rule', values: rules },
      resultTypes: ['violations', 'passes'],
      elementRef: true,
      preload: false,
    },
  );
  const passed = passes
    .filter(({ id }) => id === 'color-contrast')
    .flatMap(({ nodes }) => nodes.flatMap(({ element }) => looks.get(element) ?? []));
  const failed = new Set(
    (violations as unknown as Judgment[]).flatMap(({ nodes }) =>
      nodes.map(({ element }) => looks.get(element)),
    ),
  );
  const found = violations.map((violation) => ({
    ...violation,
    nodes: violation.nodes.map(({ target, failureSummary }) => ({ target, failureSummary })),
  })) as unknown as Found;
  return { found, passed: passed.filter((look) => !failed.has(look)) };
}

/**
 * What the builder loads into the page: axe, twice, unless it is already there. It stays while the console moves from screen to screen;
 * loading it costs as much as the rules.
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
