import type { Page } from '@playwright/test';
import { IS_LONG } from '../../src/testing/long-run';
import { books, enter, open, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';

const menu = (page: Page) => page.getByRole('menu', { name: 'Views' });
const button = (page: Page) => page.getByRole('button', { name: /^Views?(: |$)/ });
const choose = async (page: Page, entry: string | RegExp) => {
  await button(page).click();
  await menu(page).getByRole('menuitem', { name: entry }).click();
};

/** Removes every view of the current list that the reader may remove, so that the demo stays as it was. */
async function clear(page: Page) {
  await button(page).click();
  await expect(menu(page)).toBeVisible();
  const manage = menu(page).getByRole('menuitem', { name: 'Manage views…' });
  if ((await manage.count()) === 0) return page.keyboard.press('Escape');
  await manage.click();
  const dialog = page.getByRole('dialog', { name: 'Views of this list' });
  await expect(dialog).toBeVisible();
  const remove = dialog.getByRole('button', { name: /^Remove / });
  for (let left = await remove.count(); left > 0; left -= 1) {
    await remove.first().click();
    await expect(remove).toHaveCount(left - 1);
  }
  await dialog.getByRole('button', { name: 'Done' }).click();
}

test('filters are saved under a name, shown as in use, chosen again, changed, set as default and removed', async ({
  page: seat,
}) => {
  // As the auditor, so that the default view set here does not change the lists of other tests.
  await enter(seat, 'auditor');
  await open(seat, books('transactions'));
  await clear(seat);
  await expect(button(seat)).toHaveText('Views');

  await test.step('saved from the URL', async () => {
    await visit(seat, books('transactions?status=POSTED&kind=INVOICE&page=2'));
    await choose(seat, 'Save these filters…');
    const dialog = seat.getByRole('dialog', { name: 'Save these filters' });
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await expect(dialog.getByText('Name is required')).toBeVisible();
    await dialog.getByLabel('Name').fill('Posted invoices');
    await expectAccessible(seat, 'saving a view');
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(button(seat)).toHaveText('Posted invoices');
  });

  await test.step('a second view of that name is refused next to the field', async () => {
    await seat.getByLabel('Status').selectOption('DRAFT');
    await expect(button(seat)).toHaveText('Views');
    await choose(seat, 'Save these filters…');
    const dialog = seat.getByRole('dialog', { name: 'Save these filters' });
    await dialog.getByLabel('Name').fill('posted INVOICES');
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await expect(dialog.getByRole('alert')).toContainText(
      'This list already has a view called "Posted invoices"',
    );
    await dialog.getByLabel('Name').fill('Drafts');
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await expect(button(seat)).toHaveText('Drafts');
  });

  await test.step('chosen from the menu, which marks the current one', async () => {
    await choose(seat, /^Posted invoices/);
    await expect(seat).toHaveURL(/\?kind=INVOICE&status=POSTED$/);
    await expect(seat.getByLabel('Status')).toHaveValue('POSTED');
    await button(seat).click();
    await expect(menu(seat).getByRole('menuitem', { name: /^Posted invoices/ })).toContainText('in use');
    await expect(menu(seat).getByRole('menuitem', { name: /^Drafts/ })).not.toContainText('in use');
    await expectAccessible(seat, 'the menu of views');
    await seat.keyboard.press('Escape');
  });

  await test.step('set as default, and unset again', async () => {
    await choose(seat, 'Open this list with "Posted invoices"');
    await expect(seat.getByText('This list opens with "Posted invoices".')).toBeVisible();
    await open(seat, books('transactions'));
    await expect(seat).toHaveURL(/\?kind=INVOICE&status=POSTED$/);
    await choose(seat, 'No filters');
    await expect(seat).toHaveURL(/\/transactions$/);
    await expect(button(seat)).toHaveText('Views');
    // The filters in the URL take precedence over the default view.
    await visit(seat, books('transactions?search=rent'));
    await expect(seat).toHaveURL(/\?search=rent$/);
  });

  await test.step('renamed, shared and given other filters', async () => {
    await choose(seat, 'Manage views…');
    const dialog = seat.getByRole('dialog', { name: 'Views of this list' });
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Posted invoices' })).toContainText(
      'default',
    );
    await expectAccessible(seat, 'the views of a list');
    await dialog.getByRole('button', { name: 'Change… Drafts' }).click();
    const change = seat.getByRole('dialog', { name: 'Change "Drafts"' });
    await change.getByLabel('Name').fill('Rent');
    await change.getByLabel('Who sees it').selectOption('all');
    await change.getByLabel('Filters').selectOption('shown');
    await change.getByRole('button', { name: 'Save the view' }).click();
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Rent' })).toContainText('shared');
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(button(seat)).toHaveText('Rent');
  });

  await test.step('removed, and restored', async () => {
    await choose(seat, 'Manage views…');
    const dialog = seat.getByRole('dialog', { name: 'Views of this list' });
    await dialog.getByRole('button', { name: 'Remove Posted invoices' }).click();
    await expect(dialog.getByText('Posted invoices')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await seat.getByRole('button', { name: 'Undo' }).click();
    await button(seat).click();
    await expect(menu(seat).getByRole('menuitem', { name: /^Posted invoices/ })).toBeVisible();
    await seat.keyboard.press('Escape');
    await clear(seat);
  });
});

test('a shared view is available to colleagues, who can use it but not change it', async ({
  seat,
  browser,
}) => {
  await visit(seat, books('invoices?status=POSTED'));
  await clear(seat);
  await choose(seat, 'Save these filters…');
  const dialog = seat.getByRole('dialog', { name: 'Save these filters' });
  await dialog.getByLabel('Name').fill('Everybody sees this');
  await dialog.getByLabel('Who sees it').selectOption('all');
  await dialog.getByRole('button', { name: 'Save the view' }).click();
  await expect(button(seat)).toHaveText('Everybody sees this');

  const context = await browser.newContext();
  const colleague = await context.newPage();
  await enter(colleague, 'viewer');
  await open(colleague, books('invoices'));
  await button(colleague).click();
  const entry = menu(colleague).getByRole('menuitem', { name: 'Everybody sees this' });
  await expect(entry).toContainText(/by /);
  await entry.click();
  await expect(colleague).toHaveURL(/\?status=POSTED$/);
  await choose(colleague, 'Manage views…');
  const theirs = colleague.getByRole('dialog', { name: 'Views of this list' });
  await expect(theirs.getByText('Everybody sees this')).toBeVisible();
  await expect(theirs.getByRole('button', { name: /^(Change…|Remove) / })).toHaveCount(0);
  await context.close();
  await clear(seat);
});

/** The same menu on every list: an ordinary run tries a list whose address already asks something, and one that does not. */
const LISTS = (
  [
    ['payments', 'status=POSTED', 'Posted payments'],
    ['customers', 'search=a', 'Customers with an a'],
    ['prospects?view=list', 'status=contacted', 'Contacted ones'],
    ['revenue', 'status=ACTIVE', 'Active ones'],
  ] as const
).filter((_list, at) => IS_LONG || at % 2 === 0);

for (const [place, filter, label] of LISTS) {
  test(`${place} keeps its filters under a name and shows them again`, async ({ seat }) => {
    await open(seat, books(place));
    await clear(seat);
    await visit(seat, books(`${place}${place.includes('?') ? '&' : '?'}${filter}`));
    const address = seat.url();
    await choose(seat, 'Save these filters…');
    const dialog = seat.getByRole('dialog', { name: 'Save these filters' });
    await dialog.getByLabel('Name').fill(label);
    await dialog.getByRole('button', { name: 'Save the view' }).click();
    await expect(button(seat)).toHaveText(label);
    await choose(seat, 'No filters');
    await expect(button(seat)).toHaveText('Views');
    await choose(seat, new RegExp(`^${label}`));
    await expect(button(seat)).toHaveText(label);
    expect(new URL(seat.url()).searchParams.get(filter.split('=')[0] ?? '')).toBe(
      new URL(address).searchParams.get(filter.split('=')[0] ?? ''),
    );
    await clear(seat);
  });
}
