import type { Page } from '@playwright/test';
import { IS_LONG } from '../../src/testing/long-run';
import { books, enter, open, settle, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';

/** Unique to each run, because the demo keeps the records of earlier runs. */
const RUN = Date.now().toString(36);

const row = (page: Page, words: string | RegExp) => page.getByRole('row').filter({ hasText: words });
const edit = (page: Page, name: string) => page.getByRole('button', { name: `Edit ${name}`, exact: true });

/** Adds a record through the screen's own form. */
async function add(page: Page, what: string, press: string, fields: Readonly<Record<string, string>>) {
  await page.getByRole('button', { name: `New ${what}`, exact: true }).click();
  const form = page.getByRole('dialog', { name: `New ${what}` });
  for (const [label, text] of Object.entries(fields)) {
    await form.getByRole('textbox', { name: label, exact: true }).fill(text);
  }
  await form.getByRole('button', { name: press, exact: true }).click();
  await expect(form).toHaveCount(0);
}

/** Opens the form of a row by keyboard. */
async function openForm(page: Page, name: string) {
  await edit(page, name).focus();
  await page.keyboard.press('Enter');
  const form = page.getByRole('dialog', { name: /^Edit / });
  await expect(form).toBeVisible();
  return form;
}

/** Makes a record active or inactive in its row's form. */
async function set(page: Page, name: string, status: 'active' | 'inactive') {
  const form = await openForm(page, name);
  await form.getByLabel('Status').selectOption(status);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form).toHaveCount(0);
}

test('an account is changed, and the audit trail shows it; when inactive it leaves the list, and it is made active again', async ({
  seat,
}) => {
  const [code, name] = [`T${RUN}`, `Trial ${RUN}`];
  await open(seat, books('accounts'));
  await add(seat, 'account', 'Add account', { Code: code, Name: 'First named' });

  await test.step('its name and its dimensions', async () => {
    const form = await openForm(seat, 'First named');
    await expectAccessible(seat, 'editing an account');
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByLabel('Department on its lines').selectOption('required');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await expect(row(seat, name)).toContainText(code);
    await expect(edit(seat, name)).toBeFocused();
    const again = await openForm(seat, name);
    await expect(again.getByLabel('Department on its lines')).toHaveValue('required');
    await seat.keyboard.press('Escape');
    await expect(edit(seat, name)).toBeFocused();
  });

  await test.step('inactive and active', async () => {
    await set(seat, name, 'inactive');
    await expect(row(seat, name)).toHaveCount(0);
    await expect(seat.locator('#content')).toBeFocused();
    await seat.getByLabel('Inactive accounts').check();
    await expect(row(seat, name)).toContainText('Inactive');
    await set(seat, name, 'active');
    await expect(row(seat, name)).toBeVisible();
    await expect(row(seat, name)).not.toContainText('Inactive');
    // Inactive, so that these records are not offered to later users of the demo.
    await set(seat, name, 'inactive');
  });

  await test.step('the audit trail', async () => {
    await visit(seat, books('audit?noun=account'));
    await seat.getByRole('button', { name: 'Account: changed', exact: true }).first().click();
    const change = seat.getByRole('dialog', { name: 'Change' });
    await expect(change).toContainText('Record status');
    await expect(change).toContainText(name);
    await seat.keyboard.press('Escape');
  });
});

