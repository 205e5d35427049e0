import type { APIRequestContext, Page } from '@playwright/test';
import { type OwnServer, type OwnStart, startEmpty, startServer } from '../../support/own-start';
import { open, settle } from '../support/access';
import { expectFaults, test } from '../support/browser';
import { expect } from '../support/expect';

// Decision 15 in a browser: accounts and the books of one organization on one PostgreSQL server, those of another on a second one.

const ADA = { name: 'Ada Byron', email: 'ada@aurora.example', password: 'plum thunder 42 harbors' };
const OTTO = { name: 'Otto Guest', email: 'otto@borealis.example', password: 'nine copper kettles sing' };

let east: OwnServer;
let daybook: OwnStart;
test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  test.setTimeout(1_800_000);
  east = await startServer();
  daybook = await startEmpty({ DAYBOOK_BOOKS: `east=${east.url}` });
});
test.afterAll(async () => {
  await daybook?.end();
  await east?.end();
});

const at = (slug: string, place = '') => `${daybook.baseUrl}/books/${slug}${place === '' ? '' : `/${place}`}`;
const switcher = (page: Page, of: string) => page.getByRole('button', { name: `Organization: ${of}` });

/** Chooses another organization in the switcher, and waits for its home page. */
async function switchTo(page: Page, from: string, to: { readonly name: string; readonly slug: string }) {
  await switcher(page, from).click();
  await page.getByRole('menuitem', { name: to.name }).click();
  await page.waitForURL((url) => url.pathname === `/books/${to.slug}`);
  await settle(page);
  await expect(switcher(page, to.name)).toBeVisible();
}

/** The path of the founding page says how the new organization is named in addresses. */
async function foundedAs(page: Page, name: string) {
  await page.waitForURL((url) => /^\/books\/[^/]+/.test(url.pathname) && url.pathname.includes(name));
  await settle(page);
  return new URL(page.url()).pathname.split('/')[2] ?? '';
}

interface Row {
  readonly id: string;
  readonly kind?: string;
  readonly code?: string;
}

/** Drafts a journal with a memo in an organization, over REST. */
async function draft(
  request: APIRequestContext,
  { name, slug }: { readonly name: string; readonly slug: string },
  memo: string,
): Promise<void> {
  const signedIn = await request.post(`${daybook.baseUrl}/auth/token`, {
    data: { grant_type: 'password', email: ADA.email, password: ADA.password },
  });
  const { access_token: token } = await signedIn.json();
  const headers = { authorization: `Bearer ${token}` };
  const me = await (await request.get(`${daybook.baseUrl}/api/trpc/session.me`, { headers })).json();
  const organizations: { organizationId: string; organizationName: string }[] =
    me.result.data.json.organizations;
  const id = organizations.find(({ organizationName }) => organizationName === name)?.organizationId;
  const of = { ...headers, 'x-idp-organization-id': id ?? '' };
  const rows = async (path: string): Promise<Row[]> =>
    (await (await request.get(`${daybook.baseUrl}/api/v1/${path}`, { headers: of })).json()).data;
  const [subsidiary] = await rows('subsidiaries');
  const journal = (await rows('gl/transaction-types')).find(({ kind }) => kind === 'JOURNAL');
  const input = encodeURIComponent(JSON.stringify({ json: { limit: 100 } }));
  const listed = await request.get(`${daybook.baseUrl}/api/trpc/accounts.page?input=${input}`, {
    headers: { ...headers, 'x-daybook-organization': slug },
  });
  const accounts: Row[] = (await listed.json()).result.data.json.rows;
  const account = (code: string) => accounts.find((one) => one.code === code)?.id;
  const made = await request.post(`${daybook.baseUrl}/api/v1/gl/transactions`, {
    headers: of,
    data: {
      transaction: {
        subsidiaryId: subsidiary?.id,
        transactionTypeId: journal?.id,
        transactionDate: '2026-01-15',
        currencyCode: 'USD',
        memo,
      },
      lines: [
        ['6900', '100'],
        ['1110', '-100'],
      ].map(([code, unitPrice], at) => ({
        lineNumber: at + 1,
        lineType: 'ITEM',
        description: 'Rent',
        quantity: '1',
        unitPrice,
        accountId: account(code ?? ''),
      })),
    },
  });
  expect(made.ok(), await made.text()).toBe(true);
}

