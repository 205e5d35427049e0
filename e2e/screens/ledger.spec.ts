import type { Page } from '@playwright/test';
import { books, enter, open, settle, signIn, visit } from './support/access';
import { test } from './support/browser';
import { expect } from './support/expect';

/** Types into a cell of the grid; the account box takes the highlighted choice with Tab. */
async function cell(page: Page, line: number, column: string, text: string) {
  const input = page.getByLabel(`Line ${line} ${column}`, { exact: true });
  await input.fill(text);
  await input.press('Tab');
}

const totals = (page: Page) => page.getByLabel('Totals');

test('a journal is entered, approved, posted, found from the trial balance and reversed', async ({
  page,
}) => {
  await signIn(page, 'controller');
  const memo = `Screen test ${Date.now()}`;

  await test.step('the grid computes, finds accounts and balances', async () => {
    await visit(page, books('transactions/new?kind=JOURNAL'));
    await page.getByLabel('Memo').fill(memo);
    await cell(page, 1, 'account', 'rent');
    await expect(page.getByLabel('Line 1 account')).toHaveValue(/^\d+ .*rent/i);
    await cell(page, 1, 'debit', '1200/12*7');
    await expect(page.getByLabel('Line 1 debit')).toHaveValue('700.00');
    await expect(totals(page)).toContainText('Difference 700.00');
    await expect(page.getByRole('button', { name: 'Approve and post…' })).toBeDisabled();
    await expect(page.getByText('Debits exceed credits by 700.00.')).toBeVisible();
    await cell(page, 2, 'account', 'operating bank');
    await page.getByLabel('Line 2 credit').press('=');
    await expect(page.getByLabel('Line 2 credit')).toHaveValue('700.00');
    await expect(totals(page)).toContainText('Difference –');
  });

  await test.step('posting asks for confirmation with the figures', async () => {
    await page.getByLabel('Line 2 credit').press('Control+Enter');
    const question = page.getByRole('dialog', { name: /^Approve and post JE-/ });
    await expect(question.getByRole('table', { name: 'Ledger entry' })).toContainText('700.00');
    await question.getByRole('button', { name: 'Post to the ledger' }).click();
    await expect(question).toHaveCount(0);
    await expect(page.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
  });
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';

  await test.step('the trial balance drills down to account, entry and document', async () => {
    await page
      .getByRole('navigation', { name: 'Books' })
      .getByRole('link', { name: 'Trial balance' })
      .click();
    await expect(page.getByText('Debits = Credits')).toBeVisible();
    const debits = (await page.locator('[data-total="debits"]').textContent()) ?? '';
    expect(debits).toMatch(/\d/);
    await expect(page.locator('[data-total="credits"]')).toHaveText(debits);
    await page
      .getByRole('table', { name: 'Trial balance' })
      .getByRole('link', { name: /^Rent/ })
      .first()
      .click();
    await expect(page.getByRole('table', { name: 'Account activity' })).toContainText('Opening balance');
    const row = page.getByRole('row').filter({ has: page.getByRole('link', { name: number }) });
    await row.getByRole('link', { name: /^GL-/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^GL-/ })).toBeVisible();
    await page.getByRole('link', { name: number }).click();
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  });

  await test.step('the GL impact of a posted document is its entry', async () => {
    await page.getByRole('button', { name: 'GL impact' }).click();
    const drawer = page.getByRole('dialog', { name: 'GL impact' });
    await expect(drawer).toContainText('Posted on');
    await expect(drawer.getByRole('table', { name: 'Ledger entry' })).toContainText('700.00');
    await drawer.getByRole('button', { name: 'Close' }).click();
  });

  await test.step('a posted document offers no edit, only reversal with a reason', async () => {
    await expect(page.getByRole('link', { name: 'Edit' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Reverse' }).click();
    const question = page.getByRole('dialog', { name: `Reverse ${number}` });
    await expect(question).toContainText('700.00');
    await expect(question.getByRole('button', { name: 'Reverse' })).toBeDisabled();
    await question.getByLabel('Reason').fill('Booked twice');
    await question.getByRole('button', { name: 'Reverse' }).click();
    await expect(page.getByRole('main').getByText('Reversed', { exact: true })).toBeVisible();
    await page
      .getByText(/^Reversed on/)
      .getByRole('link', { name: /^JE-/ })
      .click();
    await page
      .getByText(/^This reverses/)
      .getByRole('link', { name: number })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  });
});

test('an accountant submits, an approver finds the document in the queue with its entry and approves it', async ({
  browser,
}) => {
  const mine = await browser.newPage();
  await enter(mine, 'accountant');
  await open(mine, books('transactions/new?kind=JOURNAL'));
  const memo = `Queue ${Date.now()}`;
  await mine.getByLabel('Memo').fill(memo);
  await cell(mine, 1, 'account', 'rent');
  await cell(mine, 1, 'debit', '55');
  await cell(mine, 2, 'account', 'operating bank');
  await mine.getByLabel('Line 2 credit').press('=');
  await expect(mine.getByRole('button', { name: 'Approve and post…' })).toHaveCount(0);
  await mine.getByRole('button', { name: 'Submit' }).click();
  await expect(mine.getByRole('main').getByText('Pending approval')).toBeVisible();
  const number = (await mine.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await mine.close();

  const theirs = await browser.newPage();
  await enter(theirs, 'approver');
  await open(theirs, books('approvals'));
  await theirs
    .getByRole('list', { name: 'Waiting' })
    .getByRole('button', { name: new RegExp(number) })
    .click();
  await expect(theirs.getByRole('table', { name: 'Ledger entry' })).toContainText('55.00');
  // By keyboard: sending back leads to the comment first, and what is typed there is no shortcut.
  await theirs.keyboard.press('r');
  await expect(theirs.getByLabel('Comment')).toBeFocused();
  await theirs.keyboard.type('A rare case');
  await theirs.keyboard.press('Tab');
  // A key that is held down decides nothing more.
  await theirs.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'a', code: 'KeyA', bubbles: true, repeat: true }),
    ),
  );
  await settle(theirs);
  await expect(theirs.getByRole('list', { name: 'Waiting' }).getByText(number)).toHaveCount(1);
  await theirs.keyboard.press('a');
  await expect(theirs.getByText(`${number} is approved.`)).toBeVisible();
  await expect(theirs.getByRole('list', { name: 'Waiting' }).getByText(number)).toHaveCount(0);
  await theirs.close();
});