test('an invalid change is refused with an explanation next to the field it concerns, and changes nothing', async ({
  seat,
}) => {
  await visit(seat, books('accounts'));
  await test.step('an account with postings keeps its type', async () => {
    const form = await openForm(seat, 'Operating bank account');
    await form.getByLabel('Type').selectOption('EXPENSE');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByRole('alert')).toContainText(
      'Account 1110 is used by ledger entries: its type, side, currency and summary setting cannot change.',
    );
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(seat, 'Operating bank account')).toContainText('Asset');
  });
  await test.step('a code that another account has', async () => {
    const form = await openForm(seat, 'Petty cash');
    const code = form.getByRole('textbox', { name: 'Code' });
    await code.fill('1110');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(code).toHaveAttribute('aria-invalid', 'true');
    await expect(code).toHaveAccessibleDescription('Another account already has the code 1110.');
    await expectAccessible(seat, 'a refused change');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(seat, 'Petty cash')).toContainText('1140');
  });
  await test.step('a subsidiary owned by more than 100%', async () => {
    await visit(seat, books('subsidiaries'));
    const shown = await row(seat, '%').first().textContent();
    await row(seat, '%')
      .first()
      .getByRole('button', { name: /^Edit / })
      .click();
    const form = seat.getByRole('dialog', { name: /^Edit / });
    const percent = form.getByLabel('Ownership (percent)');
    await percent.fill('250');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(percent).toHaveAttribute('aria-invalid', 'true');
    await form.getByRole('button', { name: 'Cancel' }).click();
    expect(await row(seat, '%').first().textContent()).toBe(shown);
  });
});

test('a form with unsaved input asks before Escape or its close button closes it, and Cancel closes it', async ({
  seat,
}) => {
  await visit(seat, books('accounts'));
  const answers: boolean[] = [];
  const asked: string[] = [];
  seat.on('dialog', (question) => {
    asked.push(question.message());
    return answers.shift() ? question.accept() : question.dismiss();
  });
  const form = await openForm(seat, 'Petty cash');
  const name = form.getByRole('textbox', { name: 'Name' });
  await name.fill('Petty cash of the kitchen');
  answers.push(false);
  await form.getByRole('button', { name: 'Close' }).click();
  await expect(name).toHaveValue('Petty cash of the kitchen');
  answers.push(true);
  await name.press('Escape');
  await expect(form).toHaveCount(0);
  expect(asked).toEqual(Array(2).fill('Close this form? Your changes are not saved.'));
  await (await openForm(seat, 'Petty cash')).getByRole('textbox', { name: 'Name' }).fill('Another');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toHaveCount(0);
  await openForm(seat, 'Petty cash');
  await seat.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  expect(asked).toHaveLength(2);
});

test('the focus returns to the button that opened a form, however late the browser shows the next frame', async ({
  seat,
}) => {
  await visit(seat, books('accounts'));
  const form = await openForm(seat, 'Petty cash');
  await seat.evaluate(() => {
    const soon = window.requestAnimationFrame;
    window.requestAnimationFrame = (work) => soon(() => setTimeout(() => soon(work), 300));
  });
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit(seat, 'Petty cash')).toBeFocused();
  // With frames of its own again.
  await open(seat, books('accounts'));
});

test('saving over someone else’s change is refused until the record is read again', async ({ seat }) => {
  const [first, theirs, ours] = [`Stale ${RUN}`, `Theirs ${RUN}`, `Ours ${RUN}`];
  await visit(seat, books('dimensions'));
  await add(seat, 'department', 'Add', { Name: first, Code: `S${RUN}` });
  const form = await openForm(seat, first);
  const other = await seat.context().newPage();
  await open(other, books('dimensions'));
  const elsewhere = await openForm(other, first);
  await elsewhere.getByRole('textbox', { name: 'Name' }).fill(theirs);
  await elsewhere.getByRole('button', { name: 'Save' }).click();
  await expect(edit(other, theirs)).toBeVisible();
  await other.close();

  await form.getByRole('textbox', { name: 'Name' }).fill(ours);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('Read it again');
  // The list behind the form is read again; the form still has the version it was opened with.
  await expect(seat.getByRole('table', { name: 'Departments', includeHidden: true })).toContainText(theirs);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByRole('alert')).toContainText('Read it again');
  await form.getByRole('button', { name: 'Cancel' }).click();

  const again = await openForm(seat, theirs);
  await again.getByRole('textbox', { name: 'Name' }).fill(ours);
  await again.getByRole('button', { name: 'Save' }).click();
  await expect(edit(seat, ours)).toBeVisible();
  await set(seat, ours, 'inactive');
});

/** One dialog for all of them; only warehouses have no tree. An ordinary run tries one of either sort. */
const DIMENSIONS = (
  [
    ['departments', 'department'],
    ['classes', 'class'],
    ['locations', 'location'],
    ['warehouses', 'warehouse'],
  ] as const
).filter(([of]) => IS_LONG || of === 'departments' || of === 'warehouses');

