import type { Browser, Page } from '@playwright/test';
import { ARRIVING_ROWS } from '../../src/ui/kit/tables/arriving-rows';
import { books, enter, open } from './support/access';
import { test } from './support/browser';
import { expect } from './support/expect';

/** The cells of a table's column, by its header. */
async function column(page: Page, table: string, header: string): Promise<string[]> {
  // Streamed content stays hidden until a script puts it into place.
  const shown = page.getByRole('table', { name: table, exact: true, includeHidden: true }).first();
  await expect(shown).toBeAttached();
  const headers = await shown.locator('thead th').allTextContents();
  const index = headers.findIndex((text) => text.trim() === header);
  expect(index, `${table} has a column ${header}`).toBeGreaterThanOrEqual(0);
  const cells = await shown.locator(`tbody tr > *:nth-child(${index + 1})`).allTextContents();
  return cells.map((text) => text.trim());
}

/** A page of the same person that runs no script. */
async function withoutScripts(page: Page, browser: Browser) {
  await enter(page, 'controller');
  const still = await browser.newContext({ javaScriptEnabled: false });
  await still.addCookies(await page.context().cookies());
  return { still, paint: await still.newPage() };
}

/** Whether at least half of the cells are filled: other tests leave a few documents without a counterparty or an amount. */
const mostly = (cells: readonly string[], says: RegExp): boolean =>
  cells.length > 0 && cells.filter((text) => says.test(text)).length * 2 >= cells.length;

test('a list arrives with the names of its counterparties and the amounts of its journals, before any script has run', async ({
  page,
  browser,
}) => {
  const { still, paint } = await withoutScripts(page, browser);

  await paint.goto(books('transactions'));
  const [types, names, totals] = [
    await column(paint, 'Transactions', 'Type'),
    await column(paint, 'Transactions', 'Name'),
    await column(paint, 'Transactions', 'Total'),
  ];
  expect(types.length).toBeGreaterThan(10);
  const journals = types.flatMap((type, row) => (type === 'Journal' ? [totals[row] ?? ''] : []));
  expect(mostly(journals, /\d/)).toBe(true);
  expect(
    mostly(
      names.filter((_, row) => types[row] !== 'Journal'),
      /\w/,
    ),
  ).toBe(true);

  await paint.goto(books('invoices'));
  const customers = await column(paint, 'Invoices', 'Customer');
  expect(customers.length).toBeGreaterThan(10);
  expect(mostly(customers, /\w/)).toBe(true);

  await paint.goto(books('revenue'));
  const agreed = await column(paint, 'Revenue contracts', 'Customer');
  expect(agreed.length).toBeGreaterThan(10);
  expect(mostly(agreed, /\w/)).toBe(true);
  await still.close();
});

test('of a long table a page arrives with the first rows, and has all of them once a script has run', async ({
  page,
  browser,
}) => {
  const { still, paint } = await withoutScripts(page, browser);
  const rows = (of: Page) =>
    of
      .getByRole('table', { name: 'Chart of accounts', exact: true, includeHidden: true })
      .locator('tr[data-row]');

  await paint.goto(books('accounts'));
  await expect(rows(paint)).toHaveCount(ARRIVING_ROWS);
  const first = await rows(paint).first().getAttribute('data-row');
  await still.close();

  await open(page, books('accounts'));
  await expect.poll(() => rows(page).count()).toBeGreaterThan(ARRIVING_ROWS);
  await expect(rows(page).first()).toHaveAttribute('data-row', first ?? '');
});
