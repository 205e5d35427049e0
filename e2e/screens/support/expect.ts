import { expect as base, type ExpectMatcherState, type Locator, type Page } from '@playwright/test';

// While an expected element is missing, Playwright describes the whole page at every poll for the message of a possible failure, which is
// as much work for the browser as showing the page. Waiting for the element costs next to nothing, so that is done first; the library's own
// expectation then judges it and words the failure.

type Judged = Record<string, (...given: readonly unknown[]) => Promise<void>>;

/** The time, in milliseconds, for the message of an expectation whose element has not appeared. */
const TO_SAY_SO = 1_000;

/** The library's verdict, as the result of a matcher. */
async function judge(
  state: ExpectMatcherState,
  name: string,
  actual: Locator | Page,
  given: readonly unknown[],
  hasCome: boolean,
) {
  const expecting = (hasCome ? base : base.configure({ timeout: TO_SAY_SO }))(actual);
  const judged = (state.isNot ? expecting.not : expecting) as unknown as Judged;
  try {
    await judged[name]?.(...given);
    return { pass: !state.isNot, message: () => '' };
  } catch (error) {
    return { pass: state.isNot, message: () => (error as Error).message };
  }
}

/**
 * Whether the element appeared in time. Anything else that is wrong, such as a locator that matches several elements, is left to the
 * library.
 */
const comes = (waiting: Promise<unknown>) =>
  waiting.then(
    () => true,
    (error: Error) => error.name !== 'TimeoutError',
  );

/** The library's expectation of that name, for an element that is there. */
const once = (name: string, wanted: 'attached' | 'visible' = 'attached') =>
  async function (this: ExpectMatcherState, locator: Locator, ...given: readonly unknown[]) {
    // A list of texts is about several elements, or none.
    const isAwaited = !this.isNot && !given.some((one) => Array.isArray(one));
    const hasCome = !isAwaited || (await comes(locator.waitFor({ state: wanted, timeout: this.timeout })));
    return judge(this, name, locator, given, hasCome);
  };

/** Playwright's `expect`, which checks an element only once the element is there. */
export const expect = base.extend({
  toBeVisible: once('toBeVisible', 'visible'),
  toContainText: once('toContainText'),
  toHaveText: once('toHaveText'),
  toHaveValue: once('toHaveValue'),
  toHaveAttribute: once('toHaveAttribute'),
  toBeChecked: once('toBeChecked'),
  toBeDisabled: once('toBeDisabled'),
  toBeEnabled: once('toBeEnabled'),
  toBeFocused: once('toBeFocused'),
  async toHaveURL(this: ExpectMatcherState, page: Page, wanted: string | RegExp) {
    const fits = ({ href }: URL) =>
      typeof wanted === 'string' ? href === new URL(wanted, href).href : wanted.test(href);
    const hasCome = await comes(
      page.waitForURL((url) => fits(url) !== this.isNot, { waitUntil: 'commit', timeout: this.timeout }),
    );
    return judge(this, 'toHaveURL', page, [wanted], hasCome);
  },
}) as typeof base;
