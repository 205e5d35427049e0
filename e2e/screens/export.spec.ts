import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { readXlsx } from 'hucre/xlsx';
import { IS_LONG } from '../../src/testing/long-run';
import { books, company, open, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';

/** Clicks Export, chooses the format, and returns the file with its name. */
async function exported(page: Page, format: 'CSV' | 'Excel (XLSX)') {
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const waiting = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: format }).click();
  const file = await waiting;
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) };
}

/** The rows of the first sheet, the heading above them, and the position of the column names. */
async function opened(content: Buffer) {
  const book = await readXlsx(content, { readStyles: true });
  const sheet = book.sheets[0];
  if (sheet === undefined) throw new Error('a workbook has a sheet');
  // The column names are the last line of the frozen pane.
  const head = (sheet.freezePane?.rows ?? 0) - 1;
  const facts = new Map(sheet.rows.slice(0, head).map(([label, value]) => [String(label), value]));
  return { sheet, facts, columns: sheet.rows[head] ?? [], lines: sheet.rows.slice(head + 1) };
}

test('the trial balance becomes a spreadsheet with the same figures as the screen', async ({ seat }) => {
  await visit(seat, books('reports/trial-balance?period=2026-09'));
  await seat.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(seat.getByRole('menu', { name: 'Export as' })).toBeVisible();
  await expectAccessible(seat, 'the choice of formats');
  await seat.keyboard.press('Escape');
  const shown = (await seat.locator('[data-total=debits]').textContent()) ?? '';
  const { name, content } = await exported(seat, 'Excel (XLSX)');
  expect(name).toBe('trial-balance-2026-09-30.xlsx');
  const { sheet, facts, columns, lines } = await opened(content);
  expect(sheet.rows[0]?.[0]).toBe('Trial balance');
  expect(facts.get('Organization')).toBe(company.name);
  expect(facts.get('Period')).toBe('As of 30 Sep 2026');
  expect(facts.get('Subsidiary')).toBe('All subsidiaries');
  expect(facts.get('Exported')).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2} UTC$/);
  expect(columns[0]).toBe('Account');
  const debit = columns.indexOf('Debit');
  const total = lines.at(-1) ?? [];
  expect(total[1]).toBe('Total');
  expect(typeof total[debit]).toBe('number');
  expect(Number(total[debit]).toLocaleString('en-US', { minimumFractionDigits: 2 })).toBe(shown);
  expect(total[debit]).toBe(total[columns.indexOf('Credit')]);
  const cents = lines.slice(0, -1).reduce((sum, row) => sum + Math.round(Number(row[debit] ?? 0) * 100), 0);
  expect(cents).toBe(Math.round(Number(total[debit]) * 100));
});

test('the list of transactions exports every filtered row of all its pages, and CSV has the same rows', async ({
  seat,
}) => {
  await visit(seat, books('transactions?kind=INVOICE&status=POSTED'));
  const pages = (await seat.getByRole('navigation', { name: 'Pages' }).textContent()) ?? '';
  const count = Number(/of ([\d,]+)/.exec(pages)?.[1]?.replaceAll(',', ''));
  expect(count).toBeGreaterThan(50);
  const first = (await seat.locator('[data-row-link]').first().textContent()) ?? '';
  const { content } = await exported(seat, 'Excel (XLSX)');
  const { facts, columns, lines } = await opened(content);
  expect(lines).toHaveLength(count);
  expect(lines[0]?.[0]).toBe(first);
  expect(facts.get('Filters')).toBe('Type: Invoice; Status: Posted');
  const date = columns.indexOf('Date');
  const status = columns.indexOf('Status');
  for (const line of lines) {
    expect(line[date]).toBeInstanceOf(Date);
    expect(line[status]).toBe('Posted');
  }
  const csv = await exported(seat, 'CSV');
  expect(csv.name).toMatch(/^transactions-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = csv.content
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trim();
  expect(text.split('\n')).toHaveLength(count + 1);
  expect(text.split('\n')[0]).toBe(columns.join(','));
  expect(text.split('\n')[1]).toContain(first);
});

/** One menu for all of them: an ordinary run tries a list, a statement and the aging. Files of reports of revenue are in revenue.spec.ts. */
const SHEETS = (
  [
    ['invoices', 'Number', /^invoices-/],
    ['payments', 'Number', /^customer-payments-/],
    ['customers', 'Customer', /^customers-/],
    ['reports/balance-sheet', 'Code', /^balance-sheet-/],
    ['reports/income-statement', 'Code', /^income-statement-/],
    ['reports/aging', 'Customer', /^aging-receivable-/],
    ['revenue/reports?report=forecast', 'Month', /^revenue-forecast-/],
  ] as const
).filter((_sheet, at) => IS_LONG || at % 2 === 1);

for (const [place, firstColumn, name] of SHEETS) {
  test(`${place} becomes a spreadsheet with its first row as on the screen`, async ({ seat }) => {
    // The lists are loaded in full by their own tests, the reports here.
    await (place.startsWith('reports/') ? open : visit)(seat, books(place));
    const { name: file, content } = await exported(seat, 'Excel (XLSX)');
    expect(file).toMatch(name);
    const { facts, columns, lines } = await opened(content);
    expect(columns[0]).toBe(firstColumn);
    expect(facts.get('Organization')).toBe(company.name);
    expect(lines.length).toBeGreaterThan(0);
    const seen = await seat.locator('tbody tr').first().textContent();
    const title = lines[0]?.find((cell) => typeof cell === 'string') ?? 'nothing';
    expect(seen).toContain(title);
  });
}

test('the activity of an account exports all its pages, with opening and closing balance', async ({
  seat,
}) => {
  await visit(seat, books('reports/trial-balance'));
  await seat.locator('[data-row-link]').first().click();
  await expect(seat.getByRole('table', { name: 'Account activity' })).toBeVisible();
  const { content } = await exported(seat, 'Excel (XLSX)');
  const { columns, lines } = await opened(content);
  const text = columns.indexOf('Description');
  const balance = columns.indexOf('Balance');
  expect(lines[0]?.[text]).toBe('Opening balance');
  expect(lines.at(-1)?.[text]).toBe('Closing balance');
  expect(lines.at(-1)?.[balance]).toBe(lines.at(-2)?.[balance]);
});

test('the ledger entries of a period export their lines, debits equal to credits', async ({ seat }) => {
  await open(seat, books('entries?period=2026-09'));
  await expect(seat.getByRole('navigation', { name: 'Pages' })).toBeVisible();
  await seat.getByRole('button', { name: 'Export lines', exact: true }).click();
  const waiting = seat.waitForEvent('download');
  await seat.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  const file = await waiting;
  expect(file.suggestedFilename()).toBe('journal-2026-09-01-2026-09-30.xlsx');
  const { columns, lines } = await opened(await readFile(await file.path()));
  const cents = (name: string) => {
    const at = columns.indexOf(name);
    return lines.reduce((sum, row) => sum + Math.round(Number(row[at] ?? 0) * 100), 0);
  };
  expect(lines.length).toBeGreaterThan(1);
  expect(cents('Base debit')).toBe(cents('Base credit'));
  expect(cents('Base debit')).toBeGreaterThan(0);
});
