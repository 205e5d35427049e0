import { readFile } from 'node:fs/promises';
import { books, open, visit } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';
import { today } from './support/today';

test('a pasted table is checked line by line without recording; then its valid lines are recorded, once', async ({
  seat,
}) => {
  await visit(seat, books('revenue?search=subscription&status=ACTIVE'));
  const number = (await seat.locator('[data-row-link]').first().textContent()) ?? '';
  const reference = `tried-${Date.now()}`;
  const table = [
    'Contract;What happened;Date;Reason;Reference;Remark',
    `${number};hold;${today()};counted again;${reference};kept out`,
    `${number};release;${today()};;${reference}-end;`,
    `NOBODY-1;hold;${today()};counted again;;`,
    `${number};delivery;${today()};;;`,
    `${number};hold;yesterday;counted again;;`,
  ].join('\n');
  await seat.getByRole('link', { name: 'Import events' }).click();
  await seat.getByLabel('Or paste it here, including the header line').fill(table);
  await seat.getByRole('button', { name: 'Read the table' }).click();
  await expect(seat.getByLabel('Remark')).toHaveValue('');
  const lines = seat.getByRole('table', { name: 'Lines' });
  await expect(lines.getByText('The date yesterday must be in the form YYYY-MM-DD.')).toBeVisible();
  await seat.getByRole('button', { name: 'Check' }).click();
  await expect(lines.getByText('Can be recorded')).toHaveCount(2);
  await expect(lines.getByText('No contract has the number NOBODY-1.')).toBeVisible();
  await expect(lines.getByRole('row').filter({ hasText: 'A delivery' })).toContainText(/key/);
  await expectAccessible(seat, 'events being imported');
  await seat.getByLabel('Only the 3 refused').check();
  await expect(lines.getByRole('row')).toHaveCount(4);
  await seat.getByLabel('Only the 3 refused').uncheck();
  await seat.getByRole('button', { name: 'Record 2 events' }).click();
  await expect(lines.getByText('Recorded', { exact: true })).toHaveCount(2);
  const waiting = seat.waitForEvent('download');
  await seat.getByRole('button', { name: 'Download refused lines' }).click();
  const file = await readFile(await (await waiting).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(4);
  expect(file).toContain('No contract has the number NOBODY-1.');
  // The same table again: its references are known, and nothing is recorded twice.
  await seat.getByRole('button', { name: 'Import another file' }).click();
  await seat.getByRole('button', { name: 'Read the table' }).click();
  await seat.getByRole('button', { name: 'Check' }).click();
  await expect(lines.getByText('Already recorded under this reference')).toHaveCount(2);
  await expect(seat.getByRole('button', { name: /^Record / })).toHaveCount(0);
  await lines.getByRole('link', { name: number }).first().click();
  await expect(seat.getByText('counted again').first()).toBeVisible();
});

test('the template downloads, and can itself be chosen and read as a file', async ({ seat }) => {
  await open(seat, books('revenue/import'));
  const waiting = seat.waitForEvent('download');
  await seat.getByRole('button', { name: 'Template as CSV' }).click();
  await seat.getByLabel('Choose a file').setInputFiles(await (await waiting).path());
  await expect(seat.getByRole('heading', { name: '4 lines' })).toBeVisible();
  await expect(seat.getByText('4 not checked yet.')).toBeVisible();
});
