import { books, login, open, other, signIn } from './support/access';
import { test } from './support/browser';
import { expect } from './support/expect';

test('without a session a screen leads to the sign-in page, and from there back to itself with its filters', async ({
  page,
}) => {
  await open(page, books('transactions?status=POSTED&kind=INVOICE'));
  await expect(page).toHaveURL(/\/login\?returnTo=/);
  await page.getByLabel('Email').fill(login('viewer').email);
  await page.getByLabel('Password').fill(login('viewer').password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname === books('transactions'));
  expect(new URL(page.url()).search).toBe('?status=POSTED&kind=INVOICE');
});

test('a wrong password is refused with an explanation and signs no one in', async ({ page }) => {
  await open(page, '/login');
  await page.getByLabel('Email').fill(login('viewer').email);
  await page.getByLabel('Password').fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'do not match' })).toBeVisible();
  await open(page, books());
  await expect(page).toHaveURL(/\/login/);
});

test('on the demo one button per role signs in', async ({ page }) => {
  await open(page, '/login');
  await page
    .getByRole('button', { name: /^Auditor/ })
    .first()
    .click();
  await page.waitForURL((url) => url.pathname === books());
});

test('a role sees only its own navigation groups: sales sees no ledger, the accountant no keys', async ({
  page,
}) => {
  await signIn(page, 'sales');
  const navigation = page.getByRole('navigation', { name: 'Books' });
  await expect(navigation.getByRole('link', { name: 'Prospects' })).toBeVisible();
  await expect(navigation.getByRole('link', { name: 'Transactions' })).toHaveCount(0);
  await expect(navigation.getByRole('link', { name: 'API keys' })).toHaveCount(0);
});

test('a screen the role may not see says so instead of showing figures', async ({ page }) => {
  await signIn(page, 'sales');
  await open(page, books('reports/trial-balance'));
  await expect(page.getByRole('alert').filter({ hasText: 'Not available to your role' })).toBeVisible();
});

test('the books of another organization are not found by people who are not its members', async ({
  page,
}) => {
  await signIn(page, 'viewer');
  await open(page, `/books/${other.slug}`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('signing out ends the session', async ({ page }) => {
  await signIn(page, 'viewer');
  await page.getByRole('button', { name: /^Account:/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/\/login/);
  await open(page, books());
  await expect(page).toHaveURL(/\/login/);
});
