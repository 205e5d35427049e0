import { books, enter, open, visit } from './support/access';
import { test } from './support/axe';
import { expect } from './support/expect';

test('a webhook is added, and its signing secret is shown once', async ({ seat }) => {
  const address = `https://hooks.example.com/${Date.now()}`;
  await open(seat, books('developers?of=webhooks'));
  await seat.getByRole('button', { name: 'New webhook' }).click();
  const form = seat.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Address (https)').fill(address);
  await form.getByRole('button', { name: 'Add' }).click();
  const secret = seat.getByRole('dialog', { name: 'Copy the signing secret now' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'Done, I saved it' }).click();
  const row = seat.getByRole('row').filter({ hasText: address });
  await row.getByRole('button', { name: `Pause ${address}` }).click();
  await expect(row).toContainText('Inactive');
  await row.getByRole('button', { name: `Deliveries to ${address}` }).click();
  await expect(seat.getByRole('dialog', { name: 'Deliveries' })).toContainText(address);
  await seat.keyboard.press('Escape');
  await row.getByRole('button', { name: `Remove ${address}` }).click();
  await seat
    .getByRole('dialog', { name: `Delete ${address}?` })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(row).toHaveCount(0);
});

test('a type of document gets its own numbers and a rule in one subsidiary; the only type of a kind is not deleted', async ({
  seat,
}) => {
  const code = `Q${Date.now() % 10_000_000}`;
  const name = `Quotes ${code}`;
  const dialog = (title: string | RegExp) => seat.getByRole('dialog', { name: title });
  await test.step('the type, with the rule of its kind', async () => {
    await open(seat, books('setup?of=types'));
    await seat.getByRole('button', { name: 'New type' }).click();
    const form = dialog('New type');
    await form.getByRole('textbox', { name: /^Name/ }).fill(name);
    await form.getByRole('textbox', { name: /^Code/ }).fill(code);
    await form.getByLabel('Kind of document').selectOption({ label: 'Invoice' });
    await form.getByRole('textbox', { name: /^Numbers begin with/ }).fill(code);
    await form.getByRole('button', { name: 'Add type' }).click();
    await expect(seat.getByRole('row').filter({ hasText: name })).toContainText('Invoice');
  });
  await test.step('a rule of one subsidiary, and the general one again', async () => {
    await seat.getByRole('link', { name: 'Posting rules' }).click();
    const rows = seat
      .getByRole('table', { name: 'Posting rules' })
      .getByRole('row')
      .filter({ hasText: name });
    await expect(rows).toHaveCount(1);
    await seat.getByRole('button', { name: 'New rule of a subsidiary' }).click();
    const form = dialog('New rule of a subsidiary');
    await form.getByLabel('Type').selectOption({ label: name });
    await form.getByLabel('Subsidiary').selectOption({ label: 'Meridian Cloud GmbH' });
    await form.getByRole('combobox', { name: 'Control account' }).fill('1210');
    await seat.getByRole('option', { name: '1210' }).first().click();
    await form.getByRole('button', { name: 'Add rule' }).click();
    await expect(rows).toHaveCount(2);
    await rows.filter({ hasText: 'GmbH' }).getByRole('button').click();
    await dialog(`Posting rule: ${name}`).getByRole('button', { name: 'Delete…' }).click();
    await dialog(/^Delete the rule of/)
      .getByRole('button', { name: 'Delete' })
      .click();
    await expect(rows).toHaveCount(1);
    // The general rule is not offered for deletion.
    await rows.getByRole('button').click();
    await expect(dialog(`Posting rule: ${name}`).getByRole('button', { name: 'Save' })).toBeVisible();
    await expect(dialog(`Posting rule: ${name}`).getByRole('button', { name: 'Delete…' })).toHaveCount(0);
    await seat.keyboard.press('Escape');
  });
  await test.step('the only type of a kind stays, with the reason', async () => {
    await seat.getByRole('link', { name: 'Types and numbers' }).click();
    await seat.getByRole('button', { name: 'Edit Journal', exact: true }).click();
    await dialog(/^Edit Journal/)
      .getByRole('button', { name: 'Delete…' })
      .click();
    const question = dialog(/^Delete Journal/);
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByRole('alert')).toContainText('only active type');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await dialog(/^Edit Journal/)
      .getByRole('button', { name: 'Cancel' })
      .click();
  });
});

