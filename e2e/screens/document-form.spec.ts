import type { Page } from '@playwright/test';
import { books, enter, login, open, settle, visit } from './support/access';
import { ask } from './support/ask';
import { test } from './support/axe';
import { expect } from './support/expect';

// What an accountant expects of a form: it takes the party's defaults, loses nothing that was typed, and guesses nothing that was pasted.

const RUN = Date.now() % 1_000_000;
const VENDOR = `Terms vendor ${RUN}`;

async function fill(page: Page, line: number, column: string, text: string) {
  const input = page.getByLabel(`Line ${line} ${column}`, { exact: true });
  await input.fill(text);
  await input.press('Tab');
}

async function choose(page: Page, label: string, text: string) {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
}

async function paste(page: Page, label: string, text: string) {
  await page.getByLabel(label, { exact: true }).focus();
  await page.evaluate((table) => {
    const data = new DataTransfer();
    data.setData('text/plain', table);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

test('a bill says when it is due by its vendor’s terms, and that its number was entered before', async ({
  seat,
}) => {
  await visit(seat, books('vendors?new=true'));
  if ((await seat.getByRole('dialog', { name: 'New vendor' }).count()) === 0)
    await seat.getByRole('button', { name: 'New vendor' }).click();
  const form = seat.getByRole('dialog', { name: 'New vendor' });
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(VENDOR);
  await form.getByLabel('Payment terms').fill('NET30');
  await form.getByRole('button', { name: 'Add vendor' }).click();
  await expect(form).toHaveCount(0);
  for (const time of ['first', 'second'] as const) {
    await open(seat, books('transactions/new?kind=VENDOR_BILL'));
    await choose(seat, 'Vendor', VENDOR);
    await seat.getByRole('textbox', { name: /^Date/ }).fill('2026-09-12');
    await seat.getByRole('textbox', { name: /^Date/ }).press('Tab');
    await expect(seat.getByText('12 Oct 2026 by the terms NET30')).toBeVisible();
    await seat.getByLabel('Reference', { exact: true }).fill(`R-${RUN}`);
    const answered = seat.getByText(`R-${RUN} has been entered before`);
    if (time === 'second') {
      await expect(answered).toBeVisible();
      break;
    }
    await fill(seat, 1, 'description', 'Cables');
    await fill(seat, 1, 'price', '80');
    await fill(seat, 1, 'account', 'rent');
    await expect(answered).toHaveCount(0);
    await seat.getByRole('button', { name: 'Save draft' }).click();
    await expect(seat.getByText('is saved as a draft')).toBeVisible();
    await expect(seat.getByText('12 Oct 2026').first()).toBeVisible();
  }
});

test('switching to another kind keeps what was entered, as far as that kind has a field for it', async ({
  seat,
}) => {
  await open(seat, books('transactions/new?kind=VENDOR_BILL'));
  await choose(seat, 'Vendor', VENDOR);
  await seat.getByLabel('Memo', { exact: true }).fill('Cables');
  await fill(seat, 1, 'description', 'Ten meters');
  await fill(seat, 1, 'price', '80');
  await seat.getByLabel('Kind', { exact: true }).selectOption('VENDOR_CREDIT');
  await settle(seat);
  await expect(seat.getByRole('combobox', { name: 'Vendor', exact: true })).toHaveValue(new RegExp(VENDOR));
  await expect(seat.getByLabel('Memo', { exact: true })).toHaveValue('Cables');
  await expect(seat.getByLabel('Line 1 description')).toHaveValue('Ten meters');
  await expect(seat.getByLabel('Line 1 price')).toHaveValue('80.00');
  await seat.getByLabel('Kind', { exact: true }).selectOption('JOURNAL');
  await settle(seat);
  await expect(seat.getByLabel('Memo', { exact: true })).toHaveValue('Cables');
  await expect(seat.getByLabel('Line 1 credit')).toHaveValue('80.00');
  await expect(seat.getByRole('combobox', { name: 'Vendor', exact: true })).toHaveCount(0);
});

test('a new line begins with the description and the dimensions of the one above', async ({ seat }) => {
  await open(seat, books('transactions/new?kind=JOURNAL'));
  await fill(seat, 1, 'description', 'Rent of September');
  const department = seat.getByLabel('Line 1 department', { exact: true });
  await fill(seat, 1, 'department', 'engineering');
  const chosen = await department.inputValue();
  expect(chosen).not.toBe('');
  await fill(seat, 1, 'debit', '10');
  await fill(seat, 2, 'credit', '10');
  await expect(seat.getByLabel('Line 2 description')).toHaveValue('Rent of September');
  await expect(seat.getByLabel('Line 2 department')).toHaveValue(chosen);
});

test('a pasted table with names in its first row is placed by them, and unknown columns are left out', async ({
  seat,
}) => {
  await open(seat, books('transactions/new?kind=JOURNAL'));
  await paste(
    seat,
    'Line 1 account',
    'Cr\tGL account\tApproved by\tDr\tMemo\r\n\tOperating bank\t7\t1,200.50\tSweep\r\n1,200.50\tOperating bank\t8\t\tSweep\r\n',
  );
  const dialog = seat.getByRole('dialog', { name: 'Paste a table' });
  await expect(dialog.getByText('The columns were found by their names')).toBeVisible();
  await expect(dialog.getByText('One column is left out.')).toBeVisible();
  await expect(dialog.getByLabel('Column 3: Approved by')).toHaveValue('');
  await expect(seat.getByLabel('Line 1 debit')).toHaveValue('');
  await dialog.getByRole('button', { name: 'Paste 2 lines' }).click();
  await expect(seat.getByLabel('Line 1 debit')).toHaveValue('1,200.50');
  await expect(seat.getByLabel('Line 1 credit')).toHaveValue('');
  await expect(seat.getByLabel('Line 2 credit')).toHaveValue('1,200.50');
  await expect(seat.getByLabel('Line 2 description')).toHaveValue('Sweep');
});

test('when the session ends while someone types, the page says so and what was entered is saved after signing in again', async ({
  browser,
}) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await enter(page, 'accountant');
  await open(page, books('transactions/new?kind=JOURNAL'));
  const memo = `Ended ${RUN}`;
  await page.getByLabel('Memo').fill(memo);
  await fill(page, 1, 'account', 'rent');
  await fill(page, 1, 'debit', '55');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Save draft' }).click();
  const answered = page.getByRole('alert').filter({ hasText: 'Your session has ended' }).first();
  await expect(answered).toBeVisible();
  await expect(page.getByLabel('Memo')).toHaveValue(memo);

  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Sign in again in another tab' }).click();
  const other = await opened;
  await other.waitForURL(/\/login/);
  await settle(other);
  await other.getByLabel('Email').fill(login('accountant').email);
  await other.getByLabel('Password').fill(login('accountant').password);
  await other.getByRole('button', { name: 'Sign in', exact: true }).click();
  // It leads back to the form, which offers what was entered.
  await other.waitForURL((url) => url.pathname === books('transactions/new'));
  await settle(other);
  await expect(other.getByRole('button', { name: 'Bring it back' })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('is saved as a draft')).toBeVisible();
  await expect(page.getByText('Your session has ended')).toHaveCount(0);
  await expect(page.getByText(memo).first()).toBeVisible();
  await context.close();
});

test('editing a draft keeps the item of its line, also one that has become inactive since', async ({
  seat,
}) => {
  const code = `GONE${RUN}`;
  await visit(seat, books('items'));
  const item = await ask<{ id: string; version: number }>(seat, 'items.create', { code, name: 'Gone item' });
  await open(seat, books('transactions/new?kind=INVOICE'));
  const customer = seat.getByRole('combobox', { name: 'Customer', exact: true });
  await customer.click();
  await seat.getByRole('option').first().click();
  await fill(seat, 1, 'item', code.toLowerCase());
  await fill(seat, 1, 'price', '80');
  await fill(seat, 1, 'account', 'rent');
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByText('is saved as a draft')).toBeVisible();
  await settle(seat);
  const place = new URL(seat.url()).pathname;
  await ask(seat, 'items.update', {
    ...{ id: item.id, data: { recordStatus: 'inactive' } },
    $call: { expectedVersion: item.version },
  });
  await open(seat, `${place}/edit`);
  await expect(seat.getByLabel('Line 1 item', { exact: true })).toHaveValue(`${code} Gone item`);
  await seat.getByLabel('Memo').fill('With its item');
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByText('is saved as a draft')).toBeVisible();
  await settle(seat);
  await open(seat, `${place}/edit`);
  await expect(seat.getByLabel('Memo')).toHaveValue('With its item');
  await expect(seat.getByLabel('Line 1 item', { exact: true })).toHaveValue(`${code} Gone item`);
});