for (const [of, what] of DIMENSIONS) {
  test(`a ${what} is renamed, made inactive and active again`, async ({ seat }) => {
    const [first, name] = [`Old ${what} ${RUN}`, `New ${what} ${RUN}`];
    await visit(seat, books(`dimensions?of=${of}`));
    await add(seat, what, 'Add', { Name: first, Code: `D${RUN}` });
    for (const [status, shown] of [
      ['inactive', 'Inactive'],
      ['active', 'Active'],
      ['inactive', 'Inactive'],
    ] as const) {
      const form = await openForm(seat, (await edit(seat, first).count()) === 1 ? first : name);
      await form.getByRole('textbox', { name: 'Name' }).fill(name);
      await form.getByLabel('Status').selectOption(status);
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(row(seat, name).getByText(shown, { exact: true })).toBeVisible();
      await expect(edit(seat, name)).toBeFocused();
    }
  });
}

test('a subsidiary is changed and changed back; the audit trail shows both', async ({ seat }) => {
  await open(seat, books('subsidiaries'));
  const last = seat.getByRole('button', { name: /^Edit / }).last();
  const country = async (code: string) => {
    await last.click();
    const form = seat.getByRole('dialog', { name: /^Edit / });
    const field = form.getByLabel('Country (two letters)');
    const before = await field.inputValue();
    await field.fill(code);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toHaveCount(0);
    await expect(last).toBeFocused();
    return before;
  };
  const before = await country('nz');
  await expect(seat.getByRole('row').last()).toContainText('NZ');
  await country(before);
  await expect(seat.getByRole('row').last()).not.toContainText('NZ');
  await open(seat, books('audit?noun=subsidiary'));
  await seat.getByRole('button', { name: 'Subsidiary: changed', exact: true }).first().click();
  await expect(seat.getByRole('dialog', { name: 'Change' })).toContainText('Country code');
  await seat.keyboard.press('Escape');
});

for (const { place, what, press, status } of [
  { place: 'employees', what: 'employee', press: 'Add employee', status: 'Include former and inactive' },
  { place: 'price-lists', what: 'price list', press: 'Add price list', status: 'Inactive lists' },
]) {
  test(`the ${what} in view is changed; its history shows the change, the list shows it inactive`, async ({
    seat,
  }) => {
    const [first, name] = [`Old ${what} ${RUN}`, `New ${what} ${RUN}`];
    await open(seat, books(place));
    await add(seat, what, press, { Name: first });
    await visit(seat, books(`${place}?search=${encodeURIComponent(first)}`));
    await seat.getByRole('link', { name: first }).click();
    await expect(seat.getByRole('heading', { level: 1, name: first })).toBeVisible();
    await settle(seat);
    const button = seat.getByRole('button', { name: 'Edit', exact: true });
    await button.click();
    const form = seat.getByRole('dialog', { name: `Edit ${first}` });
    await expectAccessible(seat, `editing the ${what}`);
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByLabel('Status').selectOption('inactive');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(seat.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(button).toBeFocused();
    await expect(seat.getByText('changed it').first()).toBeVisible();

    await visit(seat, books(`${place}?search=${encodeURIComponent(name)}`));
    await expect(edit(seat, name)).toHaveCount(0);
    await seat.getByLabel(status).check();
    await expect(row(seat, name)).toContainText('Inactive');
    await set(seat, name, 'active');
    await expect(row(seat, name)).not.toContainText('Inactive');
    await set(seat, name, 'inactive');
  });
}

test('a user with read permission only is not offered Edit', async ({ page }) => {
  await enter(page, 'viewer');
  await open(page, books());
  for (const place of ['accounts', 'dimensions', 'subsidiaries', 'employees', 'price-lists']) {
    await visit(page, books(place));
    await expect(page.getByRole('table').getByRole('row').nth(1), place).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit/ }), place).toHaveCount(0);
  }
  await page.getByRole('link', { name: /./ }).and(page.locator('[data-row-link]')).first().click();
  await expect(page.getByText('Details')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
});