test('a currency is added and made inactive', async ({ seat }) => {
  await open(seat, books('setup?of=currencies'));
  await seat.getByRole('button', { name: 'New currency' }).click();
  const form = seat.getByRole('dialog', { name: 'New currency' });
  const choice = form.getByLabel('Currency');
  const code = (await choice.locator('option').nth(1).getAttribute('value')) ?? '';
  await choice.selectOption(code);
  await form.getByRole('button', { name: 'Add currency' }).click();
  const row = seat.getByRole('row').filter({ has: seat.getByRole('cell', { name: code, exact: true }) });
  await row.getByRole('button', { name: `Make inactive: ${code}` }).click();
  await expect(row).toContainText('Inactive');
});

test('a record that nothing refers to is deleted from its form; one that others refer to is not, with the reason', async ({
  seat,
}) => {
  const name = `Spare ${Date.now().toString(36)}`;
  const dialog = (title: string | RegExp) => seat.getByRole('dialog', { name: title });
  await visit(seat, books('dimensions?of=departments'));
  await seat.getByRole('button', { name: 'New department', exact: true }).click();
  await dialog('New department').getByRole('textbox', { name: /^Name/ }).fill(name);
  await dialog('New department').getByRole('textbox', { name: /^Code/ }).fill(name.replace(' ', '-'));
  await dialog('New department').getByRole('button', { name: 'Add' }).click();
  await seat.getByRole('button', { name: `Edit ${name}` }).click();
  await dialog(`Edit ${name}`).getByRole('button', { name: 'Delete…' }).click();
  await dialog(`Delete ${name}?`).getByRole('button', { name: 'Delete' }).click();
  await expect(seat.getByRole('button', { name: `Edit ${name}` })).toHaveCount(0);

  await visit(seat, books('accounts?search=1210'));
  const used = seat
    .getByRole('row')
    .filter({ hasText: '1210' })
    .getByRole('button', { name: /^Edit / });
  await used.click();
  const form = dialog(/^Edit 1210/);
  await form.getByRole('button', { name: 'Delete…' }).click();
  const question = dialog(/^Delete 1210/);
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(question.getByRole('alert')).toBeVisible();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(used).toBeVisible();
});

test('a posting rule is changed in its dialog; a user with read permission only is not offered the change', async ({
  seat,
  page,
}) => {
  await visit(seat, books('setup?of=posting-rules'));
  await seat
    .getByRole('button', { name: /^Change the rule of Invoice/ })
    .first()
    .click();
  const form = seat.getByRole('dialog', { name: /^Posting rule: Invoice/ });
  await expect(form.getByRole('combobox', { name: 'Control account' })).toHaveValue(/^\d+ /);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(seat.getByText(/^The rule of Invoice.* is saved\.$/)).toBeVisible();
  await enter(page, 'auditor');
  await open(page, books('setup?of=posting-rules'));
  await expect(page.getByRole('table', { name: 'Posting rules' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Change the rule/ })).toHaveCount(0);
});

test('a tax code and an exchange rate are added and appear in their lists', async ({ seat }) => {
  const code = `T${Date.now() % 1_000_000}`;
  await open(seat, books('setup'));
  await seat.getByRole('button', { name: 'New tax code' }).click();
  const form = seat.getByRole('dialog', { name: 'New tax code' });
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Name').fill('Tried tax');
  await form.getByLabel('Rate (%)').fill('7.5');
  await form.getByRole('button', { name: 'Add' }).click();
  await expect(form).toHaveCount(0);
  await expect(seat.getByRole('row').filter({ hasText: code })).toContainText('7.50');
  await seat.getByRole('button', { name: `Switch off ${code}` }).click();
  await expect(seat.getByRole('row').filter({ hasText: code })).toContainText('Inactive');
  await visit(seat, books('setup?of=exchange-rates'));
  await seat.getByRole('button', { name: 'New rate' }).click();
  const rate = seat.getByRole('dialog', { name: 'New exchange rate' });
  await rate.getByLabel('One unit of').selectOption('CHF');
  await rate.getByRole('textbox', { name: /^Rate/ }).fill('1.2345');
  await rate.getByRole('button', { name: 'Save the rate' }).click();
  await expect(rate).toHaveCount(0);
  await expect(seat.getByRole('row').filter({ hasText: 'CHF in USD' }).first()).toContainText('1.2345');
});
