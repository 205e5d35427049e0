import type { Page } from '@playwright/test';
import { books, settle, visit } from '../support/access';
import { expectAccessible, test } from '../support/axe';
import { expect } from '../support/expect';

/** How far the screen is scrolled. */
const place = (page: Page) => page.locator('main').evaluate((area) => Math.round(area.scrollTop));

test('the way back from a record leads to the place and the filters where the list was left, and so does loading the page again', async ({
  seat,
}) => {
  const list = books('accounts?inactive=true');
  await visit(seat, list);
  const row = seat.getByRole('table', { name: 'Chart of accounts' }).locator('[data-row-link]').nth(60);
  await row.scrollIntoViewIfNeeded();
  await seat.mouse.move(700, 500);
  await seat.mouse.wheel(0, 200);
  await expect.poll(() => place(seat)).toBeGreaterThan(600);
  await row.click();
  await seat.waitForURL(/\/accounts\/[^/?]+/);
  await settle(seat);
  expect(await place(seat), 'a screen that is opened begins at its top').toBe(0);

  await seat.goBack();
  await expect(seat).toHaveURL(/\/accounts\?inactive=true$/);
  await expect.poll(() => place(seat)).toBeGreaterThan(600);
  const left = await place(seat);
  await settle(seat);
  expect(await place(seat)).toBe(left);

  await seat.reload();
  await settle(seat);
  await expect.poll(() => place(seat)).toBe(left);

  await seat.getByRole('link', { name: 'Ledger entries', exact: true }).click();
  await seat.waitForURL(/\/entries/);
  await settle(seat);
  expect(await place(seat)).toBe(0);
});

test('Space shows a document beside its list with its entry, and Escape leads back to its row', async ({
  seat,
}) => {
  await visit(seat, books('transactions?kind=JOURNAL&status=POSTED'));
  const link = seat.getByRole('table', { name: 'Transactions' }).locator('[data-row-link]').nth(2);
  const number = (await link.textContent()) ?? '';
  await link.focus();
  await seat.keyboard.press('ArrowUp');
  await seat.keyboard.press('ArrowDown');
  await seat.keyboard.press('Space');
  const beside = seat.getByRole('dialog', { name: `Journal ${number}` });
  await expect(beside.getByRole('table', { name: 'Ledger entry' })).toBeVisible();
  await expect(beside.getByText(/^Posted on /)).toBeVisible();
  await expectAccessible(seat, 'a document beside its list');
  await expect(seat).toHaveURL(/\/transactions\?/);

  await seat.keyboard.press('Escape');
  await expect(beside).toHaveCount(0);
  await expect(link).toBeFocused();
});

test('an address that is cut where there is no page leads on, and search engines are sent away', async ({
  seat,
}) => {
  await seat.goto(books('reports'));
  await expect(seat).toHaveURL(/\/reports\/trial-balance$/);
  await seat.goto(books('source-orders'));
  await expect(seat).toHaveURL(/\/order-sources$/);
  const robots = await seat.request.get('/robots.txt');
  expect(await robots.text()).toMatch(/^User-agent: \*\nDisallow: \/$/m);
});
