import type { Locator, Page } from '@playwright/test';
import { open, settle } from '../screens/access';
import { expectAccessible } from '../screens/axe';
import { test } from '../screens/browser';
import { expect } from '../screens/expect';
import { type OwnStart, startEmpty } from '../support/own-start';
import { madeUpCompany, money } from './company';
import { booksAfterFebruary } from './first-month';
import { cents, rowsOf, sumOf } from './sums';

// docs/guides/first-afternoon.md, step by step in a browser: from an empty database to the first closed month of a company that comes
// from another system. What the screens say is compared with sums of the files that Daybook's code has no part in.

const TODAY = '2025-03-04';
const company = madeUpCompany({
  contracts: 12,
  recomputed: 2,
  receivables: 24,
  payables: 12,
  accounts: 20,
  unexplained: 12_345n,
});
const month = { euro: 11_200n, invoiced: 120_000n };
const expected = booksAfterFebruary(company, month);

/** The files in the order of the screen, with the number of rows of each. */
const FILES = [
  ['Accounts', 'accounts'],
  ['Customers', 'customers'],
  ['Vendors', 'vendors'],
  ['Items', 'items'],
  ['Open receivables', 'receivables'],
  ['Open payables', 'payables'],
  ['Revenue contracts', 'contracts'],
  ['Opening trial balance', 'trial-balance'],
] as const;

/** A file as its text; no cell of the made-up company needs quoting. */
const csv = (rows: readonly (readonly string[])[]) => rows.map((row) => row.join(',')).join('\r\n');

let daybook: OwnStart;
test.beforeAll(async () => {
  daybook = await startEmpty({ DAYBOOK_TODAY: TODAY });
});
test.afterAll(() => daybook?.end());

/** Goes to a screen by its link in the sidebar. */
async function goTo(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Books' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await settle(page);
}

/** Shows what the step in hand will make, makes it, and goes on to the next. */
async function take(page: Page, shows: string | RegExp) {
  await page.getByRole('button', { name: 'Show what this will make' }).click();
  await expect(page.getByRole('region', { name: 'What this step will make' })).toContainText(shows);
  await page.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByText(/^Done by Ada Byron/)).toBeVisible();
  await page.getByRole('button', { name: 'Next step' }).click();
}

/** Types a day into a date field. */
async function fillDate(within: Page | Locator, label: RegExp | string, day: string) {
  const field = within.getByRole('textbox', { name: label });
  await field.fill(day);
  await field.press('Tab');
}

/** Chooses by its code or first letters in a box that searches. */
async function choose(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** Types into a cell of the first line of a document. */
async function cell(page: Page, column: string, text: string) {
  const input = page.getByLabel(`Line 1 ${column}`, { exact: true });
  await input.fill(text);
  await input.press('Tab');
}

/** An amount as a screen shows it, in cents: parentheses are below zero, a dash or nothing is zero. */
function shownCents(text: string): bigint {
  const plain = text
    .replaceAll(',', '')
    .replace(/[A-Z]{3}/, '')
    .trim();
  if (!/\d/.test(plain)) return 0n;
  return plain.startsWith('(') ? -cents(plain.slice(1, -1)) : cents(plain);
}

/** The cells of a table's body as text. */
const cellsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((one) => (one.textContent ?? '').trim())),
    );

/** One step of closing a month, through its menu. */
async function stepPeriod(page: Page, label: string, step: 'Soft close' | 'Close') {
  const row = page.getByRole('table', { name: 'Periods' }).getByRole('row').filter({ hasText: label });
  await row.getByRole('button', { name: `Change ${label}` }).click();
  await page.getByRole('menuitem', { name: `${step}…` }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`^${step} ${label}`) });
  await question.getByRole('button', { name: `${step} ${label}` }).click();
  await expect(question).toHaveCount(0);
  await expect(row).toContainText(step === 'Close' ? 'Closed' : 'Soft closed');
}

/** Revalues a month, whose balances in euros are carried at the closing rate afterward. */
async function revalue(page: Page, label: string) {
  const row = page.getByRole('table', { name: 'Periods' }).getByRole('row').filter({ hasText: label });
  await row.getByRole('button', { name: `Change ${label}` }).click();
  await page.getByRole('menuitem', { name: 'Revalue…' }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`^Revalue ${label}`) });
  await expect(question.getByRole('table', { name: 'Balances in foreign currencies' })).toContainText('EUR');
  await question.getByRole('button', { name: 'Revalue', exact: true }).click();
  await expect(question).toHaveCount(0);
}

