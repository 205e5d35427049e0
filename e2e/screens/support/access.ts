import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Cookie, Page, Request } from '@playwright/test';
import { expect } from './expect';

/** The access data that the demo wrote for scripts. */
export interface Access {
  readonly baseUrl: string;
  readonly organizations: readonly { readonly id: string; readonly slug: string; readonly name: string }[];
  readonly users: readonly {
    readonly email: string;
    readonly password: string;
    readonly role: string;
    readonly organization: string;
  }[];
}

function read(): Access {
  const file =
    process.env.DAYBOOK_ACCESS_FILE ?? path.join(process.env.DAYBOOK_DATA_DIR ?? '.data', 'access.json');
  return JSON.parse(readFileSync(file, 'utf8')) as Access;
}

export const access = read();
const [first, second] = access.organizations;
if (first === undefined || second === undefined) throw new Error('the demo has two organizations');

/** The demo company, and the other organization. */
export const company = first;
export const other = second;

/** The login of a role in the demo company. */
export function login(role: string) {
  const user = access.users.find(
    (candidate) => candidate.role === role && candidate.organization === company.slug,
  );
  if (user === undefined) throw new Error(`the demo has no ${role}`);
  return user;
}

/** Requests of a page that are still in flight. */
const underWay = new WeakMap<Page, Set<Request>>();

function watch(page: Page): Set<Request> {
  const known = underWay.get(page);
  if (known !== undefined) return known;
  const requests = new Set<Request>();
  underWay.set(page, requests);
  page.on('request', (request) => requests.add(request));
  page.on('requestfinished', (request) => requests.delete(request));
  page.on('requestfailed', (request) => requests.delete(request));
  return requests;
}

/** True when React has hydrated every control and no placeholder is left for pending data, two frames in a row. */
async function isAwake(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const isTakenOver = (element: Element) =>
      Object.keys(element).some((key) => key.startsWith('__reactProps$'));
    const isReady = () =>
      document.readyState === 'complete' &&
      document.querySelector('[data-loading], [aria-busy="true"]') === null &&
      [...document.querySelectorAll('button, input, select, textarea, [data-row-link]')].every(isTakenOver);
    if (!isReady()) return false;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return isReady();
  });
}

/** Waits until a page is interactive: a click before hydration is lost. */
export async function settle(page: Page): Promise<void> {
  const requests = watch(page);
  const isSettled = async () => requests.size === 0 && (await isAwake(page)) && requests.size === 0;
  await expect
    // A redirect destroys the page being evaluated.
    .poll(() => isSettled().catch(() => false), { message: 'the page is interactive', intervals: [50] })
    .toBe(true);
}

/** Opens a page and waits until it is interactive. */
export async function open(page: Page, address: string): Promise<void> {
  watch(page);
  await page.goto(address);
  await settle(page);
}

/** Signs in through the form and waits for the home page. */
export async function signIn(page: Page, role: string): Promise<void> {
  const { email, password } = login(role);
  // Signing in ends the session that a browser has, which may be one that other tests share.
  await page.context().clearCookies();
  await open(page, `/login?returnTo=/books/${company.slug}`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Waits for the path, because the sign-in page's own URL ends with the same text.
  await page.waitForURL((url) => url.pathname === books());
  await settle(page);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The session of each role that a test of this worker has opened through the form. */
const sessions = new Map<string, readonly Cookie[]>();

/**
 * Gives the page a session of the role, without showing a page: the first test of a worker signs in through the form, the
 * others get its cookies. A test that signs out, or is about signing in, uses `signIn`.
 */
export async function enter(page: Page, role: string): Promise<void> {
  const cookies = sessions.get(role);
  if (cookies !== undefined) {
    await page.context().addCookies([...cookies]);
    return;
  }
  await signIn(page, role);
  sessions.set(role, await page.context().cookies());
}

/**
 * Goes to another screen of the books as a link does, without loading the whole console again, and waits until it is interactive. The page
 * must already show the console. The screen that is already shown is loaded in full, since a link to it would change nothing. Loading costs
 * twice as much, so `open` is for the first test of a screen and for tests of loading itself.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const wanted = new URL(address, page.url());
  if (wanted.href === page.url()) return open(page, address);
  watch(page);
  await page.evaluate((url) => {
    (window as unknown as { next: { router: { push(url: string): void } } }).next.router.push(url);
  }, address);
  await page.waitForURL((url) => url.pathname === wanted.pathname && url.search === wanted.search);
  await settle(page);
  // The title of the new page is streamed after its content.
  await page.waitForFunction(() => document.title.trim() !== '');
}

/** The URL of a screen in the demo company's books. */
export const books = (place = '') => `/books/${company.slug}${place === '' ? '' : `/${place}`}`;
