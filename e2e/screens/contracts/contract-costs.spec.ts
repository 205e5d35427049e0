import { books, open } from '../support/access';
import { expectAccessible, test } from '../support/axe';
import { expect } from '../support/expect';

test('a cost of a contract is recorded on its page, amortized to another end, and tested for impairment', async ({
  seat,
}) => {
  const name = `Commission ${Date.now().toString(36)}`;
  const dialog = seat.getByRole('dialog');
  await open(seat, books('revenue?search=bundle&status=ACTIVE'));
  await seat.locator('[data-row-link]').last().click();
  await seat.getByRole('button', { name: 'More for this contract' }).click();
  await seat.getByRole('menuitem', { name: 'Record a cost…' }).click();
  const record = dialog.getByRole('button', { name: 'Record', exact: true });
  await dialog.getByLabel('Description').fill(name);
  await dialog.getByLabel(/^Amount \(/).fill('2400');
  await dialog.getByLabel('Months of the contract').fill('24');
  await dialog.getByLabel(/^It would not have been incurred/).check();
  await dialog.getByLabel('It is expected to be recovered').check();
  // The evidence for the judgment is shown too.
  await expect(record).toBeDisabled();
  await dialog.getByLabel('Evidence').fill('Commission plan of the year');
  await expectAccessible(seat, 'a cost of a contract being recorded');
  await record.click();
  await expect(dialog).toHaveCount(0);
  const panel = seat.getByRole('region', { name, exact: true });
  await expect(panel).toContainText('2,400.00');

  await panel.getByRole('button', { name: 'Change the end…' }).click();
  const [end = ''] = /\d{4}-\d{2}-\d{2}/.exec(await dialog.getByLabel(/^Amortized until/).inputValue()) ?? [];
  const later = `${Number(end.slice(0, 4)) + 1}${end.slice(4, 8)}01`;
  await dialog.getByLabel(/^Amortized until/).fill(later);
  await dialog.getByLabel('Evidence').fill('The customer renewed for a year');
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel).toContainText(later.slice(0, 4));

  await panel.getByRole('button', { name: 'Test for impairment…' }).click();
  await dialog.getByLabel(/^Still to be received/).fill('0');
  await dialog.getByRole('button', { name: 'Test', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(seat.getByText(/^Tested for impairment\. Loss of USD [\d,]+\.\d\d\.$/)).toBeVisible();
  const carried = panel.getByRole('definition').filter({ hasText: /^USD\s*0\.00$/ });
  await expect(carried.last()).toBeVisible();
  await open(seat, books('revenue/costs'));
  await expect(seat.getByText(name).first()).toBeVisible();
});
