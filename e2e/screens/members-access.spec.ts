import { randomUUID } from 'node:crypto';
import { books, open, signIn } from './support/access';
import { test } from './support/browser';
import { expect } from './support/expect';

test('an invitation is sent again and withdrawn, its mails are listed without their links, and permissions and conflicts are shown', async ({
  page,
}) => {
  const email = `noor-${randomUUID()}@example.test`;
  await signIn(page, 'admin');
  await open(page, books('members?of=invitations'));
  await page.getByRole('button', { name: 'Invite someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Noor Guest');
  await dialog.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click();
  const shown = page.getByRole('dialog', { name: `Invitation for ${email}` });
  const first = await shown.locator('pre').textContent();
  await shown.getByRole('button', { name: 'Done, I saved it' }).click();
  await page.getByRole('button', { name: `Send the invitation for ${email} again` }).click();
  await expect(shown.locator('pre')).not.toHaveText(first ?? '');
  await shown.getByRole('button', { name: 'Done, I saved it' }).click();

  await page.getByRole('link', { name: 'Mail', exact: true }).click();
  const mails = page.getByRole('table', { name: 'Mail' });
  // Its link was replaced, or it was sent or written to a file at once; no mail shows its link.
  await expect(mails.getByRole('row').filter({ hasText: email })).toHaveCount(2);
  expect(await mails.textContent()).not.toContain('/join#');

  await page.getByRole('link', { name: 'Invitations', exact: true }).click();
  await page.getByRole('button', { name: `Withdraw the invitation for ${email}` }).click();
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Withdrawn');

  await page.getByRole('link', { name: 'Conflicts', exact: true }).click();
  await expect(
    page.getByRole('table', { name: 'Conflicts of duties' }).getByRole('row').nth(1),
  ).toBeVisible();
  await page.getByRole('link', { name: 'Members', exact: true }).last().click();
  await page
    .getByRole('button', { name: /^Permissions / })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: /may do$/ })).toContainText(/\bby \w+/);
});

test('a job shows its progress, its log and who asked for it', async ({ page }) => {
  await signIn(page, 'admin');
  await open(page, books('imports/new?of=vendors'));
  const code = `J-${randomUUID().slice(0, 8)}`;
  await page
    .getByLabel('Or paste it here, including the header line')
    .fill(`Name,Code\nPaper ${code},${code}`);
  await page.getByRole('button', { name: 'Read vendors' }).click();
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Import 1 row' })).toBeVisible();
  await open(page, books('jobs'));
  await page.getByRole('table', { name: 'Jobs' }).getByRole('link').first().click();
  await expect(page.getByRole('progressbar', { name: 'Progress' })).toBeVisible();
  const main = page.getByRole('main');
  await expect(main).toContainText('1 of 1');
  await expect(main).toContainText('Asked by');
  await expect(main.getByRole('listitem').first()).toBeVisible();
});
