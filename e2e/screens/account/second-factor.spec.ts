import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { open, signIn } from '../support/access';
import { expectAccessible } from '../support/axe';
import { test } from '../support/browser';
import { expect } from '../support/expect';
import { invite, join, newAddress, PASSWORD } from '../support/invited';

/** Enters address and password as someone who signs in with this browser for the first time. */
async function giveAddressAndPassword(page: Page, email: string) {
  await page.context().clearCookies();
  await open(page, '/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

test('two-factor sign-in is set up with an app; then a password is not enough, and a recovery code signs in once', async ({
  page,
  browser,
}) => {
  const email = newAddress('tess');
  await signIn(page, 'admin');
  const person = await join(browser, await invite(page, { name: 'Tess Guest', email }, 'Viewer'));

  const codes = await test.step('it is set up with the password and a code from the app', async () => {
    await open(person, '/account');
    const panel = person.getByRole('region', { name: 'Two-factor sign-in' });
    await panel.getByRole('button', { name: 'Set up' }).click();
    await panel.getByLabel('Your password').fill(PASSWORD);
    await panel.getByRole('button', { name: 'Continue' }).click();
    await expect(panel.getByRole('img', { name: 'QR code for an authenticator app' })).toBeVisible();
    await expectAccessible(person, 'two-factor sign-in being set up');
    const secret = ((await panel.locator('code').textContent()) ?? '').replaceAll(/\s/g, '');
    const app = new TOTP({ secret: Secret.fromBase32(secret) });
    // A code that the app does not show at about this time.
    const near = [-2, -1, 0, 1, 2].map((steps) => app.generate({ timestamp: Date.now() + steps * 30_000 }));
    const wrong = ['000000', '000001', '000002', '000003', '000004', '000005'].find(
      (code) => !near.includes(code),
    );
    await panel.getByLabel('Code from your app').fill(wrong ?? '');
    await panel.getByRole('button', { name: 'Turn on' }).click();
    await expect(panel.getByLabel('Code from your app')).toHaveAccessibleDescription(/\S/);
    await panel.getByLabel('Code from your app').fill(app.generate());
    await panel.getByRole('button', { name: 'Turn on' }).click();
    const shown = panel.getByRole('listitem');
    await expect(shown).toHaveCount(10);
    const made = await shown.allTextContents();
    await panel.getByRole('button', { name: 'Done, I saved them' }).click();
    await expect(panel).toContainText('10 recovery codes are left');
    return made;
  });

  const code = person.getByLabel('Code from your authenticator app');
  await test.step('after address and password a code is asked for, and a wrong one is refused', async () => {
    await giveAddressAndPassword(person, email);
    await expect(code).toBeFocused();
    await code.fill('not a code');
    await person.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(person.getByRole('alert').filter({ hasText: 'wrong or was already used' })).toBeVisible();
  });

  await test.step('a recovery code signs in, once', async () => {
    await code.fill(codes[0] ?? '');
    await person.getByRole('button', { name: 'Sign in', exact: true }).click();
    await person.waitForURL((url) => url.pathname.startsWith('/books'));
    await open(person, '/account');
    await expect(person.getByText('9 recovery codes are left')).toBeVisible();
    await giveAddressAndPassword(person, email);
    await code.fill(codes[0] ?? '');
    await person.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(person.getByRole('alert').filter({ hasText: 'wrong or was already used' })).toBeVisible();
  });
});
