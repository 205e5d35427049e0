import { books, open, settle } from '../support/access';
import { expectAccessible, test } from '../support/axe';
import { expect } from '../support/expect';

test('a contract is invoiced from its page, and an invoice is tied to its contract from its form', async ({
  seat,
}) => {
  const dialog = seat.getByRole('dialog', { name: /^Invoice / });
  await open(seat, books('revenue?search=bundle&status=ACTIVE'));
  await seat.locator('[data-row-link]').first().click();
  await seat.getByRole('button', { name: 'Invoice…' }).click();
  const title = (await dialog.getByRole('heading').first().textContent()) ?? '';
  const number = title.replace('Invoice ', '');
  await dialog.getByLabel(/^Amount before tax/).fill('125');
  await dialog.getByLabel('For', { exact: true }).selectOption({ index: 1 });
  await expectAccessible(seat, 'a contract to be invoiced');
  await dialog.getByRole('button', { name: 'Draft the invoice' }).click();
  await seat.waitForURL(/\/transactions\/[^/]+\/edit$/);
  await settle(seat);
  const address = new URL(seat.url()).pathname.replace(/\/edit$/, '');
  const contract = seat.getByRole('combobox', { name: 'Revenue contract' });
  const save = () => seat.getByRole('button', { name: 'Save draft' }).click();
  const link = seat.getByRole('main').getByRole('link', { name: number });

  await test.step('its form shows the contract, which can be removed', async () => {
    await expect(seat.getByLabel('Line 1 price', { exact: true })).toHaveValue(/^125/);
    await expect(contract).toHaveValue(new RegExp(number));
    await contract.fill('');
    await contract.press('Tab');
    await save();
    await seat.waitForURL((url) => url.pathname === address);
    await settle(seat);
    await expect(link).toHaveCount(0);
  });

  await test.step('chosen on the form, the invoice leads to the contract', async () => {
    await open(seat, `${address}/edit`);
    await contract.fill(number);
    await seat.getByRole('option', { name: number }).first().click();
    await save();
    await seat.waitForURL((url) => url.pathname === address);
    await settle(seat);
    await link.first().click();
    await expect(seat.getByRole('table', { name: 'Obligations', exact: true })).toBeVisible();
  });
});
