import type { Page } from '@playwright/test';
import { books, enter, open, settle, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';

/** Unique to each run, because the demo keeps the records of earlier runs. */
const RUN = Date.now().toString(36);

const row = (page: Page, words: string | RegExp) => page.getByRole('row').filter({ hasText: words });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

test('an item is created with a unit, gets a price and an obligation, and appears with both; each can be deleted again', async ({
  seat,
}) => {
  const [unit, item] = [`Crate ${RUN}`, `Lamp ${RUN}`];
  await test.step('the unit', async () => {
    await visit(seat, books('units'));
    await seat.getByRole('button', { name: 'New unit' }).click();
    await dialog(seat, 'New unit').getByRole('textbox', { name: 'Name' }).fill(unit);
    await dialog(seat, 'New unit').getByRole('textbox', { name: 'Code' }).fill(`U${RUN}`);
    await dialog(seat, 'New unit').getByRole('button', { name: 'Add unit' }).click();
    await expect(row(seat, unit)).toContainText('Active');
  });
  await test.step('the item', async () => {
    await visit(seat, books('items?new=true'));
    const form = dialog(seat, 'New item');
    await form.getByRole('button', { name: 'Add item' }).click();
    await expect(form.getByText('Name is required')).toBeVisible();
    await form.getByRole('textbox', { name: 'Name' }).fill(item);
    await form.getByLabel('Type').selectOption('GOODS');
    await form.getByLabel('Unit', { exact: true }).selectOption({ label: unit });
    await expectAccessible(seat, 'a new item');
    await form.getByRole('button', { name: 'Add item' }).click();
    await expect(form).toHaveCount(0);
    await visit(seat, books(`items?search=${encodeURIComponent(item)}`));
    await seat.getByRole('link', { name: item }).click();
    await expect(seat.getByRole('heading', { level: 1, name: item })).toBeVisible();
    await settle(seat);
    await expect(seat.getByText(unit, { exact: true })).toBeVisible();
  });
  await test.step('its price', async () => {
    await seat.getByRole('button', { name: 'New price' }).click();
    const form = dialog(seat, `New price of ${item}`);
    await form.getByRole('combobox', { name: 'Price list' }).click();
    await seat.getByRole('option').first().click();
    await form.getByRole('textbox', { name: 'Unit price' }).fill('12.50');
    await form.getByRole('button', { name: 'Add price' }).click();
    await expect(form).toHaveCount(0);
    await expect(seat.getByRole('table', { name: 'Prices' })).toContainText('12.50');
    await expect(seat.getByRole('table', { name: 'Prices' })).toContainText('In effect');
  });
  await test.step('its obligation', async () => {
    await seat.getByRole('button', { name: 'New obligation' }).click();
    const form = dialog(seat, 'New obligation');
    await form.getByRole('textbox', { name: 'Name' }).fill('support');
    await form.getByLabel('Satisfied').selectOption('RATABLE');
    await form.getByRole('textbox', { name: /^Months/ }).fill('12');
    await form.getByRole('button', { name: 'Add obligation' }).click();
    await expect(seat.getByRole('table', { name: 'Obligation templates' })).toContainText('12 months');
    await expectAccessible(seat, 'an item with a price and an obligation');
    await seat.getByRole('button', { name: 'Delete support' }).click();
    await dialog(seat, 'Delete support?').getByRole('button', { name: 'Delete' }).click();
    await expect(seat.getByText('No obligations yet')).toBeVisible();
  });
  await test.step('a unit that an item uses is not deleted', async () => {
    await visit(seat, books('units'));
    await seat.getByRole('button', { name: `Delete ${unit}` }).click();
    const asked = dialog(seat, `Delete ${unit}?`);
    await asked.getByRole('button', { name: 'Delete' }).click();
    await expect(asked.getByRole('alert')).toBeVisible();
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await expect(row(seat, unit)).toBeVisible();
  });
});

test('own sales propose a price; accepting it puts it in force and ends the one before', async ({ seat }) => {
  await visit(seat, books('revenue/setup?of=own-sales&bundles=yes'));
  await expect(
    seat.getByRole('table', { name: 'Prices of own sales' }).getByRole('row').nth(1),
  ).toBeVisible();
  await expectAccessible(seat, 'the analysis of own sales');
  await seat
    .getByRole('button', { name: /^Sales of / })
    .first()
    .click();
  await expect(dialog(seat, /^Sales of /).getByRole('table', { name: 'Sales' })).toBeVisible();
  await seat.keyboard.press('Escape');
  await seat
    .getByRole('button', { name: /^Propose a price for / })
    .first()
    .click();
  const form = dialog(seat, /^Accept a price for /);
  const product = `P${RUN}`;
  await form.getByRole('textbox', { name: 'Product code' }).fill(product);
  await expect(form.getByRole('textbox', { name: 'Evidence' })).toHaveValue(/own sales from .* median/);
  await form.getByRole('button', { name: 'Accept' }).click();
  await expect(form).toHaveCount(0);
  await visit(seat, books(`revenue/setup?of=prices&product=${product}`));
  await expect(row(seat, product)).toContainText('In force');
  await expectAccessible(seat, 'standalone selling prices');
  await seat.getByRole('button', { name: `Delete ${product}`, exact: false }).click();
  await dialog(seat, /^Delete the price of/)
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(row(seat, product)).toHaveCount(0);
});

test('a policy gets a version, is shown and deleted; a user with read permission only is offered none of it', async ({
  seat,
  page,
}) => {
  const name = `Trial ${RUN}`;
  await visit(seat, books('revenue/setup'));
  await seat.getByRole('button', { name: 'New policy' }).click();
  const form = dialog(seat, 'New policy');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('textbox', { name: 'Code' }).fill(`T${RUN}`);
  await form.getByLabel('Spread over time').selectOption('EVEN_PERIODS');
  await expectAccessible(seat, 'a new policy');
  await form.getByRole('button', { name: 'Add policy' }).click();
  await expect(row(seat, name)).toContainText('In force');
  await seat.getByRole('button', { name: `See ${name} version 1` }).click();
  await expect(dialog(seat, `${name}, version 1`)).toContainText('Equal monthly amounts');
  await seat.keyboard.press('Escape');
  await seat.getByRole('button', { name: `New version after ${name} version 1` }).click();
  await dialog(seat, `New version of ${name}`).getByRole('button', { name: 'Add version' }).click();
  await expect(dialog(seat, `New version of ${name}`).getByRole('alert')).toBeVisible();
  await dialog(seat, `New version of ${name}`).getByRole('button', { name: 'Cancel' }).click();
  await seat.getByRole('button', { name: `Delete ${name} version 1` }).click();
  await dialog(seat, /^Delete /)
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(row(seat, name)).toHaveCount(0);

  await enter(page, 'viewer');
  await open(page, books('revenue/setup'));
  await expect(page.getByRole('table', { name: 'Revenue policies' })).toBeVisible();
  for (const words of ['New policy', 'End', 'Delete']) {
    await expect(page.getByRole('button', { name: words }), words).toHaveCount(0);
  }
});
