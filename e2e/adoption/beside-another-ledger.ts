import { readFileSync } from 'node:fs';
import { type Page, test } from '@playwright/test';
import Papa from 'papaparse';
import { settle } from '../screens/support/access';
import { expect } from '../screens/support/expect';
import { money } from './company';
import { cellsOf, csv, fileOf, fillDate, goTo, LONG, recognize, rowsWords, verify } from './hands';
import type { StripeCompany } from './stripe-company';
import { cents } from './sums';

const MONTH = '2025-01';
const LAST_DAY = '2025-01-31';
/** How many rows of a file a page shows. */
const PAGE_SIZE = 50;

type Table = readonly (readonly string[])[];

/** "12 orders", "1 order". */
const ordersWords = (count: number) => (count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`);

/** Adds an order source. */
async function addSource(
  page: Page,
  fields: { name: string; code: string; kind: string; ordersOf?: string },
) {
  await goTo(page, 'Order sources');
  await page.getByRole('button', { name: 'New source' }).first().click();
  const form = page.getByRole('dialog', { name: 'New source' });
  await form.getByLabel('Name').fill(fields.name);
  await form.getByLabel('Code, the prefix of its references').fill(fields.code);
  await form.getByLabel('Its files are').selectOption(fields.kind);
  if (fields.ordersOf !== undefined) {
    await form.getByLabel('Its rows are about the orders of').selectOption({ label: fields.ordersOf });
  }
  await form.getByRole('button', { name: 'Add source' }).click();
  await expect(form).toHaveCount(0);
}

/** Opens a source by its name. */
async function openSource(page: Page, name: string) {
  await goTo(page, 'Order sources');
  await page.getByRole('table').getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  await settle(page);
}

/**
 * Uploads a file of a source, checks it and imports all its rows, of which `waiting` stay waiting. The counts on its page must agree with
 * the rows it shows. Stays on the page of the file.
 */
async function takeIn(page: Page, source: string, name: string, rows: Table, waiting = 0) {
  const count = rowsWords(rows.length - 1);
  await openSource(page, source);
  await page.getByLabel('Upload a file').setInputFiles(fileOf(name, rows));
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await page.getByRole('button', { name: `Import ${count}` }).click(LONG);
  const imported = rows.length - 1 - waiting;
  await expect(page.getByText(`Done. ${rowsWords(imported)} imported`)).toBeVisible(LONG);
  for (const [tab, shown, state] of [
    ['Waiting', waiting, 'Waits'],
    ['Imported', imported, 'Imported'],
  ] as const) {
    const link = page
      .getByRole('navigation', { name: 'Rows' })
      .getByRole('link', { name: new RegExp(`^${tab}`) });
    await expect(link).toHaveCount(shown === 0 ? 0 : 1);
    if (shown === 0) continue;
    await expect(link).toHaveText(`${tab}${shown}`);
    await link.click();
    const table = page.getByRole('table', { name: 'Rows of the file' });
    const results = async () => (await cellsOf(table)).map(([, result = '']) => result.startsWith(state));
    await expect.poll(results).toEqual(Array.from({ length: Math.min(shown, PAGE_SIZE) }, () => true));
  }
}

/** The sum of each account in a table with these columns, in cents, debits above zero. */
function sumsOf(rows: Table, at: { account: number; debit: number; credit: number }): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const row of rows) {
    const account = row[at.account] ?? '';
    const amount = cents(row[at.debit] ?? '') - cents(row[at.credit] ?? '');
    sums.set(account, (sums.get(account) ?? 0n) + amount);
  }
  return sums;
}

/**
 * A month of a company that bills in Stripe and keeps its general ledger in NetSuite, on the screens of books that were just founded: its
 * files are imported, its revenue is recognized, its entries are exported in a batch, and NetSuite's trial balance is read back and
 * agrees. Every figure is compared with sums of the files.
 */
export async function keepLedgerElsewhere(page: Page, company: StripeCompany) {
  const { invoices, movements, totals } = company;
  const billed = invoices.length - 1;

  await test.step('6.1 a source for the invoices of Stripe, and one for its balance', async () => {
    await addSource(page, { name: 'Stripe', code: 'STRIPE', kind: 'STRIPE_INVOICES' });
    await addSource(page, { name: 'Balance', code: 'BAL', kind: 'STRIPE_BALANCE', ordersOf: 'Stripe' });
  });

  await test.step('6.2 payments that come before their invoices wait, and invoices wait for a rule: the file says how many', async () => {
    await takeIn(page, 'Balance', 'balance.csv', movements, movements.length - 2);
    await expect(page.getByText(`${ordersWords(company.paidInvoices)} wait`)).toBeVisible();
    await takeIn(page, 'Stripe', 'invoices.csv', invoices, billed);
    const first = page.getByRole('table', { name: 'Rows of the file' }).locator('tbody tr').first();
    await expect(first).toContainText('No rule matches');
    await expect(first.getByRole('link', { name: 'All that are waiting' })).toBeVisible();
    await page.getByRole('link', { name: `${ordersWords(billed)} wait` }).click();
    await expect(page.getByRole('table', { name: 'Orders that wait' }).getByRole('row').nth(1)).toContainText(
      'rule',
    );
  });

  await test.step('6.3 a rule says what their lines become, and all of them are imported', async () => {
    await page.getByRole('link', { name: 'Rules', exact: true }).click();
    await page.getByRole('button', { name: 'New rule' }).click();
    const rule = page.getByRole('dialog', { name: 'New rule' });
    await rule.getByLabel('Name').fill('Plans');
    await rule.getByLabel('Field 1').selectOption('description');
    await rule.getByLabel('Comparison 1').selectOption('CONTAINS');
    await rule.getByLabel('Value 1').fill('plan');
    await rule.getByLabel('Spread').selectOption('EXACT_DAYS');
    await rule.getByRole('button', { name: 'Save rule' }).click();
    await expect(rule).toHaveCount(0);
    await page.getByRole('link', { name: /^Waiting/ }).click();
    await page.getByRole('button', { name: 'Try all of them again' }).click();
    await expect(page.getByText('Nothing waits')).toBeVisible(LONG);
  });

  await test.step('6.3 the same files again change nothing', async () => {
    await takeIn(page, 'Stripe', 'invoices again.csv', invoices);
    await takeIn(page, 'Balance', 'balance again.csv', movements);
    await expect(page.getByText('Nothing changed').first()).toBeVisible();
    await openSource(page, 'Stripe');
    // The payout in Stripe's balance is an order with no effect on revenue.
    await expect(page.getByRole('link', { name: new RegExp(`^Orders ?${billed + 1}$`) })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Waiting ?0$/ })).toBeVisible();
  });

  await test.step('6.4 the revenue they earned in the month is recognized', async () => {
    expect(money(await recognize(page, MONTH))).toBe(money(totals.earned));
  });

  await test.step('6.5 the other ledger, its format and its codes', async () => {
    await goTo(page, 'Other ledgers');
    await page.getByRole('button', { name: 'New ledger' }).first().click();
    const form = page.getByRole('dialog', { name: 'New ledger' });
    await form.getByLabel('Name').fill('NetSuite');
    await form.getByLabel('Code, the prefix of its references').fill('NS');
    await form.getByLabel('Format of its files').selectOption('NETSUITE');
    await form.getByLabel('Journals', { exact: true }).selectOption('DAY');
    await fillDate(form, /^Entries since/, `${MONTH}-01`);
    await form.getByRole('button', { name: 'Add ledger' }).click();
    await expect(form).toHaveCount(0);
    await page.getByRole('table').getByRole('link', { name: 'NetSuite', exact: true }).click();
    await page.getByRole('link', { name: 'Codes', exact: true }).click();
    const codes = page.getByRole('table', { name: 'Codes' });
    await expect(codes.getByRole('row').nth(20)).toBeVisible();
    const accounts = (await cellsOf(codes)).filter(([kind]) => kind === 'Account').map((row) => row[1] ?? '');
    await page.getByText('Import account codes from a table').click();
    await page
      .getByLabel('Two columns: our code, its code')
      .fill(accounts.map((code) => `${code}\tNS ${code}`).join('\n'));
    await page.getByRole('button', { name: 'Fill in' }).click();
    await page.getByRole('button', { name: `Save ${accounts.length}` }).click();
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeDisabled();
    // The subsidiary has the same code there.
    await page.getByRole('button', { name: 'Use our own codes for the rest' }).click();
    await page.getByLabel('Only those without a code').check();
    await expect(page.getByText('Every record has a code')).toBeVisible();
  });

  const there = await test.step('6.6 a batch is sealed, downloaded and marked as sent', async () => {
    await page.getByRole('link', { name: 'Batches', exact: true }).click();
    await fillDate(page, 'Entries through', LAST_DAY);
    await page.getByRole('button', { name: 'Make the next batch' }).click();
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download batch .* part 1$/ }).click();
    const file = readFileSync(await (await arriving).path(), 'utf8').replace(/^\uFEFF/, '');
    await page.getByRole('button', { name: 'Mark as sent…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as sent' }).click();
    await expect(page.getByRole('table', { name: 'Batches' }).getByRole('row').nth(1)).toContainText('Sent');
    const { data } = Papa.parse<string[]>(file, { skipEmptyLines: true });
    const [header = [], ...lines] = data;
    const columns = ['Account', 'Debit', 'Credit'].map((name) => header.indexOf(name));
    const [account = -1, debit = -1, credit = -1] = columns;
    expect(columns.every((at) => at >= 0)).toBe(true);
    return sumsOf(lines, { account, debit, credit });
  });

  await test.step('6.7 the trial balance of the other ledger is read back and agrees on every account', async () => {
    await page.getByRole('link', { name: 'Read back', exact: true }).click();
    await fillDate(page, 'Trial balance of', LAST_DAY);
    const sides = [...there].map(([code, amount]) =>
      amount < 0n ? [code, '', money(-amount)] : [code, money(amount), ''],
    );
    await page
      .getByLabel('Its trial balance, with the names of the columns in the first row')
      .fill(csv([['Account', 'Debit', 'Credit'], ...sides]));
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByText(`All ${there.size} accounts are equal`)).toBeVisible();
  });

  await test.step('6.7 every balance is the sum of the files, and the books pass every check', async () => {
    const { billed: invoiced, paid, earned } = totals;
    expect(money(there.get('NS 1210') ?? 0n)).toBe(money(invoiced - paid));
    expect(money(there.get('NS 2310') ?? 0n)).toBe(money(earned - invoiced));
    const revenue = [...there]
      .filter(([code]) => code.startsWith('NS 4'))
      .reduce((sum, [, one]) => sum + one, 0n);
    expect(money(revenue)).toBe(money(-earned));
    expect([...there.values()].reduce((sum, one) => sum + one, 0n)).toBe(0n);
    await verify(page);
  });
}
