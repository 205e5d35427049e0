import { describe, expect, test } from 'vitest';
import { csvText } from '@/ui/kit/export/csv-text';
import { readTable } from './read-table';

const table = async (text: string) => {
  const read = await readTable(text, 'vendors');
  return 'table' in read ? [read.table.columns, ...read.table.rows] : read.problem;
};

describe('a table', () => {
  test.each([
    ['commas', 'Name,City\nAcme,Oslo\n'],
    ['semicolons', 'Name;City\r\nAcme;Oslo\r\n\r\n'],
    ['tabs, as copied from a spreadsheet', 'Name\tCity\nAcme\tOslo'],
  ])('is read with %s', async (_what, text) => {
    expect(await table(text)).toEqual([
      ['Name', 'City'],
      ['Acme', 'Oslo'],
    ]);
  });

  test('keeps quotes, separators and line breaks inside a cell, and blanks unchanged', async () => {
    expect(await table('\uFEFFName,Note\n"Acme, ""Inc.""","two\nlines"')).toEqual([
      ['Name', 'Note'],
      ['Acme, "Inc."', 'two\nlines'],
    ]);
  });

  test('computes nothing: a formula, a date, a long number stay text', async () => {
    expect(await table('A,B,C\n=1+1,03/04/2026,00012345678901234567')).toEqual([
      ['A', 'B', 'C'],
      ['=1+1', '03/04/2026', '00012345678901234567'],
    ]);
  });

  test('that was downloaded reads back unchanged, including formulas', async () => {
    const rows = [
      ['Name', 'Amount'],
      ['=HYPERLINK("x")', '-12.50'],
      ["'quoted", '@SUM(A1)'],
    ];
    expect(await table(await csvText(rows))).toEqual(rows);
  });

  test.each([
    ['', 'The file is empty. The first line must contain the column names.'],
    ['Name,City', 'There are no rows below the header line.'],
    ['Name\nAcme,Oslo', 'Row 1 has more cells than there are columns. Is a quotation mark missing?'],
    ['Name,City\n"Acme,Oslo', 'Row 2 has an opening quotation mark without a matching closing one.'],
    [
      `Name\n${'x\n'.repeat(1_000_001)}`,
      'It has 1,000,001 rows; 1,000,000 is the maximum per import. Split the file.',
    ],
  ])('that is not a table is refused with the reason and the fix', async (text, problem) => {
    expect(await table(text)).toBe(problem);
  });
});
