import { books, enter, open } from './support/access';
import { expectAccessible } from './support/axe';
import { test } from './support/browser';
import { expect } from './support/expect';

test('a year gets its 13th period once; anything that prevents it is explained', async ({ page }) => {
  await enter(page, 'controller');
  await open(page, books('periods'));
  await page.getByRole('button', { name: 'Add a 13th period…' }).click();
  const question = page.getByRole('dialog', { name: 'Add a 13th period' });
  const add = question.getByRole('button', { name: 'Add the period' });
  await expect(add).toBeVisible();
  // The demo has last year locked, this year closing and next year open.
  const years = await question.getByLabel('Fiscal year').locator('option').allTextContents();
  const [next = '', last = ''] = [years.at(0), years.at(-1)];

  await test.step('a year whose following year is closed cannot have one', async () => {
    await question.getByLabel('Fiscal year').selectOption(last);
    await expect(question.getByRole('status')).toContainText(/is already (closed|locked)/);
    await expect(add).toBeDisabled();
    await expectAccessible(page, 'adding a 13th period');
  });

  await test.step('the open year gets one, and then shows it', async () => {
    await question.getByLabel('Subsidiary').selectOption({ label: 'Meridian Cloud Eliminations' });
    await question.getByLabel('Fiscal year').selectOption(next);
    await add.click();
    await expect(question).toHaveCount(0);
    const row = page
      .getByRole('table', { name: 'Periods' })
      .getByRole('row')
      .filter({ hasText: 'Adjustments' });
    await expect(row).toContainText('Meridian Cloud Eliminations');
    await expect(row).toContainText('Open');
    await page.getByRole('button', { name: 'Add a 13th period…' }).click();
    await question.getByLabel('Subsidiary').selectOption({ label: 'Meridian Cloud Eliminations' });
    await question.getByLabel('Fiscal year').selectOption(next);
    await expect(question.getByRole('status')).toHaveText(
      `Meridian Cloud Eliminations already has a 13th period for ${next}.`,
    );
  });
});

test('the close blockers are listed, and each one links to its records', async ({ page }) => {
  await enter(page, 'controller');
  await open(page, books('periods'));
  await page.getByLabel('Subsidiary').selectOption({ label: 'Meridian Cloud, Inc.' });
  const month = page.getByRole('table', { name: 'Periods' }).getByRole('row').filter({ hasText: '-11' });
  await month.getByRole('button', { name: /^Change/ }).click();
  await page.getByRole('menuitem', { name: 'Soft close…' }).click();
  const question = page.getByRole('dialog', { name: /^Soft close \d{4}-11 of \S/ });
  await expect(question).toContainText('before it can be closed permanently');
  await expectAccessible(page, 'what blocks a close');
  await question.getByRole('link', { name: 'Show them' }).first().click();
  await expect(page).toHaveURL(/transactions\?subsidiary=.*&status=/);
  await expect(
    page.getByRole('table', { name: 'Transactions' }).locator('[data-row-link]').first(),
  ).toBeVisible();
});

test('the next fiscal year is added for every subsidiary at once', async ({ page }) => {
  await enter(page, 'controller');
  await open(page, books('periods'));
  const add = page.getByRole('button', { name: /^Add \d{4}$/ });
  const year = Number(((await add.textContent()) ?? '').replace('Add ', ''));
  await add.click();
  await expect(page.getByText(/^\d+ periods were added\.$/)).toBeVisible();
  await expect(add).toHaveText(`Add ${year + 1}`);
  await page.getByLabel('Year').selectOption(String(year));
  const rows = page.getByRole('table', { name: 'Periods' }).locator('tbody tr');
  const subsidiaries = await page.getByLabel('Subsidiary').locator('option').allTextContents();
  // The first choice is all of them; each has twelve months.
  await expect(rows).toHaveCount((subsidiaries.length - 1) * 12);
  await expect(rows.filter({ hasText: 'Open' })).toHaveCount((subsidiaries.length - 1) * 12);
  for (const name of subsidiaries.slice(1))
    await expect(rows.filter({ hasText: name }).first()).toBeVisible();
});