test('approved documents are chosen in the list and posted together, and what cannot be posted says why', async ({
  page,
}) => {
  await enter(page, 'controller');
  const memo = `Together ${Date.now()}`;
  await open(page, books('transactions'));
  for (const amount of ['11', '22', '33']) {
    await visit(page, books('transactions/new?kind=JOURNAL'));
    await page.getByLabel('Memo').fill(memo);
    await cell(page, 1, 'account', 'rent');
    await cell(page, 1, 'debit', amount);
    await cell(page, 2, 'account', 'operating bank');
    await page.getByLabel('Line 2 credit').press('=');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const question = page.getByRole('dialog', { name: /^Approve/ });
    await question.getByRole('button', { name: 'Approve', exact: true }).click();
    await expect(page.getByRole('main').getByText('Approved', { exact: true })).toBeVisible();
  }
  const number = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  const last = new URL(page.url()).pathname;
  await visit(page, books(`transactions?search=${encodeURIComponent(memo)}`));
  const several = page.getByRole('region', { name: 'Post several' });
  await test.step('chosen one by one, up to another with Shift, or by key, with count and sum', async () => {
    const boxes = page.getByRole('checkbox', { name: /^Choose JE-/ });
    await boxes.first().check();
    await expect(several.getByRole('status')).toHaveText(/^1 document\s*USD\s*33\.00$/);
    await boxes.last().click({ modifiers: ['Shift'] });
    await expect(several.getByRole('status')).toHaveText(/^3 documents\s*USD\s*66\.00$/);
    await page.locator('[data-row-link]').nth(1).focus();
    await page.keyboard.press('x');
    await expect(several.getByRole('status')).toHaveText(/^2 documents\s*USD\s*44\.00$/);
    await expect(several.getByRole('button', { name: 'Post 2 documents…' })).toBeVisible();
    await several.getByRole('button', { name: 'Choose all 3 approved' }).click();
  });

  await test.step('one of them is posted in another tab meanwhile', async () => {
    const other = await page.context().newPage();
    await open(other, last);
    await other.getByRole('button', { name: 'Post', exact: true }).click();
    await other.getByRole('button', { name: 'Post to the ledger' }).click();
    await expect(other.getByRole('main').getByText('Posted', { exact: true })).toBeVisible();
    await other.close();
  });
  await several.getByRole('button', { name: 'Post 3 documents…' }).click();
  await page
    .getByRole('dialog', { name: 'Post 3 documents' })
    .getByRole('button', { name: 'Post to the ledger' })
    .click();
  await expect(page.getByText('2 documents are posted.')).toBeVisible();
  await expect(several.getByRole('alert')).toContainText(number);
  await expect(several.getByRole('alert').getByRole('listitem')).toHaveCount(1);
  const rows = page.getByRole('table', { name: 'Transactions' }).getByRole('row').filter({ hasText: 'JE-' });
  await expect(rows.filter({ hasText: 'Posted' })).toHaveCount(3);
  // What is posted can no longer be chosen.
  await expect(page.getByRole('checkbox', { name: /^Choose JE-/ })).toHaveCount(0);
});

