import { books, open, signIn } from './support/access';
import { test } from './support/browser';
import { expect } from './support/expect';

test('a prospect is added, moved, moved back, and converted after a preview; a second conversion is not offered', async ({
  page,
}) => {
  await signIn(page, 'sales');
  const name = `Zephyr Works ${Date.now()}`;

  await open(page, books('prospects'));
  await page.getByRole('button', { name: 'New prospect' }).click();
  const form = page.getByRole('dialog', { name: 'New prospect' });
  await form.getByRole('button', { name: 'Add prospect' }).click();
  await expect(form.getByText('Enter a name')).toBeVisible();
  await form.getByLabel('Name').fill(name);
  await form.getByLabel(/Estimated revenue/).fill('9,000,000');
  await form.getByLabel('Email').fill('hello@zephyr.example');
  await form.getByRole('button', { name: 'Add prospect' }).click();
  await expect(form).toHaveCount(0);

  const column = (status: string) => page.getByRole('region', { name: status, exact: true });
  await page.getByRole('searchbox', { name: /Search name/ }).fill(name);
  await expect(column('Researching').getByRole('link', { name })).toBeVisible();

  await page.getByRole('button', { name: `Move ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Move to Qualified' }).click();
  await expect(column('Qualified').getByRole('link', { name })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(column('Researching').getByRole('link', { name })).toBeVisible();

  await page.getByRole('button', { name: `Move ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Convert…' }).click();
  const question = page.getByRole('dialog', { name: `Convert ${name}` });
  await question.getByText('A lead').click();
  await expect(question.getByText(/of 100/)).toBeVisible();
  await question.getByText('A customer').click();
  await expect(question.getByRole('region', { name: 'What will be created' })).toContainText(name);
  await question.getByRole('button', { name: 'Create customer' }).click();
  await expect(question).toHaveCount(0);

  await expect(column('Converted').getByRole('link', { name })).toBeVisible();
  await column('Converted').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Convert' })).toHaveCount(0);
  await page.getByRole('link', { name: 'a customer' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});
