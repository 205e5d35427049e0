import { type Browser, expect, type Page } from '@playwright/test';
import { open, settle } from '../screens/access';
import { test } from '../screens/browser';
import { type OwnServer, type OwnStart, startEmpty, startServer } from '../support/own-start';

// Decision 15 as people see it: accounts on one PostgreSQL server, the books of a second organization on another one.

const ADA = { name: 'Ada Byron', email: 'ada@aurora.example', password: 'plum thunder 42 harbors' };
const KIM = { name: 'Kim Lee', email: 'kim@borealis.example', password: 'nine copper kettles sing' };

/** The short names of the organizations, which end in digits of their own. */
let aurora = '';
let borealis = '';
let east: OwnServer;
let daybook: OwnStart;
test.beforeAll(async () => {
  east = await startServer();
  daybook = await startEmpty({ DAYBOOK_BOOKS: `east=${east.url}`, DAYBOOK_TODAY: '2025-03-04' });
});
test.afterAll(async () => {
  await daybook?.end();
  await east?.end();
});

/** The short name of the organization that a page shows. */
const slugOn = (page: Page) => new URL(page.url()).pathname.split('/')[2] ?? '';

/** A page of somebody else, in a browser without their cookies. */
const pageOf = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

async function signIn(page: Page, { email, password }: typeof ADA) {
  await open(page, `${daybook.baseUrl}/login`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(/\/books\/\w/);
  await settle(page);
}

/** The organizations that the switcher offers. */
async function offered(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: /^Organization: / }).click();
  await expect(page.getByRole('menuitem', { name: 'All organizations' })).toBeVisible();
  const names = await page.getByRole('menuitem').allTextContents();
  await page.keyboard.press('Escape');
  return ['Aurora', 'Borealis'].filter((name) => names.some((text) => text.startsWith(name)));
}

test('an organization whose books are on another server is founded, joined, switched to and left like any other', async ({
  page,
  browser,
}) => {
  await test.step('the first owner has books at the directory', async () => {
    await open(page, /https?:\S+\/welcome#\S+/.exec(daybook.said())?.[0] ?? '');
    await page.getByLabel('Your name').fill(ADA.name);
    await page.getByLabel('E-mail').fill(ADA.email);
    await page.getByRole('textbox', { name: /^Password/ }).fill(ADA.password);
    await page.getByLabel('Company name').fill('Aurora');
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Base currency').selectOption('USD');
    await page.getByRole('button', { name: 'Create the books' }).click();
    await page.waitForURL(/\/books\/aurora/);
    await settle(page);
    aurora = slugOn(page);
  });

  await test.step('a second organization is founded on the server that has none, and its first step is taken', async () => {
    await open(page, `${daybook.baseUrl}/books/${aurora}/organizations?new=true`);
    const dialog = page.getByRole('dialog', { name: 'New organization' });
    await dialog.getByLabel('Name').fill('Borealis');
    await dialog.getByLabel('Base currency').selectOption('EUR');
    await dialog.getByRole('button', { name: 'Create the books' }).click();
    await page.waitForURL(/\/books\/borealis[^/]*\/founding/);
    await settle(page);
    borealis = slugOn(page);
    await page.getByLabel('Legal name').fill('Borealis GmbH');
    await page.getByRole('button', { name: 'Show what this will make' }).click();
    await expect(page.getByRole('region', { name: 'What this step will make' })).toContainText(
      'Borealis GmbH',
    );
    await page.getByRole('button', { name: 'Make it' }).click();
    await expect(page.getByText(`Done by ${ADA.name}`)).toBeVisible();
    expect(await east.organizations()).toEqual(['Borealis']);
  });

  await test.step('the switcher leads from one to the other', async () => {
    expect(await offered(page)).toEqual(['Aurora', 'Borealis']);
    await page.getByRole('button', { name: /^Organization: / }).click();
    await page.getByRole('menuitem', { name: /^Aurora/ }).click();
    await page.waitForURL(/\/books\/aurora/);
    await settle(page);
    await expect(page.getByRole('button', { name: 'Organization: Aurora' })).toBeVisible();
  });

  const guest = await pageOf(browser);
  await test.step('somebody without an account is invited there, joins, and sees these books alone', async () => {
    await open(page, `${daybook.baseUrl}/books/${borealis}/members`);
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(KIM.name);
    await dialog.getByRole('textbox', { name: 'E-mail' }).fill(KIM.email);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = page.getByRole('dialog', { name: `Invitation for ${KIM.email}` });
    const link = ((await shown.locator('pre').textContent()) ?? '').trim();
    await shown.getByRole('button', { name: 'Done, I saved it' }).click();
    await open(guest, link);
    await guest.getByRole('textbox', { name: 'Password' }).fill(KIM.password);
    await guest.getByRole('button', { name: 'Create account and join' }).click();
    await guest.waitForURL(/\/books\/borealis/);
    await settle(guest);
    expect(await offered(guest)).toEqual(['Borealis']);
  });

  await test.step('they sign out and in again, and come to these books', async () => {
    await guest.getByRole('button', { name: /^Account: / }).click();
    await guest.getByRole('menuitem', { name: 'Sign out' }).click();
    await guest.waitForURL(/\/login/);
    await signIn(guest, KIM);
    expect(new URL(guest.url()).pathname).toMatch(/^\/books\/borealis/);
    await guest.goto(`${daybook.baseUrl}/books/${aurora}`);
    await expect(guest.getByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  await test.step('deactivated they are out, while the owner goes on in both', async () => {
    await open(page, `${daybook.baseUrl}/books/${borealis}/members`);
    const row = page.getByRole('row').filter({ hasText: KIM.email });
    await row.getByRole('button', { name: `Deactivate ${KIM.name}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click();
    await expect(row.getByText('Inactive')).toBeVisible();
    await expect
      .poll(async () => {
        await guest.goto(`${daybook.baseUrl}/books/${borealis}`);
        return new URL(guest.url()).pathname;
      })
      .toBe('/login');
    await open(page, `${daybook.baseUrl}/books/${aurora}`);
    await expect(page.getByRole('button', { name: 'Organization: Aurora' })).toBeVisible();
  });
});