test('a paste from a spreadsheet fills lines, and unreadable cells are marked red, not dropped', async ({
  page,
}) => {
  await enter(page, 'accountant');
  await open(page, books('transactions/new?kind=JOURNAL'));
  await page.getByLabel('Line 1 account').focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', '99999\tUnknown\t1.234,56\t\r\n99998\tAlso unknown\t\t(10)\r\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  // Nothing is stored before it is shown; unknown accounts make the amounts after them uncertain.
  const dialog = page.getByRole('dialog', { name: 'Paste a table' });
  await expect(dialog.getByLabel('Column 3')).toHaveValue('');
  await expect(page.getByLabel('Line 1 debit')).toHaveValue('');
  await dialog.getByLabel('Column 1').selectOption('Account');
  await dialog.getByLabel('Column 3').selectOption('Debit');
  await dialog.getByLabel('Column 4').selectOption('Credit');
  await dialog.getByRole('button', { name: 'Paste 2 lines' }).click();
  await expect(page.getByLabel('Line 1 debit')).toHaveValue('1,234.56');
  await expect(page.getByLabel('Line 2 debit')).toHaveValue('10.00');
  await expect(page.getByLabel('Line 1 account')).toHaveAttribute('aria-invalid', 'true');
  await expect(page.getByText('Correct the cell marked in red in line 1.')).toBeVisible();
  await page.getByLabel('Line 1 debit').press('Control+z');
  await expect(page.getByLabel('Line 1 debit')).toHaveValue('');
});

test('keys move a date by days, months and years, and digits typed after a complete date begin a new one', async ({
  page,
}) => {
  await enter(page, 'accountant');
  await open(page, books('transactions/new?kind=JOURNAL'));
  const date = page.getByLabel(/^Date/).first();
  await date.fill('2026-03-12');
  await date.blur();
  for (const [keys, expected] of [
    ['-', '2026-03-11'],
    ['-10', '2026-03-01'],
    ['+30', '2026-03-31'],
    ['15', '2026-03-15'],
    ['h', '2026-03-31'],
    ['m', '2026-03-01'],
    ['r', '2026-12-31'],
    ['y', '2026-01-01'],
  ] as const) {
    await date.press('End');
    await date.pressSequentially(keys);
    await date.blur();
    await expect(date, keys).toHaveValue(expected);
  }
});

