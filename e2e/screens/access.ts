import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page } from '@playwright/test';

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

/** Opens a page and waits until it is interactive: a click before hydration is lost. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address, { waitUntil: 'networkidle' });
}

/** Signs in through the form and waits for the home page. */
export async function signIn(page: Page, role: string): Promise<void> {
  const { email, password } = login(role);
  await open(page, `/login?returnTo=/books/${company.slug}`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  // Waits for the path, because the sign-in page's own URL ends with the same text.
  await page.waitForURL((url) => url.pathname === books(), { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** The URL of a place in the demo company's books. */
export const books = (place = '') => `/books/${company.slug}${place === '' ? '' : `/${place}`}`;
