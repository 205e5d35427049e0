import { login, open, signIn } from '../support/access';
import { test } from '../support/browser';
import { expect } from '../support/expect';

test('another session is ended on the account page with the password, and its browser has to sign in again', async ({
  page,
  browser,
  baseURL,
}) => {
  // A browser with a name that no other test uses: the people of the demo are signed in many times.
  const laptop = await browser.newContext({
    baseURL: baseURL ?? '',
    userAgent: 'Lantern/1 (X11; Linux x86_64)',
  });
  try {
    const lost = await laptop.newPage();
    await signIn(lost, 'auditor');
    await signIn(page, 'auditor');
    await open(page, '/account');
    const sessions = page.getByRole('table', { name: 'Sessions' });
    const row = sessions.getByRole('row').filter({ hasText: 'Lantern' });
    await expect(row).toHaveCount(1);
    await row.getByRole('button', { name: 'End the session of Lantern' }).click();
    const password = page.getByRole('textbox', { name: 'Your password' });
    await expect(password).toBeFocused();
    await password.fill('not the password');
    await page.getByRole('button', { name: 'End session' }).click();
    await expect(page.getByText('This is not your current password.')).toBeVisible();
    await expect(row).toHaveCount(1);
    await password.fill(login('auditor').password);
    await page.getByRole('button', { name: 'End session' }).click();
    await expect(row).toHaveCount(0);

    // It takes effect everywhere within two seconds.
    await expect(async () => {
      await lost.goto('/account');
      expect(new URL(lost.url()).pathname).toBe('/login');
    }).toPass();
  } finally {
    await laptop.close();
  }
});