test('unsaved input is asked about before leaving, and is offered again after the page was left', async ({
  page,
}) => {
  await enter(page, 'accountant');
  await open(page, books('invoices'));
  await visit(page, books('transactions/new?kind=JOURNAL'));
  const memo = `Kept ${Date.now()}`;
  await page.getByLabel('Memo').fill(memo);
  await page.getByLabel('Line 1 debit').fill('12.50');
  // Staying: a link of the console, the browser's Back and the palette ask first.
  const link = page.getByRole('navigation', { name: 'Books' }).getByRole('link', { name: 'Invoices' });
  for (const leave of [
    () => link.click(),
    () => page.evaluate(() => window.history.back()),
    async () => {
      await page.keyboard.press('Control+k');
      const palette = page.getByRole('dialog', { name: 'Go to, create or find' });
      await palette.getByRole('searchbox').fill('Invoices');
      await page.keyboard.press('Enter');
    },
  ]) {
    const asked = page.waitForEvent('dialog');
    const left = leave();
    await (await asked).dismiss();
    await left;
    await expect(page.getByLabel('Memo')).toHaveValue(memo);
    await expect(page.getByLabel('Line 1 debit')).toHaveValue('12.50');
  }
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(Object.values(window.localStorage))))
    .toContain(memo);
  // Leaving after all, as a crash would.
  page.once('dialog', (dialog) => void dialog.accept());
  await page.goto(books('invoices'));
  await open(page, books('transactions/new?kind=JOURNAL'));
  await expect(page.getByLabel('Memo')).toHaveValue('');
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByLabel('Memo')).toHaveValue(memo);
  await expect(page.getByLabel('Line 1 debit')).toHaveValue('12.50');
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByText('is saved as a draft')).toBeVisible();
  await open(page, books('transactions/new?kind=JOURNAL'));
  await expect(page.getByRole('button', { name: 'Bring it back' })).toHaveCount(0);
});

test('filters and pages of the transactions are in the URL', async ({ page }) => {
  await enter(page, 'viewer');
  await open(page, books('transactions'));
  await page.getByLabel('Status', { exact: true }).selectOption('POSTED');
  await expect(page).toHaveURL(/status=POSTED/);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page).toHaveURL(/page=2/);
  await page.reload();
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('POSTED');
  await expect(page.getByRole('table', { name: 'Transactions' }).getByText('Draft')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Previous page' })).toBeEnabled();
});

test('the keys [ and ] change the period, and the figures follow', async ({ page }) => {
  await enter(page, 'viewer');
  await open(page, books('reports/trial-balance'));
  await expect(page.getByText('Debits = Credits')).toBeVisible();
  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('[');
  await expect(page).toHaveURL(/period=\d{4}-\d{2}/);
  await expect(page.getByText('Debits = Credits')).toBeVisible();
  await page.keyboard.press(']');
  await expect(page).not.toHaveURL(/period=/);
});

test('what is typed into the palette never acts as a shortcut of the page behind it', async ({ page }) => {
  await signIn(page, 'accountant');
  const address = page.url();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to, create or find' });
  const field = palette.getByRole('searchbox');
  // A row must be highlighted: it is passed the keys.
  await field.pressSequentially('tri', { delay: 50 });
  await expect(palette.getByRole('menuitem', { name: /Trial balance/ })).toBeVisible();
  await field.pressSequentially('n/?', { delay: 50 });
  await expect(field).toHaveValue('trin/?');
  await expect(page).toHaveURL(address);
});

test('the palette opens every screen and finds a document by its number', async ({ page }) => {
  await signIn(page, 'accountant');
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to, create or find' });
  await palette.getByRole('searchbox').fill('trial');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/reports\/trial-balance/);
  await page.keyboard.press('Control+k');
  // Two letters or digits are looked for among the newest transactions, and it says so.
  const newestOnly = palette.getByText('Only the newest transactions are searched.');
  await palette.getByRole('searchbox').fill('IN');
  await expect(newestOnly).toBeVisible();
  await palette.getByRole('searchbox').fill('INV-');
  await expect(newestOnly).toBeHidden();
  await palette.getByRole('menuitem', { name: /INV-/ }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /^INV-/ })).toBeVisible();
});
