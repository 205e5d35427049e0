import { expect } from '@playwright/test';
import { books, enter, open } from './access';
import { test } from './axe';

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
});

test('a posting rule is changed in its dialog; a user with read permission only is not offered the change', async ({
  seat,
  page,
}) => {
  await open(seat, books('setup?of=posting-rules'));
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
  await open(seat, books('setup?of=exchange-rates'));
  await seat.getByRole('button', { name: 'New rate' }).click();
  const rate = seat.getByRole('dialog', { name: 'New exchange rate' });
  await rate.getByLabel('One unit of').selectOption('CHF');
  await rate.getByRole('textbox', { name: /^Rate/ }).fill('1.2345');
  await rate.getByRole('button', { name: 'Save the rate' }).click();
  await expect(rate).toHaveCount(0);
  await expect(seat.getByRole('row').filter({ hasText: 'CHF in USD' }).first()).toContainText('1.2345');
});
