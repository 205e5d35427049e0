import type { Locator, Page } from '@playwright/test';
import { open, settle } from '../screens/support/access';
import { expect } from '../screens/support/expect';
import { cents } from './sums';

// What a person does again and again on the screens of a month, and what they read there.

/**
 * How long work in the background may take on a busy machine: thousands of rows, hundreds of contracts. A limit, not a measure of speed.
 */
export const LONG = { timeout: 600_000 };

/** Goes to a screen by its link in the sidebar. */
export async function goTo(page: Page, name: string) {
  await page.getByRole('navigation', { name: 'Books' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await settle(page);
}

/** Types a day into a date field. */
export async function fillDate(within: Page | Locator, label: RegExp | string, day: string) {
  const field = within.getByRole('textbox', { name: label });
  await field.fill(day);
  await field.press('Tab');
}

/** Chooses an option of a searchable box by its code or first letters. */
export async function choose(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

/** Leaves a required answer of a founding step empty: its field is marked, and nothing can be created. */
export async function leaveOut(page: Page, label: string) {
  await page.getByLabel(label).fill('');
  await page.getByRole('button', { name: 'Show what this will create' }).click();
  await expect(page.getByLabel(label)).toHaveAccessibleDescription('must not be empty');
  await expect(page.getByText('Correct the answers that are marked above.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Make it' })).toHaveCount(0);
}

/** An amount as a screen shows it, in cents: parentheses mean below zero, a dash or an empty cell means zero. */
export function shownCents(text: string): bigint {
  const plain = text
    .replaceAll(',', '')
    .replace(/[A-Z]{3}/, '')
    .trim();
  if (!/\d/.test(plain)) return 0n;
  return plain.startsWith('(') ? -cents(plain.slice(1, -1)) : cents(plain);
}

/** The cells of a table's body as text. */
export const cellsOf = (table: Locator): Promise<string[][]> =>
  table
    .locator('tbody tr')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('td')].map((one) => (one.textContent ?? '').trim())),
    );

/** The cells of every page of a table, at an address that has other parameters already. */
export async function cellsOnEveryPage(page: Page, address: string, name: string): Promise<string[][]> {
  const cells: string[][] = [];
  for (let at = 1; ; at += 1) {
    await open(page, `${address}&page=${at}`);
    cells.push(...(await cellsOf(page.getByRole('table', { name }))));
    const next = page.getByRole('button', { name: 'Next page' });
    if ((await next.count()) === 0 || (await next.isDisabled())) return cells;
  }
}

/** A file as its text. A cell with a comma, a quotation mark or a line break is not expected. */
export function csv(rows: readonly (readonly string[])[]): string {
  for (const cell of rows.flat()) {
    if (/[",\n]/.test(cell)) throw new Error(`the cell ${cell} needs quotation marks`);
  }
  return rows.map((row) => row.join(',')).join('\r\n');
}

/** A file to be chosen in a browser. */
export const fileOf = (name: string, rows: readonly (readonly string[])[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(csv(rows)),
});

/** "1 row", "1,400 rows". */
export const rowsWords = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`);

/** Runs the recognition of a month and posts it. Returns the revenue that the screen names, in cents. */
export async function recognize(page: Page, month: string): Promise<bigint> {
  await goTo(page, 'Contracts');
  await page.getByRole('link', { name: 'Recognition runs' }).click();
  await page.getByRole('button', { name: 'New run' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New recognition run' });
  await dialog.getByLabel('Month').selectOption(month);
  await dialog.getByRole('button', { name: 'Create run' }).click();
  await page.getByRole('button', { name: 'Post…' }).click();
  const question = page.getByRole('dialog', { name: /^Post RR-/ });
  await question.getByRole('button', { name: 'Post to the ledger' }).click();
  const done = page.getByText(/^Done\. USD/);
  await expect(done).toBeVisible(LONG);
  const [, recognized = ''] = /USD ([\d,.]+)/.exec((await done.textContent()) ?? '') ?? [];
  return shownCents(recognized);
}

/** Verifies the books, and expects them to pass every check. */
export async function verify(page: Page) {
  await goTo(page, 'Verify');
  await expect(page.getByText(/passed every check\./)).toBeVisible(LONG);
}

/** One step of closing a month, through its menu. */
export async function stepPeriod(page: Page, label: string, step: 'Soft close' | 'Close') {
  const row = page.getByRole('table', { name: 'Periods' }).getByRole('row').filter({ hasText: label });
  await row.getByRole('button', { name: `Change ${label}` }).click();
  await page.getByRole('menuitem', { name: `${step}…` }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`^${step} ${label}`) });
  await question.getByRole('button', { name: `${step} ${label}` }).click();
  await expect(question).toHaveCount(0);
  await expect(row).toContainText(step === 'Close' ? 'Closed' : 'Soft closed');
}

/** Revalues a month, whose balances in euros are carried at the closing rate afterward. */
export async function revalue(page: Page, label: string) {
  const row = page.getByRole('table', { name: 'Periods' }).getByRole('row').filter({ hasText: label });
  await row.getByRole('button', { name: `Change ${label}` }).click();
  await page.getByRole('menuitem', { name: 'Revalue…' }).click();
  const question = page.getByRole('dialog', { name: new RegExp(`^Revalue ${label}`) });
  await expect(question.getByRole('table', { name: 'Balances in foreign currencies' })).toContainText('EUR');
  await question.getByRole('button', { name: 'Revalue', exact: true }).click();
  await expect(question).toHaveCount(0);
}

/** Types into a cell of the first line of a document. */
export async function cell(page: Page, column: string, text: string) {
  const input = page.getByLabel(`Line 1 ${column}`, { exact: true });
  await input.fill(text);
  await input.press('Tab');
}

/** Tries to open the books before their trial balance is imported; the dialog refuses it, and nothing begins. */
export async function openTooEarly(page: Page) {
  await page.getByRole('button', { name: 'Open the books…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open the books' });
  await dialog.getByRole('button', { name: 'Open the books' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('The opening trial balance is not imported yet.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Opens the books, in a dialog that no longer shows the earlier refusal. */
export async function openBooks(page: Page) {
  await page.getByRole('button', { name: 'Open the books…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Open the books' });
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Open the books' }).click();
  await expect(page.getByRole('link', { name: 'Opening entry' })).toBeVisible(LONG);
}
