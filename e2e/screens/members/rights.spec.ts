import type { Page } from '@playwright/test';
import { books, open, signIn, visit } from '../support/access';
import { expectAccessible } from '../support/axe';
import { test } from '../support/browser';
import { expect } from '../support/expect';
import { invite, join, newAddress } from '../support/invited';

/** Creates a role from the list of permissions. */
async function newRole(page: Page, name: string, permissions: readonly string[]) {
  await visit(page, books('members?of=roles'));
  await page.getByRole('button', { name: 'New role' }).click();
  const dialog = page.getByRole('dialog', { name: 'New role' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  for (const permission of permissions) await dialog.getByLabel(permission, { exact: true }).check();
  await dialog.getByRole('button', { name: 'Save role' }).click();
  await expect(dialog).toHaveCount(0);
}

test('roles and subsidiaries of a member are changed; each effective permission names its role, and who can both create and approve is reported', async ({
  page,
  browser,
}) => {
  const email = newAddress('rita');
  const name = `Rita ${email.slice(5, 13)}`;
  const role = `AP Clerk ${email.slice(5, 13)}`;
  await signIn(page, 'admin');
  await newRole(page, role, ['Transactions: create', 'Transactions: approve']);
  const link = await invite(page, { name, email }, 'Viewer');
  const guest = await join(browser, link);
  await visit(page, books('members'));
  const row = page.getByRole('table', { name: 'Members' }).getByRole('row').filter({ hasText: email });

  await test.step('a reader of the books creates nothing and approves nothing', async () => {
    await row.getByRole('button', { name: `Permissions ${name}` }).click();
    const drawer = page.getByRole('dialog', { name: `What ${name} may do` });
    await expect(drawer).toContainText('In all subsidiaries.');
    await expect(drawer).toContainText('Read by Viewer');
    await expect(drawer.getByText('can do both sides of')).toHaveCount(0);
    await expect(drawer.getByText(/^Approve/)).toHaveCount(0);
    await page.keyboard.press('Escape');
  });

  await test.step('the member gets the role in one subsidiary', async () => {
    await row.getByRole('button', { name: `Change ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Roles of ${name}` });
    await dialog.getByLabel(role).check();
    await dialog.getByLabel('Meridian Cloud GmbH').check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(row).toContainText(`Viewer, ${role}`);
    await expect(row).toContainText('Meridian Cloud GmbH');
  });

  await test.step('their effective permissions say where and from which role, and that they can do both sides', async () => {
    await row.getByRole('button', { name: `Permissions ${name}` }).click();
    const drawer = page.getByRole('dialog', { name: `What ${name} may do` });
    await expect(drawer).toContainText('In Meridian Cloud GmbH.');
    await expect(drawer).toContainText(`Approve by ${role}`);
    await expect(drawer).toContainText('Read by Viewer');
    await expect(drawer.getByRole('listitem')).toHaveText([/^Writes documents and approves them/]);
    await expectAccessible(page, 'what a member may do');
    await page.keyboard.press('Escape');
  });

  await test.step('the report of conflicts names them', async () => {
    await visit(page, books('members?of=conflicts'));
    const line = page
      .getByRole('table', { name: 'Conflicts of duties' })
      .getByRole('row')
      .filter({ hasText: name });
    await expect(line).toHaveCount(1);
    await expect(line).toContainText('Writes documents and approves them');
    await expect(line).toContainText('Transactions: create; Transactions: approve');
  });

  await test.step('their own screens follow', async () => {
    await expect(async () => {
      await open(guest, books());
      const nav = guest.getByRole('navigation', { name: 'Books' });
      await expect(nav.getByRole('link', { name: 'Approvals', exact: true })).toBeVisible({ timeout: 5_000 });
    }).toPass();
  });

  await test.step('without the role the report no longer names them', async () => {
    await visit(page, books('members'));
    await row.getByRole('button', { name: `Change ${name}` }).click();
    const dialog = page.getByRole('dialog', { name: `Roles of ${name}` });
    await dialog.getByLabel(role).uncheck();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await visit(page, books('members?of=conflicts'));
    await expect(page.getByRole('table', { name: 'Conflicts of duties' })).toBeVisible();
    await expect(page.getByText(name)).toHaveCount(0);
  });
});