test('from an empty database to the first closed month: every figure is the sum of the files', async ({
  page,
}) => {
  await test.step('1. the link that the start prints makes the first owner', async () => {
    const link = /https?:\S+\/welcome#\S+/.exec(daybook.said())?.[0] ?? '';
    await open(page, link);
    await page.getByLabel('Your name').fill('Ada Byron');
    await page.getByLabel('E-mail').fill('ada@aurora.example');
    await page.getByRole('textbox', { name: /^Password/ }).fill('plum thunder 42 harbors');
    await page.getByLabel('Company name').fill('Aurora Labs');
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Base currency').selectOption('USD');
    await page.getByRole('button', { name: 'Create the books' }).click();
    await page.waitForURL(/\/books\/aurora-labs/);
    await settle(page);
    await expect(page.getByRole('heading', { name: 'Set up your books: 0 of 8 steps done' })).toBeVisible();
  });

  await test.step('2. founding, step by step', async () => {
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await page.getByLabel('Legal name').fill('Aurora Labs, Inc.');
    await take(page, 'Aurora Labs, Inc.');
    await expect(page.getByRole('radio', { name: /\(proposed for your country\)/ })).toBeChecked();
    await take(page, 'Nothing will change');
    await page.getByLabel('Periods from fiscal year').selectOption('2025');
    await take(page, /fiscal year/);
    await page.getByRole('button', { name: 'Skip this step' }).click();
    await page.getByLabel('Prefix of Invoice').fill('AL');
    await take(page, 'AL-…');
    await take(page, 'Nothing will change');
    await take(page, 'SUBSCRIPTION Subscription');
    await page.getByRole('button', { name: 'Skip this step' }).click();
    await expect(page.getByText('Every step is done.')).toBeVisible();
  });

  await test.step('3. the files of the earlier system are uploaded, checked and imported', async () => {
    await page.getByRole('link', { name: 'Bring your balances' }).click();
    await fillDate(page, /^Day/, company.cutOverDate);
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Cut-over on 31 Jan/ })).toBeVisible();
    for (const [label, name] of FILES) {
      const rows = company.files[name] ?? [];
      const count = rows.length === 2 ? '1 row' : `${rows.length - 1} rows`;
      await page.getByLabel(`Upload ${label}`, { exact: true }).setInputFiles({
        name: `${name}.csv`,
        mimeType: 'text/csv',
        buffer: Buffer.from(csv(rows)),
      });
      await page.getByRole('button', { name: `Import ${count} of ${name}.csv` }).click();
      const row = page
        .getByRole('table', { name: 'Files' })
        .getByRole('row')
        .filter({ hasText: `${name}.csv` });
      await expect(row).toContainText(`${rows.length - 1} of ${rows.length - 1} imported`);
    }
  });

  await test.step('3. the books are opened, and the proof says what the files do not explain', async () => {
    await page.getByRole('button', { name: 'Open the books…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open the books' }).click();
    await expect(page.getByRole('link', { name: 'Opening entry' })).toBeVisible();
    await expectAccessible(page, 'the proof of a cut-over');
    const controls = await cellsOf(
      page.getByRole('table', { name: 'Open items and contracts against their accounts' }),
    );
    const of = (control: string, currency: string) =>
      shownCents(controls.find(([name, code]) => name === control && code === currency)?.[2] ?? '');
    for (const [control, file] of [
      ['Receivable', 'receivables'],
      ['Payable', 'payables'],
    ] as const) {
      for (const currency of ['USD', 'EUR']) {
        const rows = rowsOf(company, file).filter((row) => row[4] === currency);
        expect(money(of(control, currency)), `${control} ${currency}`).toBe(money(sumOf(rows, 6)));
      }
    }
    expect(controls.map((row) => shownCents(row[4] ?? '')).every((difference) => difference === 0n)).toBe(
      true,
    );
    const carried = rowsOf(company, 'contracts').filter((row) => row[4] === 'carry over');
    await page.getByLabel('All 12 contracts').check();
    const contracts = await cellsOf(page.getByRole('table', { name: 'Deferred revenue by contract' }));
    for (const [number = '', , , billed = '', , , , recognized = ''] of carried) {
      const shown = contracts.find(([contract]) => contract === number) ?? [];
      expect(money(shownCents(shown[3] ?? '')), number).toBe(money(cents(billed) - cents(recognized)));
    }
  });

  await test.step('3. each difference is assigned, approved and posted, and the cut-over is proved', async () => {
    const assign = page.getByRole('button', { name: /^Assign the difference of/ });
    for (let left = await assign.count(); left > 0; left = await assign.count()) {
      await assign.first().click();
      const dialog = page.getByRole('dialog', { name: /^Assign the difference of/ });
      await choose(page, 'To account', '6900');
      await dialog.getByLabel('Reason').fill('Written off at the cut-over.');
      await dialog.getByRole('button', { name: 'Propose the entry' }).click();
      await expect(dialog).toHaveCount(0);
      // Deferred revenue and contract assets are one adjustment.
      await expect.poll(() => assign.count()).toBeLessThan(left);
    }
    await goTo(page, 'Approvals');
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: /^Approve and post \d+ documents?…/ }).click();
    await page.getByRole('button', { name: 'Approve and post to the ledger' }).click();
    await expect(page.getByText('No documents are waiting for you')).toBeVisible();
    await goTo(page, 'Cut-over');
    await expect(page.getByText('Proved', { exact: true })).toBeVisible();
  });

  await test.step('4. the first invoice, and its payment', async () => {
    await goTo(page, 'Customers');
    await page.getByRole('button', { name: 'New customer' }).click();
    const form = page.getByRole('dialog', { name: 'New customer' });
    await form.getByLabel('Company name').fill('Kestrel, Inc.');
    await form.getByRole('button', { name: 'Add customer' }).click();
    await expect(form).toHaveCount(0);
    await goTo(page, 'Invoices');
    await page.getByRole('link', { name: 'New invoice' }).first().click();
    await choose(page, 'Customer', 'Kestrel');
    await fillDate(page, /^Date/, '2025-02-10');
    await cell(page, 'item', 'PLAN');
    await cell(page, 'quantity', '10');
    await cell(page, 'price', '120');
    await page.getByRole('button', { name: 'Approve and post…' }).click();
    await page.getByRole('button', { name: 'Approve and post to the ledger' }).click();
    await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
    const invoice = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
    expect(invoice).toMatch(/^AL-2025-\d{6}$/);
    await goTo(page, 'Payments');
    await page.getByRole('link', { name: 'New customer payment' }).first().click();
    await choose(page, 'Customer', 'Kestrel');
    await fillDate(page, /^Date/, '2025-02-20');
    await page.getByLabel('Amount received').fill('1200');
    await page.getByRole('button', { name: 'Oldest first' }).click();
    await page.getByRole('button', { name: 'Approve and post…' }).click();
    await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
    await goTo(page, 'Invoices');
    await expect(page.getByRole('row').filter({ hasText: invoice })).toContainText('Paid');
  });

  await test.step('5. the month is run: what contracts earned in February is recognized', async () => {
    await goTo(page, 'Contracts');
    await page.getByRole('link', { name: 'Recognition runs' }).click();
    await page.getByRole('button', { name: 'New run' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New recognition run' });
    await dialog.getByLabel('Month').selectOption('2025-02');
    await dialog.getByRole('button', { name: 'Create run' }).click();
    await page.getByRole('button', { name: 'Post…' }).click();
    const question = page.getByRole('dialog', { name: /^Post RR-/ });
    await question.getByRole('button', { name: 'Post to the ledger' }).click();
    const done = page.getByText(/^Done\. USD/);
    await expect(done).toBeVisible();
    const [, recognized = ''] = /USD ([\d,.]+)/.exec((await done.textContent()) ?? '') ?? [];
    expect(money(shownCents(recognized))).toBe(money(expected.recognized));
  });

  await test.step('5. the rates of the month ends are entered, and both months revalued and closed', async () => {
    await goTo(page, 'Accounting setup');
    await page.getByRole('link', { name: 'Exchange rates' }).click();
    for (const [day, rate] of [
      ['2025-01-31', '1.1'],
      ['2025-02-28', '1.12'],
    ] as const) {
      await page.getByRole('button', { name: 'New rate' }).click();
      const form = page.getByRole('dialog', { name: 'New exchange rate' });
      await form.getByLabel('One unit of').selectOption('EUR');
      await form.getByRole('textbox', { name: /^Rate/ }).fill(rate);
      await fillDate(form, /^On/, day);
      await form.getByLabel('Kind').selectOption('CLOSING');
      await form.getByRole('button', { name: 'Save the rate' }).click();
      await expect(form).toHaveCount(0);
    }
    await goTo(page, 'Periods');
    for (const label of ['2025-01', '2025-02']) {
      await revalue(page, label);
      await stepPeriod(page, label, 'Soft close');
      await stepPeriod(page, label, 'Close');
    }
  });

  await test.step('the trial balance of the closed month is what the files and the month add up to', async () => {
    await open(page, page.url().replace(/\/periods.*/, '/reports/trial-balance?period=2025-02'));
    await expect(page.getByText('Debits = Credits')).toBeVisible();
    const rows = await cellsOf(page.getByRole('table', { name: 'Trial balance' }));
    const shown = new Map(
      rows
        .filter((row) => row.length > 3)
        .map(([code = '', , debit = '', credit = '']) => [code, shownCents(debit) - shownCents(credit)]),
    );
    const contracts = (shown.get('2310') ?? 0n) + (shown.get('1310') ?? 0n);
    expect(money(contracts)).toBe(money(expected.contracts));
    shown.delete('2310');
    shown.delete('1310');
    const told = (books: ReadonlyMap<string, bigint>) =>
      [...books]
        .filter(([, balance]) => balance !== 0n)
        .map(([code, balance]) => `${code} ${money(balance)}`)
        .sort();
    expect(told(shown)).toEqual(told(expected.accounts));
  });
  expect(daybook.said()).not.toContain('plum thunder');
});
