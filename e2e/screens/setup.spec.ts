import { expect } from '@playwright/test';
import { books, open } from './access';
import { test } from './axe';

test('a webhook is added, and its signing secret is shown once', async ({ seat }) => {
  await open(seat, books('developers?of=webhooks'));
  await seat.getByRole('button', { name: 'New webhook' }).click();
  const form = seat.getByRole('dialog', { name: 'New webhook' });
  await form.getByLabel('Address (https)').fill('https://hooks.example.com/daybook');
  await form.getByRole('button', { name: 'Add' }).click();
  const secret = seat.getByRole('dialog', { name: 'Copy the signing secret now' });
  await expect(secret.getByText(/^whsec_/)).toBeVisible();
  await secret.getByRole('button', { name: 'I have it' }).click();
  await expect(seat.getByRole('table', { name: 'Webhooks' })).toContainText('hooks.example.com');
});

test('a tax code and an exchange rate are added and stand in their lists', async ({ seat }) => {
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
  await open(seat, books('setup?of=exchange-rates'));
  await seat.getByRole('button', { name: 'New rate' }).click();
  const rate = seat.getByRole('dialog', { name: 'New exchange rate' });
  await rate.getByLabel('One unit of').selectOption('CHF');
  await rate.getByRole('textbox', { name: /^Rate/ }).fill('1.2345');
  await rate.getByRole('button', { name: 'Save the rate' }).click();
  await expect(rate).toHaveCount(0);
  await expect(seat.getByRole('row').filter({ hasText: 'CHF in USD' }).first()).toContainText('1.2345');
});
