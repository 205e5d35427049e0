import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import Papa from 'papaparse';
import { open, settle } from '../screens/support/access';
import { expectAccessible } from '../screens/support/axe';
import { test } from '../screens/support/browser';
import { expect } from '../screens/support/expect';
import { type OwnServer, type OwnStart, startEmpty, startServer } from '../support/own-start';
import { keepLedgerElsewhere } from './beside-another-ledger';
import { COMPANY, madeUpCompany, money } from './company';
import { booksAfterFebruary } from './first-month';
import {
  cell,
  cellsOf,
  cellsOnEveryPage,
  choose,
  fileOf,
  fillDate,
  goTo,
  LONG,
  leaveOut,
  openBooks,
  openTooEarly,
  recognize,
  revalue,
  rowsWords,
  shownCents,
  stepPeriod,
  verify,
} from './hands';
import { STRIPE_COMPANY } from './stripe-company';
import { cents, rowsOf, sumOf } from './sums';

// docs/guides/first-afternoon.md, step by step in a browser: from an empty database to the first closed month of a company that comes from
// another system, and a month of a company that keeps its general ledger elsewhere. What the screens say is compared with sums of the files
// that are computed without Daybook's code.

const TODAY = '2025-03-04';
// The long run takes the whole company over on the screens; an ordinary one by the command (cut-over.test.ts), and a smaller one here.
const size = COMPANY;
const company = madeUpCompany(size);
const month = { euro: 11_200n, invoiced: 120_000n };
const expected = booksAfterFebruary(company, month);

/** The files in the order of the screen, with the number of rows of each. */
const FILES = [
  ['Accounts', 'accounts'],
  ['Customers', 'customers'],
  ['Vendors', 'vendors'],
  ['Items', 'items'],
  ['Price lists', 'price-lists'],
  ['Prices', 'prices'],
  ['Standalone selling prices', 'ssp'],
  ['Open receivables', 'receivables'],
  ['Open payables', 'payables'],
  ['Revenue contracts', 'contracts'],
  ['Opening trial balance', 'trial-balance'],
] as const;

const ADA = { name: 'Ada Byron', email: 'ada@aurora.example', password: 'plum thunder 42 harbors' };

// User accounts and the first books are on one PostgreSQL server, the second books on another (decision 15). Members,
// sign-in and switching are tried over HTTP (e2e/contracts/auth/two-servers.test.ts).
/** The URL of the first books, once they are founded. */
let home = '';
let east: OwnServer;
let daybook: OwnStart;
test.describe.configure({ mode: 'serial', timeout: 3 * LONG.timeout });
test.beforeAll(async () => {
  east = await startServer();
  daybook = await startEmpty({ DAYBOOK_BOOKS: `east=${east.url}`, DAYBOOK_TODAY: TODAY });
});
test.afterAll(async () => {
  await daybook?.end();
  await east?.end();
});

/** Previews what the current step will create, creates it, and goes on to the next step. */
async function take(page: Page, shows: string | RegExp) {
  await page.getByRole('button', { name: 'Show what this will create' }).click();
  await expect(page.getByRole('region', { name: 'What this step will create' })).toContainText(shows);
  await page.getByRole('button', { name: 'Make it' }).click();
  await expect(page.getByText(/^Done by Ada Byron/)).toBeVisible();
  await page.getByRole('button', { name: 'Next step' }).click();
}

