import { readFile, writeFile } from 'node:fs/promises';
import { writeXlsx } from 'hucre/xlsx';
import { books, open } from './support/access';
import { expectAccessible, test } from './support/axe';
import { expect } from './support/expect';
import { today } from './support/today';

/** Codes are unique to this run, because the demo is used again. */
const own = (name: string) => `${name}-${Date.now().toString(36)}`;

test('vendors from a file: columns, check, import, then only the failures, corrected, as a new import', async ({
  seat,
}, info) => {
  const [good, taken, bad] = [own('GOOD'), own('TWIN'), own('BAD')];
  const file = info.outputPath('vendors.csv');
  const table = [
    'Supplier;Number;Money;Email;Shoe size',
    `Paper ${good};${good};USD;paper@example.com;44`,
    `Ink ${bad};${bad};dollars;ink@example.com;`,
    `Toner ${taken};${taken};EUR;toner@example.com;`,
    `Again ${taken};${taken};EUR;;`,
  ].join('\r\n');
  await writeFile(file, table);

  await open(seat, books('vendors'));
  await seat.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(seat.getByLabel('Import', { exact: true })).toHaveValue('vendors');
  await seat.getByLabel('Choose a file').setInputFiles(file);
  await expect(seat.getByRole('heading', { level: 1, name: 'vendors.csv' })).toBeVisible();

  // Guessed from the headers; an unknown column is left out and can be chosen.
  await expect(seat.getByLabel('Supplier')).toHaveValue('name');
  await expect(seat.getByLabel('Number')).toHaveValue('code');
  await expect(seat.getByLabel('Shoe size')).toHaveValue('');
  await seat.getByLabel('Supplier').selectOption('');
  await expect(seat.getByText('Choose the column for: Name.')).toBeVisible();
  await expect(seat.getByRole('button', { name: 'Check' })).toBeDisabled();
  await seat.getByLabel('Supplier').selectOption('name');
  await seat.getByLabel('Money').selectOption('currencyCode');
  await seat.getByRole('button', { name: 'Check' }).click();

  const rows = seat.getByRole('table', { name: 'Rows of the file' });
  const row = (text: string) => rows.getByRole('row').filter({ hasText: text });
  await expect(row(`Paper ${good}`)).toContainText('Ready');
  await expect(row(`Ink ${bad}`)).toContainText('Currency: must be an ISO 4217 currency code such as USD.');
  await expect(row(`Ink ${bad}`).getByText('dollars (this cell has an error)')).toBeVisible();
  await expect(row(`Again ${taken}`)).toContainText(`Code: row 3 also has ${taken}.`);
  await expectAccessible(seat, 'a checked import');

  await seat.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(row(`Paper ${good}`)).toContainText('Imported');
  await expect(seat.getByText('Done.')).toBeVisible();
  await expectAccessible(seat, 'an import with failures');

  // Only the failures, unchanged, with the reason next to each.
  const waiting = seat.waitForEvent('download');
  await seat.getByRole('button', { name: 'Download the rows that failed' }).click();
  const failures = await readFile(await (await waiting).path(), 'utf8');
  expect(failures.trim().split('\n')).toHaveLength(3);
  expect(failures).toContain('Why it failed');
  const mended = info.outputPath('mended.csv');
  await writeFile(mended, failures.replace('dollars', 'USD').replace(`${taken},EUR,,`, `${taken}-2,EUR,,`));
  await seat.getByRole('link', { name: 'Import corrected rows' }).click();
  await seat.getByLabel('Choose a file').setInputFiles(mended);
  await expect(seat.getByRole('heading', { level: 1, name: 'mended.csv' })).toBeVisible();
  await expect(seat.getByLabel('Money')).toHaveValue('currencyCode');
  await seat.getByRole('button', { name: 'Check' }).click();
  await seat.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(seat.getByText('2 of 2 imported')).toBeVisible();
  await rows.getByRole('link', { name: 'Open the vendor of row 1' }).click();
  await expect(seat.getByRole('heading', { level: 1, name: `Ink ${bad}` })).toBeVisible();
});

test('pasted journal entries become drafts, one per document', async ({ seat }) => {
  const document = own('JE');
  await open(seat, books('imports/new?of=journals'));
  await seat
    .getByLabel('Or paste it here, including the header line')
    .fill(
      [
        'Document\tDate\tSubsidiary\tAccount\tDebit\tCredit\tText',
        `${document}\t${today()}\tMC-US\t6300\t1,250.00\t\tRetreat`,
        `${document}\t\t\t1110\t\t1,250.00\t`,
      ].join('\n'),
    );
  await seat.getByRole('button', { name: 'Read journal entries' }).click();
  await seat.getByRole('button', { name: 'Check' }).click();
  await seat.getByRole('button', { name: 'Import 2 rows' }).click();
  await expect(seat.getByText('2 of 2 imported')).toBeVisible();
  await seat.getByRole('link', { name: 'Open the journal entry of row 2' }).click();
  await expect(seat.getByText('Draft', { exact: true }).first()).toBeVisible();
});

test('the demo company has an import with failures in the list', async ({ seat }) => {
  await open(seat, books('imports'));
  const row = seat.getByRole('row').filter({ hasText: 'facilities vendors.csv' });
  await expect(row).toContainText('Done with errors');
  await row.getByRole('link').click();
  await seat.getByRole('link', { name: /With errors/ }).click();
  await expect(seat.getByText('Name is empty.')).toBeVisible();
  await expect(seat.getByText('no account has the code or name 9999')).toBeVisible();
});

test('a workbook is read in a worker, not on the page; one that cannot be read is refused with an explanation and stores nothing', async ({
  seat,
}, info) => {
  const code = own('BOOK');
  const [file, broken] = [info.outputPath('vendors.xlsx'), info.outputPath('broken.xlsx')];
  const rows = [
    ['Name', 'Code', 'Currency'],
    [`Paper ${code}`, code, 'USD'],
  ];
  await writeFile(file, await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));
  await writeFile(broken, 'Name,Code');

  await open(seat, books('vendors'));
  await seat.getByRole('link', { name: 'Import', exact: true }).click();
  await seat.getByLabel('Choose a file').setInputFiles(broken);
  await expect(
    seat.getByText('This workbook cannot be read. Save it again as XLSX or as CSV.'),
  ).toBeVisible();
  await expect(seat.getByRole('heading', { level: 1, name: 'broken.xlsx' })).toHaveCount(0);

  const worker = seat.waitForEvent('worker');
  await seat.getByLabel('Choose a file').setInputFiles(file);
  await worker;
  await expect(seat.getByRole('heading', { level: 1, name: 'vendors.xlsx' })).toBeVisible();
  await seat.getByRole('button', { name: 'Check' }).click();
  const table = seat.getByRole('table', { name: 'Rows of the file' });
  await expect(table.getByRole('row').filter({ hasText: code })).toContainText('Ready');
});
