import { books, visit } from './support/access';
import { test } from './support/axe';
import { expect } from './support/expect';

// console.md, "Account box": how a search box responds to the keyboard, inside and outside the grid.

test('Tab takes the highlighted option, or the only match for what was typed, and moves to the next field', async ({
  seat,
}) => {
  await visit(seat, books('revenue/new'));
  const customer = seat.getByRole('combobox', { name: 'Customer', exact: true });
  await customer.click();
  await customer.press('ArrowDown');
  await customer.press('Tab');
  await expect(customer).not.toHaveValue('');
  await expect(customer).not.toBeFocused();
  const name = await customer.inputValue();

  await customer.fill('');
  // The name without its code, with the last letter missing, begins one customer only.
  await customer.fill(name.replace(/^\S*\d\S* /, '').slice(0, -1));
  await customer.press('Tab');
  await expect(customer).toHaveValue(name);
  await expect(customer).not.toBeFocused();
  await expect(seat.getByRole('listbox')).toHaveCount(0);
});

test('Enter takes an option that is typed completely, and does not submit the surrounding form', async ({
  seat,
}) => {
  await visit(seat, books('setup?of=posting-rules'));
  await seat.getByRole('button', { name: 'New rule of a subsidiary' }).click();
  const form = seat.getByRole('dialog', { name: 'New rule of a subsidiary' });
  const control = form.getByRole('combobox', { name: 'Control account' });
  await control.fill('1210');
  await control.press('Enter');
  await expect(control).toHaveValue(/^1210 /);
  await expect(form).toBeVisible();
});

test('ambiguous text takes no option: Tab restores the field’s former value, closes its list and opens no other', async ({
  seat,
}) => {
  await visit(seat, books('setup?of=posting-rules'));
  await seat.getByRole('button', { name: 'New rule of a subsidiary' }).click();
  const form = seat.getByRole('dialog', { name: 'New rule of a subsidiary' });
  const control = form.getByRole('combobox', { name: 'Control account' });
  const list = seat.getByRole('listbox');
  // The last account is not among those that the list shows before anything is typed.
  for (const code of ['1210', '6900']) {
    await control.fill(code);
    await control.press('Enter');
    await expect(control).toHaveValue(new RegExp(`^${code} `));
    await control.fill('1');
    await expect(list).toBeVisible();
    await control.press('Tab');
    await expect(list).toHaveCount(0);
    await expect(control).not.toBeFocused();
    await expect(control).toHaveValue(new RegExp(`^${code} `));
  }
  // A list that was opened with a click shows every choice, and is closed the same way.
  await control.click();
  await expect(list.getByRole('option').first()).toBeVisible();
  await control.press('Tab');
  await expect(list).toHaveCount(0);
  await expect(control).toHaveValue(/^6900 /);
});