test('when two people edit one draft, both versions are shown and the chosen one is saved; its history describes it', async ({
  seat,
  page,
}) => {
  await open(seat, books('transactions/new?kind=JOURNAL'));
  await seat.getByLabel('Memo').fill(`Draft ${RUN}`);
  await fill(seat, 1, 'account', 'rent');
  await fill(seat, 1, 'debit', '5');
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByText('is saved as a draft')).toBeVisible();
  await settle(seat);
  const place = new URL(seat.url()).pathname;
  await open(seat, `${place}/edit`);
  await enter(page, 'controller');
  await open(page, `${place}/edit`);
  await page.getByLabel('Memo').fill(`Theirs ${RUN}`);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('is saved as a draft')).toBeVisible();

  await seat.getByLabel('Memo').fill(`Mine ${RUN}`);
  await seat.getByRole('button', { name: 'Save draft' }).click();
  const question = seat.getByRole('dialog', { name: /was changed by someone else$/ });
  const memo = question.getByRole('group', { name: 'Memo' });
  await expect(memo.getByRole('radio', { name: `Yours Mine ${RUN}` })).toBeChecked();
  await expect(memo.getByRole('radio', { name: `Saved Theirs ${RUN}` })).toBeVisible();
  await question.getByRole('button', { name: 'Save what is chosen' }).click();
  await expect(question).toHaveCount(0);
  await settle(seat);
  await open(seat, place);
  const history = seat.getByRole('region', { name: 'History' });
  await expect(history).toContainText(`Theirs ${RUN}`);
  await expect(history).toContainText(`Mine ${RUN}`);
  expect(await history.innerText()).not.toMatch(/[{}]|"\w+":/);
});

test('a list that is empty because of its filters offers to clear them', async ({ seat }) => {
  await visit(seat, books(`invoices?search=nothing-like-${RUN}`));
  await expect(seat.getByText('Nothing matches the filters')).toBeVisible();
  await seat.getByRole('button', { name: 'Clear the filters' }).click();
  await expect(seat.getByRole('table', { name: 'Invoices' }).locator('tbody tr').first()).toBeVisible();
  expect(new URL(seat.url()).search).toBe('');
});

test('a webhook event is chosen from the list, which shows the body it is sent with', async ({ seat }) => {
  await visit(seat, books('developers?of=webhooks'));
  await seat.getByRole('button', { name: 'New webhook' }).click();
  const form = seat.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('All events').uncheck();
  await form.getByLabel('Find events').fill('import.finished');
  await form.getByRole('button', { name: 'Sample of import.finished' }).click();
  await expect(form.locator('pre')).toContainText('"type": "import.finished"');
  await form.getByRole('button', { name: 'Cancel' }).click();
});
