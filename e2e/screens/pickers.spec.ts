import { access, books, open, other, visit } from './support/access';
import { askAll } from './support/ask';
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

test.describe('of more records than a form loads', () => {
  const RUN = Date.now().toString(36).toUpperCase();
  const code = (n: number) => `${RUN}-${String(n).padStart(3, '0')}`;
  const named = (n: number) => `${code(n)} Part ${n} of ${RUN}`;
  const LAST = 501;

  test('any is found by typing, also when the field is left before the answer, and by pasting', async ({
    page,
  }) => {
    const user = access.users.find((one) => one.organization === other.slug && one.role === 'admin');
    await open(page, `/login?returnTo=/books/${other.slug}`);
    await page.getByLabel('Email').fill(user?.email ?? '');
    await page.getByLabel('Password').fill(user?.password ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => url.pathname === `/books/${other.slug}`);
    const parts = Array.from({ length: LAST }, (_, n) => ({
      code: code(n + 1),
      name: `Part ${n + 1} of ${RUN}`,
    }));
    for (let from = 0; from < LAST; from += 25)
      await askAll(page, 'items.create', parts.slice(from, from + 25), other.slug);

    await open(page, `/books/${other.slug}/revenue/new`);
    await page.getByRole('button', { name: 'Obligation', exact: true }).click();
    const item = page.getByRole('combobox', { name: 'Item', exact: true });
    await item.click();
    await expect(page.getByText('Type to find others')).toBeVisible();
    await item.fill(`part 4 of ${RUN}`);
    await expect(page.getByRole('option').first()).toHaveText(new RegExp(`^${code(4)}\\s*Part 4 of`));
    await item.press('Escape');
    // Left at once: the server has not been asked yet.
    await item.fill(code(LAST).toLowerCase());
    await item.press('Tab');
    await expect(item).toHaveValue(named(LAST));
    await expect(item).not.toBeFocused();

    await open(page, `/books/${other.slug}/transactions/new?kind=INVOICE`);
    const cell = (line: number) => page.getByLabel(`Line ${line} item`, { exact: true });
    await cell(1).fill(code(250));
    await cell(1).press('Tab');
    await expect(cell(1)).toHaveValue(named(250));
    await expect(cell(1)).not.toHaveAttribute('aria-invalid', 'true');
    await cell(2).focus();
    await page.evaluate(
      (table) => {
        const data = new DataTransfer();
        data.setData('text/plain', table);
        const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
        document.activeElement?.dispatchEvent(event);
      },
      [`Item\tPrice`, `${code(333)}\t5`, `${RUN}-none\t6`, `part 77 of ${RUN}\t7`].join('\n'),
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Paste 3 lines' }).click();
    await expect(cell(2)).toHaveValue(named(333));
    await expect(cell(4)).toHaveValue(named(77));
    await expect(cell(3)).toHaveAttribute('aria-invalid', 'true');
    await expect(cell(2)).not.toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByRole('button', { name: 'Save draft' })).toBeDisabled();
  });
});
