import type { Page } from '@playwright/test';
import { login, open, signIn } from '../support/access';
import { test } from '../support/browser';
import { expect } from '../support/expect';

/** Chromium's virtual authenticator, which always verifies its user (WebAuthn, automation). */
async function authenticatorOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
}

test('a passkey is added on the account page, signs in without a password, and no longer when it is removed', async ({
  page,
}) => {
  const { password } = login('approver');
  const authenticator = await authenticatorOf(page);
  await signIn(page, 'approver');
  await open(page, '/account');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Test telephone');
  await page.getByRole('textbox', { name: 'Your password' }).fill('not the password');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const row = page
    .getByRole('table', { name: 'Passkeys' })
    .getByRole('row')
    .filter({ hasText: 'Test telephone' });
  await expect(row).toBeVisible();

  await page.context().clearCookies();
  await open(page, '/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/books'));

  // An authenticator that does not verify its owner is not enough.
  await page.context().clearCookies();
  await open(page, '/login');
  await authenticator.verifies(false);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'not accepted' })).toBeVisible();
  await authenticator.verifies(true);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.waitForURL((url) => url.pathname.startsWith('/books'));

  await open(page, '/account');
  await row.getByRole('button', { name: 'Rename Test telephone' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Old telephone');
  await page.getByRole('button', { name: 'Save name' }).click();
  const renamed = page.getByRole('row').filter({ hasText: 'Old telephone' });
  await renamed.getByRole('button', { name: 'Remove Old telephone' }).click();
  await page.getByRole('textbox', { name: 'Your password' }).fill(password);
  await page.getByRole('button', { name: 'Remove passkey' }).click();
  await expect(renamed).toHaveCount(0);

  await page.context().clearCookies();
  await open(page, '/login');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'not accepted' })).toBeVisible();
});
