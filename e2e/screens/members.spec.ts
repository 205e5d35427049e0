import { randomUUID } from 'node:crypto';
import { books, open, settle, signIn } from './support/access';
import { test } from './support/browser';
import { expect } from './support/expect';
import { invite, newAddress, PASSWORD } from './support/invited';

test('an invited person joins at the link, which works once, and is out when they are deactivated', async ({
  page,
  browser,
}) => {
  const email = newAddress('ida');
  await signIn(page, 'admin');
  const link = await invite(page, { name: 'Ida Guest', email });
  const guest = await (await browser.newContext()).newPage();
  await open(guest, link);
  await expect(guest.getByText(email)).toBeVisible();
  await guest.getByRole('textbox', { name: 'Password' }).fill('short');
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await expect(guest.getByText(/Use at least \d+ characters/)).toBeVisible();
  await guest.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await guest.getByRole('button', { name: 'Create account and join' }).click();
  await guest.waitForURL((url) => url.pathname === books());

  const again = await (await browser.newContext()).newPage();
  await open(again, link);
  await expect(again.getByRole('alert').filter({ hasText: 'already used' })).toBeVisible();

  await open(page, books('members'));
  const row = page.getByRole('row').filter({ hasText: email });
  await row.getByRole('button', { name: 'Deactivate Ida Guest' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate', exact: true }).click();
  await expect(row.getByText('Inactive')).toBeVisible();
  await expect
    .poll(async () => {
      await guest.goto(books());
      return new URL(guest.url()).pathname;
    })
    .toBe('/login');
});

test('the last owner cannot leave, and sees the reason', async ({ page }) => {
  await signIn(page, 'admin');
  await open(page, books('members'));
  await page.getByRole('button', { name: /^Leave / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(dialog.getByRole('alert').filter({ hasText: 'at least one admin' })).toBeVisible();
});

test('a custom role is made from the list of permissions and appears in the table of roles', async ({
  page,
}) => {
  const name = `Clerk ${randomUUID().slice(0, 8)}`;
  await signIn(page, 'admin');
  await open(page, books('members?of=roles'));
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByLabel('Transactions: create').check();
  await dialog.getByLabel('Transactions: approve').check();
  await dialog.getByRole('button', { name: 'Save role' }).click();
  await settle(page);
  await expect(page.getByRole('columnheader', { name })).toBeVisible();
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(page.getByRole('columnheader', { name })).toHaveCount(0);
});

test('the account page changes a password only with the current one', async ({ page }) => {
  await signIn(page, 'viewer');
  await open(page, '/account');
  await page.getByRole('textbox', { name: 'Current password' }).fill('not the password');
  await page.getByRole('textbox', { name: 'New password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
});
