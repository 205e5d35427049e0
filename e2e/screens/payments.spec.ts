import { books, enter, open } from './support/access';
import { expectAccessible } from './support/axe';
import { test } from './support/browser';
import { expect } from './support/expect';

test('a payment in foreign currency is unapplied and applied again, with the exchange difference previewed', async ({
  page,
}) => {
  await enter(page, 'accountant');
  await open(page, books('payments'));
  const row = page.getByRole('row').filter({ hasText: 'CAD' }).first();
  const number = (await row.locator('[data-row-link]').textContent()) ?? '';
  await row.locator('[data-row-link]').click();
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible();
  const settled = page.getByRole('table', { name: 'Applied to' });
  const invoice = (await settled.locator('[data-row-link]').first().textContent()) ?? '';

  await test.step('unapplying shows the amounts that become open again', async () => {
    await settled.getByRole('button', { name: `Unapply ${invoice}` }).click();
    const question = page.getByRole('dialog', { name: `Unapply ${number} from ${invoice}` });
    await expect(question).toContainText(`the open amount of ${invoice} increases by the same amount`);
    await question.getByRole('button', { name: 'Unapply' }).click();
    await expect(question).toHaveCount(0);
    await expect(settled).toContainText('Unapplied');
  });

  await test.step('the payment offers its unapplied amount to the open documents', async () => {
    await page.getByRole('link', { name: 'Apply', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Apply ${number}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply…' })).toBeDisabled();
    await expect(page.getByText('Enter an amount next to a document.')).toBeVisible();
    await expectAccessible(page, 'applying a payment');
  });

  const amount = page.getByLabel(`Amount for ${invoice}`);
  const totals = page.getByLabel('Totals');
  await test.step('an amount above the open amount is marked red, and nothing can be applied', async () => {
    await amount.fill('99,999,999');
    await expect(page.getByText(/^More than the open amount of/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Apply…' })).toBeDisabled();
    await amount.fill('0.10+0.20');
    await expect(totals).toContainText('Applying 0.30');
    await expect(page.getByRole('button', { name: 'Apply…' })).toBeEnabled();
  });

  await test.step('the oldest are settled first; one document can take the whole remainder', async () => {
    await page.getByRole('button', { name: 'Oldest first' }).click();
    await expect(totals).toContainText('Remaining 0.00');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: `Settle ${invoice} in full` }).click();
    await expect(totals).toContainText('Remaining 0.00');
  });

  await test.step('the exchange difference is shown, then posted', async () => {
    await page.getByRole('button', { name: 'Apply…' }).click();
    const question = page.getByRole('dialog', { name: `Apply ${number}` });
    await expect(question).toContainText(
      /exchange (gain|loss) of USD ?[\d,.]+|The exchange rate has not changed/,
    );
    await expect(question).toContainText(`${invoice} is paid`);
    await question.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByText(`All of ${number} is applied.`)).toBeVisible();
    await expect(settled.getByRole('button', { name: `Unapply ${invoice}` })).toHaveCount(1);
  });
});

test('a reader sees the applications of a payment and cannot unapply them', async ({ page }) => {
  await enter(page, 'viewer');
  await open(page, books('invoices?status=PAID'));
  await page.locator('[data-row-link]').first().click();
  await expect(page.getByRole('table', { name: 'Settled by' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unapply/ })).toHaveCount(0);
});

test('"Unapplied only" lists the payments with an unapplied amount', async ({ page }) => {
  await enter(page, 'accountant');
  await open(page, books('payments'));
  const count = async () => {
    const pages = (await page.getByRole('navigation', { name: 'Pages' }).textContent()) ?? '';
    return Number(/of ([\d,]+)/.exec(pages)?.[1]?.replaceAll(',', ''));
  };
  const all = await count();
  await page.getByLabel('Unapplied only').check();
  await expect(page).toHaveURL(/\?unapplied=true$/);
  const left = page.getByRole('table', { name: 'Payments' }).getByRole('row');
  await expect(left.nth(1)).toBeVisible();
  await expect.poll(count).toBeLessThan(all);
  for (const cell of await left.locator('td:last-child').allTextContents()) {
    expect(cell).toMatch(/[1-9]/);
  }
  await expectAccessible(page, 'payments with something left');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(/\/payments$/);
  await expect.poll(count).toBe(all);
  // Invoices do not settle other documents.
  await open(page, books('invoices'));
  await expect(page.getByLabel('Unapplied only')).toHaveCount(0);
  await open(page, books('invoices?kind=CREDIT_MEMO'));
  await expect(page.getByLabel('Unapplied only')).toBeVisible();
});
