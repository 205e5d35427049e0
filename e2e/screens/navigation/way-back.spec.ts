import type { Page } from '@playwright/test';
import { books, settle, visit } from '../support/access';
import { test } from '../support/axe';
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
