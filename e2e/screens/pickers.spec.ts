import { expect } from '@playwright/test';
import { books, open } from './access';
import { test } from './axe';

// console.md, "Account box": what a search box does with the keyboard, outside the grid as in it.

test('Tab takes the highlighted choice, or the only match of what was typed, and goes on to the next field', async ({
  seat,
}) => {
  await open(seat, books('revenue/new'));
  const customer = seat.getByRole('combobox', { name: 'Customer', exact: true });
  await customer.click();
  await customer.press('ArrowDown');
  await customer.press('Tab');
  await expect(customer).not.toHaveValue('');
  await expect(customer).not.toBeFocused();
  const name = await customer.inputValue();

  await customer.fill('');
  // The whole name, with its last letter missing, begins one customer only.
  await customer.fill(name.slice(0, -1));
  await customer.press('Tab');
  await expect(customer).toHaveValue(name);
  await expect(customer).not.toBeFocused();
  await expect(seat.getByRole('listbox')).toHaveCount(0);
});

test('text that could mean several takes none of them: the field keeps what it had', async ({ seat }) => {
  await open(seat, books('setup?of=posting-rules'));
  await seat.getByRole('button', { name: 'New rule of a subsidiary' }).click();
  const form = seat.getByRole('dialog', { name: 'New rule of a subsidiary' });
  const control = form.getByRole('combobox', { name: 'Control account' });
  await control.fill('1210');
  await control.press('Enter');
  // Enter takes the account that is called so, and does not send the form.
  await expect(control).toHaveValue(/^1210 /);
  await expect(form).toBeVisible();
  await control.fill('1');
  await control.press('Tab');
  await expect(control).toHaveValue(/^1210 /);
});