test('a member of organizations on two servers switches between them, and invites someone to one of them', async ({
  page,
  browser,
}) => {
  const aurora = { name: 'Aurora Labs', slug: '' };
  const borealis = { name: 'Borealis', slug: '' };

  await test.step('the second organization is founded from the switcher, on the second server', async () => {
    await open(page, /https?:\S+\/welcome#\S+/.exec(daybook.said())?.[0] ?? '');
    await page.getByLabel('Your name').fill(ADA.name);
    await page.getByLabel('Email').fill(ADA.email);
    await page.getByRole('textbox', { name: /^Password/ }).fill(ADA.password);
    await page.getByLabel('Company name').fill(aurora.name);
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Base currency').selectOption('USD');
    await page.getByRole('button', { name: 'Create the books' }).click();
    aurora.slug = await foundedAs(page, 'aurora');
    await switcher(page, aurora.name).click();
    await page.getByRole('menuitem', { name: 'New organization…' }).click();
    const form = page.getByRole('dialog', { name: 'New organization' });
    await form.getByLabel('Name').fill(borealis.name);
    await form.getByLabel('Country').selectOption('US');
    await form.getByLabel('Base currency').selectOption('USD');
    await form.getByRole('button', { name: 'Create the books' }).click();
    borealis.slug = await foundedAs(page, 'borealis');
    expect(await east.organizations()).toEqual([borealis.name]);
  });

  await test.step('each shows its own documents only', async () => {
    await draft(page.request, aurora, 'Rent of Aurora');
    await draft(page.request, borealis, 'Rent of Borealis');
    const own = async (slug: string, shown: string, hidden: string) => {
      await open(page, at(slug, 'transactions'));
      await expect(page.getByText(shown)).toBeVisible();
      await expect(page.getByText(hidden)).toHaveCount(0);
    };
    await switchTo(page, borealis.name, aurora);
    await own(aurora.slug, 'Rent of Aurora', 'Rent of Borealis');
    await switchTo(page, aurora.name, borealis);
    await own(borealis.slug, 'Rent of Borealis', 'Rent of Aurora');
  });

  await test.step('who is invited to the second joins it, and is not a member of the first', async () => {
    await open(page, at(borealis.slug, 'members'));
    await page.getByRole('button', { name: 'Invite someone' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite someone' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(OTTO.name);
    await dialog.getByRole('textbox', { name: 'Email' }).fill(OTTO.email);
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
    const shown = page.getByRole('dialog', { name: `Invitation for ${OTTO.email}` });
    const link = ((await shown.locator('pre').textContent()) ?? '').trim();
    await shown.getByRole('button', { name: 'Done, I saved it' }).click();
    const guest = await (await browser.newContext()).newPage();
    await open(guest, link);
    await guest.getByRole('textbox', { name: 'Password' }).fill(OTTO.password);
    await guest.getByRole('button', { name: 'Create account and join' }).click();
    await guest.waitForURL((url) => url.pathname === `/books/${borealis.slug}`);
    await settle(guest);
    await switcher(guest, borealis.name).click();
    await expect(guest.getByRole('menuitem', { name: aurora.name })).toHaveCount(0);
    const members = page.getByRole('table', { name: 'Members' });
    await open(page, at(borealis.slug, 'members'));
    await expect(members).toContainText(OTTO.email);
    await open(page, at(aurora.slug, 'members'));
    await expect(members).toContainText(ADA.email);
    await expect(members).not.toContainText(OTTO.email);
    await guest.context().close();
  });

  await test.step('while the second server is down its pages say so, and the first works', async () => {
    await east.end();
    // What someone may do there is known for two seconds more, in which the frame of a page is still shown.
    await expect(async () => {
      await open(page, at(borealis.slug, 'transactions'));
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('This page could not be shown', { timeout: 10_000 });
    }).toPass({ timeout: 300_000 });
    expectFaults(/503|borealis/);
    await open(page, at(aurora.slug, 'transactions'));
    await expect(page.getByText('Rent of Aurora')).toBeVisible();
    await expect(switcher(page, aurora.name)).toBeVisible();
  });
});
