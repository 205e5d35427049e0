import { books, settle, visit } from '../support/access';
import { expectAccessible, test } from '../support/axe';
import { expect } from '../support/expect';

test('columns of a list are left out and shown again, the address keeps which, and a saved view does too', async ({
  seat,
}) => {
  await visit(seat, books('transactions'));
  const table = seat.getByRole('table', { name: 'Transactions' });
  const header = (name: string) => table.getByRole('columnheader', { name, exact: true });
  const choose = async (name: string | RegExp) => {
    await seat.getByRole('button', { name: /^Columns/ }).click();
    await seat.getByRole('menu', { name: 'Columns' }).getByRole('menuitem', { name }).click();
  };
  await expect(header('Memo')).toBeVisible();
  await choose(/^Memo/);
  await expect(header('Memo')).toHaveCount(0);
  await choose(/^Type/);
  await expect(header('Type')).toHaveCount(0);
  await expect(header('Number')).toBeVisible();
  await expect(seat).toHaveURL(/\?hide=memo,type$/);
  await expectAccessible(seat, 'a list with columns left out');

  await seat.reload();
  await settle(seat);
  await expect(header('Memo')).toHaveCount(0);
  await expect(seat.getByRole('button', { name: 'Columns: 2 left out' })).toBeVisible();

  await seat.getByRole('button', { name: /^View/ }).click();
  const views = seat.getByRole('menu', { name: 'Views' });
  await expect(views.getByRole('menuitem', { name: 'Save these filters…' })).toBeEnabled();
  await seat.keyboard.press('Escape');

  await choose('Show all columns');
  await expect(header('Memo')).toBeVisible();
  await expect(seat).toHaveURL(/\/transactions$/);

  // The record's own column is not offered, in no list, whatever an address says.
  await visit(seat, books('customers?hide=name,company,number'));
  await expect(seat.getByRole('table').locator('[data-row-link]').first()).toBeVisible();
});
