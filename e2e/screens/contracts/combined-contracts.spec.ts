import type { Page } from '@playwright/test';
import { books, open } from '../support/access';
import { expectAccessible, test } from '../support/axe';
import { expect } from '../support/expect';
import { today } from '../support/today';

const RUN = Date.now().toString(36);

/** Drafts a contract with the first customer for one delivery with a standalone price of 10,000.00, at the given price. */
async function draft(page: Page, key: string, price: string) {
  const year = Number(today().slice(0, 4)) + 1;
  await open(page, books('revenue/new'));
  await page.getByRole('combobox', { name: 'Customer', exact: true }).fill('a');
  await page.getByRole('option').first().click();
  await page.getByLabel('Name', { exact: true }).fill(`${key} ${RUN}`);
  await page.getByLabel('Starts', { exact: true }).fill(`${year}-01-01`);
  await page.getByLabel('Ends', { exact: true }).fill(`${year}-12-31`);
  await page.getByRole('button', { name: 'Obligation', exact: true }).click();
  await page.keyboard.type(key);
  const promised = page.getByRole('group', { name: key });
  await promised.getByLabel('Satisfied').selectOption('POINT');
  await promised.getByLabel(/^Standalone selling price/).fill('10000');
  await page.getByLabel(/^Fixed price/).fill(price);
  await page.getByRole('button', { name: 'Save draft' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${key} ${RUN}` })).toBeVisible();
}

test('two drafts with one customer are combined after showing how that changes the shares of the price', async ({
  seat,
}) => {
  await draft(seat, `setup-${RUN}`, '8000');
  await draft(seat, `license-${RUN}`, '4000');
  await seat.getByRole('button', { name: 'Combine…' }).click();
  const dialog = seat.getByRole('dialog', { name: /^Combine / });
  const confirm = dialog.getByRole('button', { name: 'Show the effect' });
  await dialog.getByLabel(new RegExp(`setup-${RUN}`)).check();
  // One of the three criteria has to be true.
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel(/^They were negotiated as a package/).check();
  await confirm.click();
  const effect = dialog.getByRole('table', { name: 'Allocation apart and combined' });
  const row = (key: string) => effect.getByRole('row').filter({ hasText: key });
  await expect(row(`setup-${RUN}`).getByRole('cell')).toHaveText([
    `setup-${RUN}`,
    '8,000.00',
    '6,000.00',
    '(2,000.00)',
  ]);
  await expect(row(`license-${RUN}`).getByRole('cell')).toHaveText([
    `license-${RUN}`,
    '4,000.00',
    '6,000.00',
    '2,000.00',
  ]);
  await expectAccessible(seat, 'two drafts to be combined');
  await dialog.getByRole('button', { name: 'Combine', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  const promised = seat.getByRole('table', { name: 'Obligations', exact: true });
  await expect(promised.getByRole('row').filter({ hasText: `setup-${RUN}` })).toContainText('6,000.00');
  await expect(promised.getByRole('row').filter({ hasText: `license-${RUN}` })).toContainText('6,000.00');
});
