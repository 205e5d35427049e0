import { books, company, open, settle, signIn } from '../support/access';
import { expectAccessible } from '../support/axe';
import { test } from '../support/browser';
import { expect } from '../support/expect';

test('another organization is founded from the switcher, closed to writing, reopened, and deleted while nothing has been posted', async ({
  page,
}) => {
  const name = `Spare books ${Date.now().toString(36)}`;
  const switcher = (of: string) => page.getByRole('button', { name: `Organization: ${of}` });
  await signIn(page, 'admin');
  await test.step('founded', async () => {
    await switcher(company.name).click();
    await page.getByRole('menuitem', { name: 'New organization…' }).click();
    const form = page.getByRole('dialog', { name: 'New organization' });
    await form.getByLabel('Name').fill(name);
    await form.getByLabel('Country').selectOption('US');
    await form.getByLabel('Base currency').selectOption('USD');
    await form.getByRole('button', { name: 'Create the books' }).click();
    await page.waitForURL(/\/founding$/);
    await settle(page);
    await expect(switcher(name)).toBeVisible();
  });
  const own = new URL(page.url()).pathname.replace(/\/founding$/, '');

  await test.step('closed: everything can be read and nothing can be changed', async () => {
    await open(page, `${own}/settings`);
    await page.getByRole('button', { name: 'Close the books…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close the books' }).click();
    await expect(page.getByRole('region', { name: 'These books are closed' })).toBeVisible();
    await settle(page);
    await expectAccessible(page, 'closed books');
    // Within two seconds, for everyone.
    await expect(async () => {
      await open(page, `${own}/customers`);
      await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
      expect(await page.getByRole('button', { name: 'New customer' }).count()).toBe(0);
    }).toPass();
    await open(page, `${own}/organizations`);
    const row = page.getByRole('table', { name: 'Organizations' }).getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('Closed');
  });

  await test.step('reopened', async () => {
    await open(page, `${own}/settings`);
    await page.getByRole('button', { name: 'Reopen the books' }).click();
    await expect(page.getByRole('button', { name: 'Close the books…' })).toBeVisible();
    await expect(async () => {
      await open(page, `${own}/customers`);
      expect(await page.getByRole('button', { name: 'New customer' }).count()).toBeGreaterThan(0);
    }).toPass();
  });

  await test.step('switched to the other books and back', async () => {
    await switcher(name).click();
    await page.getByRole('menuitem', { name: company.name }).click();
    await page.waitForURL((url) => url.pathname === books());
    await settle(page);
    await switcher(company.name).click();
    await page.getByRole('menuitem', { name }).click();
    await page.waitForURL((url) => url.pathname === own);
    await settle(page);
  });

  await test.step('deleted once its name is typed', async () => {
    await open(page, `${own}/settings`);
    await page.getByRole('button', { name: 'Delete the organization…' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${name}` });
    await expect(question.getByRole('button', { name: 'Delete the organization' })).toBeDisabled();
    await question.getByLabel(`Type ${name} to confirm`).fill(name);
    await question.getByRole('button', { name: 'Delete the organization' }).click();
    await page.waitForURL((url) => url.pathname.startsWith('/books') && !url.pathname.startsWith(own));
    // Within two seconds, like every other right.
    await expect(async () => {
      await open(page, books('organizations'));
      await expect(page.getByRole('table', { name: 'Organizations' })).toContainText(company.name);
      expect(await page.getByText(name).count()).toBe(0);
    }).toPass();
  });

  await test.step('an organization that posted keeps its books, and says why', async () => {
    await open(page, books('settings'));
    await page.getByRole('button', { name: 'Delete the organization…' }).click();
    const question = page.getByRole('dialog', { name: `Delete ${company.name}` });
    await question.getByLabel(`Type ${company.name} to confirm`).fill(company.name);
    await question.getByRole('button', { name: 'Delete the organization' }).click();
    await expect(question.getByRole('alert')).toContainText(/posted/);
  });
});
