import { type Cell, readXlsx } from 'hucre/xlsx';
import { beforeAll, describe, expect, test } from 'vitest';
import { day, money, type Sheet, words } from '@/core/sheets/sheet';
import { moneyFormat } from '@/core/sheets/spreadsheet';
import { xlsxFile } from './xlsx-file';

const SHEET: Sheet = {
  name: 'trial-balance-2026-09-30',
  title: 'Trial balance: everything [all] of it, year to date',
  facts: [
    ['Organization', 'Northwind & Söhne <AG>'],
    ['Period', 'As of 30 Sep 2026'],
    ['Subsidiary', 'All subsidiaries'],
    ['Currency', 'USD'],
  ],
  columns: ['Date', 'Name', 'Amount', 'Currency'],
  lines: [
    { cells: [day('2026-09-30'), words('Cash'), money('1234.50', 'USD'), words('USD')] },
    { cells: [day('2024-02-29'), words('=1+1'), money('-0.10', 'USD'), words('USD')] },
    { cells: [day('1999-12-31'), words('+49 30 1234'), money('-98765', 'JPY'), words('JPY')] },
    { cells: [null, words('-none-'), money('1.234', 'BHD'), words('BHD')] },
    { cells: [null, words('@home'), money('12345678901234.56', 'USD'), words('USD')] },
    { cells: [null, words('#N/A'), money('9999999999999.99', 'USD'), words('USD')] },
    { cells: [null, words('  two\nlines "quoted" <&>  '), money('0.00', 'USD'), null] },
    { cells: [null, words('0012'), null, null] },
    { cells: [null, words('Total'), money('100000.00', 'USD'), words('USD')], isStrong: true },
  ],
};

let cellAt: (row: number, column: number) => Cell | undefined;
let rows: readonly (readonly unknown[])[];
let sheet: Awaited<ReturnType<typeof readXlsx>>['sheets'][number] | undefined;

beforeAll(async () => {
  const file = await xlsxFile(SHEET, new Date('2026-11-21T18:20:45Z'));
  const book = await readXlsx(file, { readStyles: true });
  expect(book.sheets).toHaveLength(1);
  sheet = book.sheets[0];
  rows = sheet?.rows ?? [];
  cellAt = (row, column) => sheet?.cells?.get(`${row},${column}`);
});

const HEAD = 6;
const at = (line: number, column: number) => rows[HEAD + 1 + line]?.[column];

describe('an exported spreadsheet', () => {
  test('states its subject and creation time above the table', () => {
    expect(rows.slice(0, HEAD).map((row) => row.slice(0, 2))).toEqual([
      [SHEET.title, null],
      ['Organization', 'Northwind & Söhne <AG>'],
      ['Period', 'As of 30 Sep 2026'],
      ['Subsidiary', 'All subsidiaries'],
      ['Currency', 'USD'],
      ['Exported', '2026-11-21 18:20 UTC'],
    ]);
    expect(sheet?.name).toBe('Trial balance  everything  all');
  });

  test('has bold column names that stay in view', () => {
    expect(rows[HEAD]).toEqual(SHEET.columns);
    for (const column of SHEET.columns.keys()) expect(cellAt(HEAD, column)?.style?.font?.bold).toBe(true);
    expect(sheet?.freezePane?.rows).toBe(HEAD + 1);
  });

  test('contains every cell of the table, and nothing below it', () => {
    const read = SHEET.lines.map((_, line) => SHEET.columns.map((_, column) => at(line, column) ?? null));
    expect(read).toEqual([
      [new Date('2026-09-30T00:00:00Z'), 'Cash', 1234.5, 'USD'],
      [new Date('2024-02-29T00:00:00Z'), '=1+1', -0.1, 'USD'],
      [new Date('1999-12-31T00:00:00Z'), '+49 30 1234', -98765, 'JPY'],
      [null, '-none-', 1.234, 'BHD'],
      [null, '@home', '12345678901234.56', 'USD'],
      [null, '#N/A', 9999999999999.99, 'USD'],
      [null, '  two\nlines "quoted" <&>  ', 0, null],
      [null, '0012', null, null],
      [null, 'Total', 100000, 'USD'],
    ]);
    expect(rows).toHaveLength(HEAD + 1 + SHEET.lines.length);
  });

  test('shows money with the decimals of its currency and parentheses, dates as dates', () => {
    const formats = SHEET.lines.map((_, line) => cellAt(HEAD + 1 + line, 2)?.style?.numFmt);
    const dollars = '#,##0.00_);(#,##0.00)';
    expect(formats.slice(0, 4)).toEqual([dollars, dollars, '#,##0_);(#,##0)', '#,##0.000_);(#,##0.000)']);
    expect(cellAt(HEAD + 1, 0)?.style?.numFmt).toBe('yyyy-mm-dd');
    expect(moneyFormat('???')).toBe(dollars);
  });

  test('keeps text as text: no cell is a formula or an error, whatever its text begins with', () => {
    const kinds = [...(sheet?.cells?.values() ?? [])].map(({ type, formula }) => ({ type, formula }));
    expect(kinds.filter(({ type, formula }) => type === 'formula' || type === 'error' || formula)).toEqual(
      [],
    );
    expect(at(5, 1)).toBe('#N/A');
  });

  test('shows totals in bold and ordinary lines not', () => {
    const bold = SHEET.lines.map((_, line) => cellAt(HEAD + 1 + line, 2)?.style?.font?.bold ?? false);
    expect(bold.at(-1)).toBe(true);
    expect(bold.slice(0, -1)).not.toContain(true);
  });
});
