import type { Locator } from '@playwright/test';
import { books, visit } from '../support/access';
import { expectAccessible, test } from '../support/axe';
import { expect } from '../support/expect';

/** Types into the fields of the first line of a form. */
async function fillLine(form: Locator, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) await form.getByLabel(label).first().fill(value);
}

test('a project gets a budget with a view, an order becomes its commitment, and a change order waits for its approval', async ({
  seat,
}) => {
  const code = `P${Date.now().toString(36).toUpperCase()}`;
  const dialog = (name: string | RegExp) => seat.getByRole('dialog', { name });
  await test.step('the project', async () => {
    await visit(seat, books('projects'));
    await seat.getByRole('button', { name: 'New project' }).click();
    const form = dialog('New project');
    await form.getByRole('textbox', { name: 'Name' }).fill(`Depot ${code}`);
    await form.getByRole('textbox', { name: 'Code' }).fill(code);
    await form.getByLabel('Company').selectOption({ index: 1 });
    await form.getByLabel('Currency').selectOption('USD');
    await form.getByRole('button', { name: 'Add project' }).click();
    await expect(form).toHaveCount(0);
    await visit(seat, books(`projects?search=${code}`));
    await seat.getByRole('link', { name: `Depot ${code}` }).click();
    await expect(seat.getByRole('heading', { level: 1, name: `${code} Depot ${code}` })).toBeVisible();
  });

  await test.step('its budget, and a view that compares it', async () => {
    await seat.getByRole('button', { name: 'New budget', exact: true }).click();
    const form = dialog('New budget');
    await form.getByRole('textbox', { name: 'Name' }).fill('First budget');
    await form.getByRole('button', { name: 'Add a line' }).click();
    await fillLine(form, {
      'Cost code': '03-300',
      Description: 'Concrete',
      Category: 'MATERIAL',
      Original: '10000',
    });
    await form.getByRole('button', { name: 'Add budget' }).click();
    await expect(form).toHaveCount(0);
    await seat.getByRole('button', { name: 'New view' }).click();
    const view = dialog('New budget view');
    await view.getByRole('textbox', { name: 'Name' }).fill('By cost code');
    await view.getByLabel('Grouped by').selectOption('cost_code');
    await view.getByRole('button', { name: 'Add view' }).click();
    await expect(view).toHaveCount(0);
  });
  const budget = seat.getByRole('table', { name: 'Budget: By cost code' });
  const line = budget.getByRole('row').filter({ hasText: '03-300' });
  await expect(line).toContainText('Concrete');
  await expect(line).toContainText('10,000.00');

  await test.step('an order becomes a commitment of the project at once', async () => {
    await seat.getByRole('button', { name: 'New purchase order' }).click();
    const form = dialog('New purchase order');
    await form.getByRole('combobox', { name: 'Vendor' }).click();
    await seat.getByRole('option').first().click();
    await fillLine(form, { 'Cost code': '03-300', Description: 'Slab', Quantity: '40', 'Unit price': '60' });
    await form.getByRole('button', { name: 'Order', exact: true }).click();
    await expect(form).toHaveCount(0);
    await expect(seat.getByRole('table', { name: 'Purchase orders' })).toContainText('2,400.00');
    await expect(line).toContainText('2,400.00');
  });

  await test.step('a change order of the commitment counts once it is approved', async () => {
    const commitment = seat.getByRole('table', { name: 'Commitments' }).getByRole('row').nth(1);
    await commitment.getByRole('button', { name: /^Change orders of / }).click();
    const drawer = dialog(/^Change orders of /);
    await drawer.getByRole('button', { name: 'New change order' }).click();
    const form = dialog(/^Change /).last();
    await form.getByRole('textbox', { name: 'Title' }).fill('Thicker slab');
    await form.getByRole('textbox', { name: /^Amount/ }).fill('600');
    await form.getByRole('button', { name: 'Request', exact: true }).click();
    const change = drawer.getByRole('row').filter({ hasText: 'Thicker slab' });
    await expect(change).toContainText('Pending');
    await expect(line).not.toContainText('3,000.00');
    await change.getByRole('button', { name: /^Approve / }).click();
    await expect(change).toContainText('Approved');
    // The button that was pressed is gone; keys reach the drawer once it has the focus again.
    await expect.poll(() => drawer.evaluate((frame) => frame.contains(document.activeElement))).toBe(true);
    await seat.keyboard.press('Escape');
    await expect(line).toContainText('3,000.00');
  });

  await test.step('frozen as it is now', async () => {
    await seat.getByRole('button', { name: 'Freeze By cost code' }).click();
    const form = dialog('Freeze By cost code');
    await form.getByRole('textbox', { name: 'Name' }).fill('Month-end');
    await form.getByRole('button', { name: 'Take the snapshot' }).click();
    await expect(form).toHaveCount(0);
    await expect(seat.getByText('Month-end', { exact: true })).toBeVisible();
    await expectAccessible(seat, 'a project with a budget');
  });
});