/** Founds another organization with books in dollars, and stays at its first step. */
async function foundAnother(page: Page, name: string) {
  await goTo(page, 'Organizations');
  await page.getByRole('button', { name: 'New organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'New organization' });
  await dialog.getByLabel('Name').fill(name);
  // The country of the browser's language is proposed, and the founding begins with it.
  await expect(dialog.getByLabel('Country')).toHaveValue('US');
  await dialog.getByLabel('Base currency').selectOption('USD');
  await dialog.getByRole('button', { name: 'Create the books' }).click();
  await page.waitForURL(new RegExp(`/books/${name.toLowerCase()}[^/]*/founding`));
  await settle(page);
}

test('from an empty database to the first closed month: every figure is the sum of the files', async ({
  page,
}) => {
  await test.step('1 the link that the start prints makes the first owner', async () => {
    const link = /https?:\S+\/welcome#\S+/.exec(daybook.said())?.[0] ?? '';
    await open(page, link);
    await page.getByLabel('Your name').fill(ADA.name);
    await page.getByLabel('Email').fill(ADA.email);
    await page.getByRole('textbox', { name: /^Password/ }).fill(ADA.password);
    await page.getByLabel('Company name').fill('Aurora Labs');
    await page.getByLabel('Country').selectOption('US');
    await page.getByLabel('Base currency').selectOption('USD');
    await page.getByRole('button', { name: 'Create the books' }).click();
    await page.waitForURL(/\/books\/aurora-labs/);
    home = new URL(page.url()).pathname;
    await settle(page);
    await expect(page.getByRole('heading', { name: 'Set up your books: 0 of 8 steps done' })).toBeVisible();
  });

  await test.step('2 founding, step by step', async () => {
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await leaveOut(page, 'Legal name');
    await page.getByLabel('Legal name').fill('Aurora Labs, Inc.');
    await take(page, 'Aurora Labs, Inc.');
    await expect(page.getByRole('radio', { name: /\(proposed for your country\)/ })).toBeChecked();
    await take(page, 'Nothing will change');
    await page.getByLabel('Periods from fiscal year').selectOption('2025');
    await take(page, /fiscal year/);
    await page.getByRole('button', { name: 'Skip this step' }).click();
    await expect(page.getByLabel('Prefix of Invoice')).toBeVisible();
    // Left here and resumed from the checklist, which says what was skipped.
    await open(page, `${daybook.baseUrl}${home}`);
    const skipped = page.getByRole('listitem').filter({ has: page.getByLabel('Skipped', { exact: true }) });
    await expect(skipped).toHaveText(['Tax codes']);
    await page.getByRole('link', { name: 'Continue', exact: true }).click();
    await page.getByLabel('Prefix of Invoice').fill('AL');
    await take(page, 'AL-…');
    await take(page, 'Nothing will change');
    await take(page, 'SUBSCRIPTION Subscription');
    await page.getByRole('button', { name: 'Skip this step' }).click();
    await expect(page.getByText('Every step is done.')).toBeVisible();
  });

  await test.step('2 a step that is done can be answered again, or kept as it is', async () => {
    await page
      .getByRole('list', { name: 'Steps' })
      .getByRole('button', { name: /Company and subsidiaries/ })
      .click();
    await page.getByRole('button', { name: 'Change the answers' }).click();
    await expect(page.getByLabel('Legal name')).toHaveValue('Aurora Labs, Inc.');
    await page.getByRole('button', { name: 'Keep it as it is' }).click();
    await page.getByRole('button', { name: 'Next step' }).click();
  });

  await test.step('3.1 the cut-over is begun on the last day in the earlier system', async () => {
    await page.getByRole('link', { name: 'Bring in your balances' }).click();
    await fillDate(page, /^Day/, company.cutOverDate);
    await page.getByRole('button', { name: 'Begin', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Cut-over on 31 Jan/ })).toBeVisible();
    await openTooEarly(page);
  });

  await test.step('3.2 a template has the columns of its file and a filled row', async () => {
    const arriving = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Template of Open receivables as CSV' }).click();
    const text = readFileSync(await (await arriving).path(), 'utf8').replace(/^\uFEFF/, '');
    const [header = [], ...filled] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    expect(header).toEqual(expect.arrayContaining(['Number', 'Customer', 'Date', 'Currency', 'Open amount']));
    expect(filled.map((row) => row.length)).toEqual([header.length]);
  });

  await test.step('3.2 the files of the earlier system are uploaded, checked and imported', async () => {
    for (const [label, name] of FILES) {
      const rows = company.files[name] ?? [];
      const count = (rows.length - 1).toLocaleString('en-US');
      const button = `Import ${rowsWords(rows.length - 1)} of ${name}.csv`;
      await page.getByLabel(`Upload ${label}`, { exact: true }).setInputFiles(fileOf(`${name}.csv`, rows));
      await page.getByRole('button', { name: button }).click(LONG);
      const row = page
        .getByRole('table', { name: 'Files' })
        .getByRole('row')
        .filter({ hasText: `${name}.csv` });
      await expect(row).toContainText(`${count} of ${count} imported`, LONG);
    }
  });

  await test.step('3.2 a file with a column that is not recognized is continued on its own page, with errors next to their cells', async () => {
    const odd = [
      ['Number', 'Customer', 'Tag', 'Currency', 'Open amount'],
      ['X-1', 'No one', '2025-01-10', 'USD', '10.00'],
      ['X-2', 'C-00001', '2025-01-40', 'USD', '10.00'],
      ['X-3', 'C-00001', '2025-01-10', 'USD', 'many'],
    ];
    await page.getByLabel('Upload Open receivables', { exact: true }).setInputFiles(fileOf('odd.csv', odd));
    await expect(page.getByRole('heading', { level: 1, name: 'odd.csv' })).toBeVisible();
    await settle(page);
    await expect(page.getByText('Choose the column for: Date.')).toBeVisible();
    await page.getByLabel('Tag', { exact: true }).selectOption({ label: 'Date (required)' });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    for (const cell of ['No one', '2025-01-40', 'many'])
      await expect(page.getByText(`${cell} (this cell has an error)`)).toBeVisible();
    // Deleting it leads back to the page where it was begun.
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete upload' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Cut-over on 31 Jan/ })).toBeVisible();
    await expect(page.getByText('odd.csv')).toHaveCount(0);
  });

  await test.step('3.3 the books are opened, and the proof lists what the files do not explain', async () => {
    await openBooks(page);
    await expectAccessible(page, 'the proof of a cut-over');
    await page.getByLabel(/^All \d+ accounts$/).check();
    const accounts = await cellsOf(page.getByRole('table', { name: 'Trial balance by account' }));
    const stated = accounts.map(([account = '', amount = '']) => [
      /^\d+/.exec(account)?.[0],
      money(shownCents(amount)),
    ]);
    const filed = rowsOf(company, 'trial-balance').map(([code, debit = '', credit = '']) => [
      code,
      money(cents(debit) - cents(credit)),
    ]);
    const some = (rows: (string | undefined)[][]) => rows.filter(([, amount]) => amount !== '0.00').sort();
    expect(some(stated)).toEqual(some(filed));
    for (const row of accounts) {
      const [before, here, difference] = row.slice(1, 4).map(shownCents);
      expect(difference, row[0]).toBe((before ?? 0n) - (here ?? 0n));
    }
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
    await page.getByLabel(`All ${size.contracts} contracts`).check();
    const contracts = await cellsOf(page.getByRole('table', { name: 'Deferred revenue by contract' }));
    for (const [number = '', , , billed = '', , , , recognized = ''] of carried) {
      const shown = contracts.find(([contract]) => contract === number) ?? [];
      expect(money(shownCents(shown[3] ?? '')), number).toBe(money(cents(billed) - cents(recognized)));
    }
    // Recomputed contracts differ; the differences are explained and add up to those in the contract accounts.
    const differing = contracts.filter(([, , , , difference = '']) => shownCents(difference) !== 0n);
    expect(differing.length).toBeGreaterThan(0);
    expect(differing.filter(([, way, , , , why = '']) => way !== 'Recompute' || why === '')).toEqual([]);
    const off = (rows: string[][], column: number) =>
      money(rows.reduce((total, row) => total + shownCents(row[column] ?? ''), 0n));
    const ofContracts = accounts.filter(([account = '']) => /^(?:2310|1310)\D/.test(account));
    expect(off(differing, 4)).toBe(off(ofContracts, 3));
  });

  await test.step('3.4 each difference is assigned, approved and posted, and the cut-over is proved', async () => {
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

  await test.step('3.4 what customers owe and what is owed to vendors is what the files say, in each currency', async () => {
    for (const [side, file] of [
      ['RECEIVABLE', 'receivables'],
      ['PAYABLE', 'payables'],
    ] as const) {
      const address = `${daybook.baseUrl}${home}/reports/aging?period=2025-01&side=${side}`;
      const aged = await cellsOnEveryPage(page, address, 'Aging');
      await expect(page.getByText('Every total equals the balance of the control account')).toBeVisible();
      for (const currency of ['USD', 'EUR']) {
        const own = aged.filter(([, code]) => code === currency);
        const total = own.reduce((sum, row) => sum + shownCents(row[7] ?? ''), 0n);
        const rows = rowsOf(company, file).filter((row) => row[4] === currency);
        expect(money(total), `${side} ${currency}`).toBe(money(sumOf(rows, 6)));
      }
    }
  });

  await test.step('4 the first invoice, and its payment', async () => {
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
    await page.getByRole('button', { name: 'Approve and post', exact: true }).click();
    await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
    await goTo(page, 'Invoices');
    await expect(page.getByRole('row').filter({ hasText: invoice })).toContainText('Paid');
  });

  await test.step('5.1 the month is run: what contracts earned in February is recognized', async () => {
    expect(money(await recognize(page, '2025-02'))).toBe(money(expected.recognized));
  });

  await test.step('5.2, 5.3 the rates of the month ends are entered, and both months revalued and closed', async () => {
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
      await form.getByLabel('Kind').selectOption({ label: 'Closing, for revaluation and consolidation' });
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

  await test.step('5.3 the trial balance of the closed month is what the files and the month add up to', async () => {
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
    const answered = (books: ReadonlyMap<string, bigint>) =>
      [...books]
        .filter(([, balance]) => balance !== 0n)
        .map(([code, balance]) => `${code} ${money(balance)}`)
        .sort();
    expect(answered(shown)).toEqual(answered(expected.accounts));
    await verify(page);
  });
  expect(daybook.said()).not.toContain('plum thunder');
});

test('next to another ledger: Stripe files are imported, a batch for NetSuite is exported, and its trial balance agrees', async ({
  page,
}) => {
  await test.step('6 the same owner founds separate books for what goes to the other ledger', async () => {
    await open(page, `${daybook.baseUrl}/login?returnTo=${home}`);
    await page.getByLabel('Email').fill(ADA.email);
    await page.getByLabel('Password').fill(ADA.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname === home);
    await settle(page);
    await foundAnother(page, 'Borealis');
    await page.getByLabel('Legal name').fill('Borealis, Inc.');
    await take(page, 'Borealis, Inc.');
    expect(await east.organizations()).toEqual(['Borealis']);
  });
  await keepLedgerElsewhere(page, STRIPE_COMPANY);
});
