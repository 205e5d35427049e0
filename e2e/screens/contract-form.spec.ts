import { books, open, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';
import { today } from './support/today';

test.describe.configure({ mode: 'serial' });

test('a contract is entered with its price allocated while typing, saved as a draft, completed and activated', async ({
  seat,
}) => {
  const year = Number(today().slice(0, 4)) + 1;
  const name = `Written by hand ${Date.now() % 1_000_000}`;
  await visit(seat, books('revenue'));
  await seat.getByRole('link', { name: 'New contract' }).click();
  await expect(seat.getByRole('heading', { level: 1, name: 'New contract' })).toBeVisible();
  await seat.getByRole('combobox', { name: 'Customer', exact: true }).fill('a');
  await seat.getByRole('option').first().click();
  await seat.getByLabel('Name', { exact: true }).fill(name);
  await seat.getByLabel('Starts', { exact: true }).fill(`${year}-01-01`);
  await seat.getByLabel('Ends', { exact: true }).fill(`${year}-12-31`);
  await seat.getByRole('button', { name: 'Obligation', exact: true }).click();
  // The new card has the focus.
  await seat.keyboard.type('platform');
  const platform = seat.getByRole('group', { name: 'platform' });
  await expect(platform.getByRole('textbox', { name: 'From', exact: true })).toHaveValue(`${year}-01-01`);
  await platform.getByRole('combobox', { name: 'Product from the price list' }).fill('PLATFORM');
  await seat.getByRole('option', { name: 'PLATFORM' }).click();
  await expect(platform.getByText('The price list proposes USD 90,000.00')).toBeVisible();
  await seat.getByRole('button', { name: 'Obligation', exact: true }).click();
  await seat.keyboard.type('setup');
  const setup = seat.getByRole('group', { name: 'setup' });
  await setup.getByLabel('Satisfied').selectOption('POINT');
  await setup.getByLabel(/^Standalone selling price/).fill('10000');
  await seat.getByLabel(/^Fixed price/).fill('80000');
  const preview = seat.getByRole('complementary', { name: 'Preview' });
  const shares = preview.getByRole('table', { name: 'Shares of the price' });
  await expect(shares.getByRole('row').filter({ hasText: 'platform' })).toContainText('72,000.00');
  await expect(preview.getByText('8,000.00 of setup waits until it is delivered.')).toBeVisible();
  await expect(
    preview.getByRole('table', { name: 'Revenue by month' }).getByRole('row', { name: `January ${year}` }),
  ).toContainText(/6,115\.07|6,098\.36/);
  await seat.getByRole('button', { name: 'Variable amount' }).click();
  const bonus = seat.getByRole('group', { name: 'Variable amount 1' });
  await bonus.getByLabel(/^Amount 1/).fill('10000');
  await bonus.getByLabel('Probability (%)').first().fill('90');
  // Neither the method nor the constraint is proposed.
  await expect(preview.getByText('Choose how the variable amount is estimated.')).toBeVisible();
  await bonus.getByLabel(/^Estimated by/).selectOption('EXPECTED_VALUE');
  await expect(preview.getByText('Decide the constraint of the variable amount.')).toBeVisible();
  await bonus.getByLabel(/^Constraint/).selectOption('NONE');
  await bonus.getByLabel(/^Evidence/).fill('Nine of ten such projects earned it');
  await expect(preview.getByText(/needs probabilities that add up to 100%/)).toBeVisible();
  await bonus.getByLabel('Probability (%)').nth(1).fill('10');
  await bonus.getByLabel(/^Amount 2/).fill('0');
  await expect(seat.getByRole('status', { name: 'Transaction price' })).toContainText('USD 89,000.00');
  await expectAccessible(seat, 'a contract being written');
  await seat.keyboard.press('Control+s');
  // The variable amount has no name yet: it gets the focus, and no input is lost.
  await expect(seat.getByRole('alert').getByText('One field needs your attention.')).toBeVisible();
  await expect(seat.getByLabel('Name of the amount')).toBeFocused();
  await seat.keyboard.type('bonus');
  await seat.keyboard.press('Control+s');
  await expect(seat.getByRole('heading', { level: 1, name })).toBeVisible();
  const promised = seat.getByRole('table', { name: 'Obligations', exact: true });
  await expect(promised.getByRole('row').filter({ hasText: 'setup' })).toContainText('8,900.00');
  await seat.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(seat.getByRole('heading', { level: 1, name: `Edit ${name}` })).toBeVisible();
  const evidence = seat.getByPlaceholder(/^Evidence/);
  for (let at = 0; at < 5; at += 1) {
    await seat.getByRole('listitem').filter({ has: evidence }).getByRole('checkbox').nth(at).check();
    await evidence.nth(at).fill('Order form of the day');
  }
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByText('Yes: Order form of the day')).toHaveCount(5);
  await seat.getByRole('button', { name: 'Activate' }).click();
  await expect(seat.getByRole('table', { name: 'Schedule by month' }).getByRole('row')).toHaveCount(13);
});

test('a refusal by the server is shown next to the field it concerns, and disappears when the field changes', async ({
  seat,
}) => {
  await visit(seat, books('revenue'));
  const taken = (await seat.locator('[data-row-link]').first().textContent()) ?? '';
  await open(seat, books('revenue/new'));
  await seat.getByLabel('Number', { exact: true }).fill(taken);
  await seat.getByRole('button', { name: 'Save draft' }).click();
  await expect(seat.getByText('Another contract already has this number')).toBeVisible();
  await expect(seat.getByLabel('Number', { exact: true })).toBeFocused();
  await seat.keyboard.type('-2');
  await expect(seat.getByText('Another contract already has this number')).toHaveCount(0);
});

test('the palette opens a new contract, and the form fits a phone', async ({ seat }) => {
  await visit(seat, books('revenue'));
  await seat.keyboard.press('Control+k');
  const palette = seat.getByRole('dialog', { name: 'Go to, create or find' });
  await palette.getByRole('searchbox').fill('new revenue');
  await seat.keyboard.press('Enter');
  await expect(seat.getByRole('heading', { level: 1, name: 'New contract' })).toBeVisible();
  const size = seat.viewportSize();
  await seat.setViewportSize({ width: 390, height: 844 });
  await seat.getByRole('button', { name: 'Obligation', exact: true }).click();
  await expect(seat.getByLabel('Name of the obligation')).toBeFocused();
  await expect(seat.getByRole('button', { name: 'Save draft' })).toBeInViewport();
  const width = await seat.evaluate(() => {
    const main = document.querySelector('main');
    return Math.max(document.documentElement.scrollWidth, main?.scrollWidth ?? 0);
  });
  expect(width).toBeLessThanOrEqual(390);
  if (size) await seat.setViewportSize(size);
});
