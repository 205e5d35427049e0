import type { Page } from '@playwright/test';
import { open, settle } from '../screens/access';
import { test } from '../screens/browser';
import { expect } from '../screens/expect';
import { type OwnServer, type OwnStart, startEmpty, startServer } from '../support/own-start';

// Decision 15 as people see it: accounts on one PostgreSQL server, the books of a second organization on another one. Members, sign-in and switching
// are tried over HTTP (e2e/contracts/auth/two-servers.test.ts).

const ADA = { name: 'Ada Byron', email: 'ada@aurora.example', password: 'plum thunder 42 harbors' };

/** The short name of the first organization, which ends in digits of its own. */
let aurora = '';
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

test('a second organization is founded in a browser with its books on another server than the accounts', async ({
  page,
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
    await page.getByLabel('Legal name').fill('Borealis GmbH');
    await page.getByRole('button', { name: 'Show what this will make' }).click();
    await expect(page.getByRole('region', { name: 'What this step will make' })).toContainText(
      'Borealis GmbH',
    );
    await page.getByRole('button', { name: 'Make it' }).click();
    await expect(page.getByText(`Done by ${ADA.name}`)).toBeVisible();
    expect(await east.organizations()).toEqual(['Borealis']);
  });
});
