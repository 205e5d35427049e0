import { devices, type Locator } from '@playwright/test';
import { books, enter, open, visit } from './support/access';
import { expectAccessible } from './support/axe';
import { test } from './support/browser';
import { expect } from './support/expect';

const { viewport } = devices['iPhone 14'];
test.use({ viewport });

/** Whether a box has more content than it shows. */
const scrolls = (box: Locator) => box.evaluate((element) => element.scrollWidth > element.clientWidth + 1);

test('on a phone lists fold into lines with the essential columns, and nothing overflows the screen', async ({
  page,
}) => {
  await enter(page, 'controller');
  const lists = [
    ['transactions', 'Transactions', /^(USD|EUR|JPY|CAD|GBP)/],
    ['invoices', 'Invoices', /^(USD|EUR|JPY|CAD|GBP)/],
    ['customers', 'Customers', /./],
    ['reports/trial-balance', 'Trial balance', /\d/],
  ] as const;
  await open(page, books());
  for (const [place, name, figure] of lists) {
    await visit(page, books(place));
    const table = page.getByRole('table', { name, exact: true });
    await expect(table).toBeVisible();
    expect(await scrolls(page.locator('main')), `${place}: the page stays within the screen`).toBe(false);
    expect(await scrolls(page.locator('[data-scroll]').first()), `${place}: so does the table`).toBe(false);
    // Displayed as lines, it is still a table to screen readers.
    const row = table
      .getByRole('row')
      .filter({ has: page.locator('[data-row-link]') })
      .first();
    const title = await row.locator('[data-row-link]').boundingBox();
    const value = row.getByRole('cell').filter({ hasText: figure }).last();
    await expect(value).toBeVisible();
    expect(title?.x ?? 0).toBeLessThan(viewport.width / 2);
    await expect(page.getByRole('region', { name, exact: true })).not.toHaveAttribute('tabindex', '0');
  }
  await expectAccessible(page, 'the trial balance on a phone');
  await visit(page, books('invoices'));
  await expectAccessible(page, 'invoices on a phone');
});

test('a table that compares months scrolls by keyboard, keeps its first column and shows that there is more', async ({
  page,
}) => {
  await enter(page, 'controller');
  await open(page, books('revenue/reports?report=waterfall'));
  const region = page.getByRole('region', { name: /^Revenue waterfall, scrolls sideways$/ }).last();
  await expect(region).toHaveAttribute('tabindex', '0');
  await expect(page.getByText('More columns: scroll sideways').last()).toBeVisible();
  const first = region.getByRole('row').nth(1).getByRole('cell').first();
  const before = await first.boundingBox();
  await region.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
  expect((await first.boundingBox())?.x).toBe(before?.x);
});

test('tabs that are wider than a phone are scrolled to the current one', async ({ page }) => {
  await enter(page, 'admin');
  await open(page, books('members?of=mail'));
  const tabs = page.getByRole('navigation', { name: 'Members' });
  await expect(tabs.getByRole('link', { name: 'Mail', exact: true })).toBeInViewport({ ratio: 1 });
  await expect(tabs.getByRole('link', { name: 'Members', exact: true })).not.toBeInViewport();
  await visit(page, books('members'));
  await expect(tabs.getByRole('link', { name: 'Members', exact: true })).toBeInViewport({ ratio: 1 });
});
