import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { readTableFile, rowsOfWorkbook, TableRefused } from './read-table-file';

const folder = mkdtempSync(path.join(tmpdir(), 'daybook-table-'));
afterAll(() => rmSync(folder, { recursive: true }));

const written = (name: string, bytes: string | Uint8Array) => {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
};

describe('a file on disk', () => {
  test('gives the same table as CSV in any usual encoding and as a workbook', async () => {
    const expected = { columns: ['Name', 'Amount'], rows: [['Müller', '-12.5']] };
    const windows = new Uint8Array([...'Name;Amount\r\nM'].map((one) => one.charCodeAt(0)).concat(0xfc));
    const rest = new TextEncoder().encode("ller;'-12.5\r\n");
    expect(await readTableFile(written('a.csv', '\uFEFFName,Amount\nMüller,-12.5\n\n'), 'vendors')).toEqual(
      expected,
    );
    expect(await readTableFile(written('b.csv', new Uint8Array([...windows, ...rest])), 'vendors')).toEqual(
      expected,
    );
    const rows = [
      ['Name', 'Amount'],
      ['Müller', -12.5],
    ];
    const book = await writeXlsx({ sheets: [{ name: 'Sheet', rows }] });
    expect(await readTableFile(written('c.xlsx', book), 'vendors')).toEqual(expected);
  });

  test('as a workbook of more rows than are given at a time loses none, and leaves out the empty ones', async () => {
    const rows = Array.from({ length: 12_001 }, (_, at) => (at === 7_000 ? [] : [`A-${at}`, at]));
    const file = written('e.xlsx', await writeXlsx({ sheets: [{ name: 'Sheet', rows }] }));
    const given: string[][] = [];
    for await (const some of rowsOfWorkbook(file)) given.push(...some);
    expect(given).toEqual(rows.filter((row) => row.length > 0).map((row) => row.map(String)));
  });

  test('a report with a title above its table is read from the names of its columns on', async () => {
    const text =
      'Acme; Inc.\nTrial Balance\nAs of Jan 31, 2026\n\nAccount;Debit;Credit\n1000;1.234,50;\n2000;;1.234,50\n';
    expect(await readTableFile(written('f.csv', text), 'openingBalances')).toEqual({
      columns: ['Account', 'Debit', 'Credit'],
      rows: [
        ['1000', '1.234,50', ''],
        ['2000', '', '1.234,50'],
      ],
    });
  });

  test('that is an old workbook or a PDF is refused by saying so', async () => {
    const old = written('g.csv', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]));
    await expect(readTableFile(old, 'vendors')).rejects.toThrow('format before 2007');
    await expect(readTableFile(written('h.csv', '%PDF-1.7'), 'vendors')).rejects.toThrow('This is a PDF');
  });

  test.each([
    ['empty', ''],
    ['with a cell beyond its columns', 'Name\nAcme,Oslo\n'],
    ['with a quotation that never ends', 'Name\n"Acme\n'],
  ])('%s is refused in a sentence that names it', async (_what, text) => {
    const file = written('d.csv', text);
    await expect(readTableFile(file, 'vendors')).rejects.toThrow(TableRefused);
    await expect(readTableFile(file, 'vendors')).rejects.toThrow(file);
  });
});
