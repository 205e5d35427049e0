import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { sentenceOf } from '@/ui/shell/refusal';
import { delimitedText } from './delimited-text';

test('a workbook is sent as its first sheet: numbers as they were typed, days as days, separators and quotes inside a cell kept', async () => {
  const rows = [
    ['Number', 'Amount', 'Due'],
    ['A-1', 1234567890.12, new Date('2026-03-31T00:00:00Z')],
    ['A-2, "late"', 0.1, null],
  ];
  const file = new File([await bytesOf(rows)], 'Open items.XLSX');
  expect((await (await delimitedText(file)).text()).split('\r\n')).toEqual([
    'Number,Amount,Due',
    'A-1,1234567890.12,2026-03-31',
    '"A-2, ""late""",0.1,',
  ]);
});

test('a sheet of more rows than are read at a time is sent whole and in order, an empty row as no cells', async () => {
  const rows = Array.from({ length: 12_001 }, (_, at) => (at === 7_000 ? [] : [`A-${at}`, at]));
  const lines = (await (await delimitedText(new File([await bytesOf(rows)], 'Long.xlsx'))).text()).split(
    '\r\n',
  );
  expect(lines.filter((line) => /[^,]/.test(line))).toEqual(
    rows.filter((row) => row.length > 0).map((row) => row.join(',')),
  );
});

test('a file that is called a workbook and is none is refused in words that say so', async () => {
  const error = await delimitedText(new File(['Name\nMüller'], 'broken.xlsx')).catch(
    (cause: unknown) => cause,
  );
  expect(sentenceOf(error)).toBe('This workbook cannot be read. Save it again as XLSX or as CSV.');
});

test('text in UTF-8 is sent as it is, text in another encoding as UTF-8', async () => {
  const plain = new File(['Name\nMüller'], 'plain.csv');
  expect(await delimitedText(plain)).toBe(plain);
  const western = new File([new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])], 'western.csv');
  expect(await (await delimitedText(western)).text()).toBe('Müller');
});

test('a file is what its bytes say, whatever its name: a workbook, an old workbook, a PDF, UTF-16 without a mark', async () => {
  const book = new File([await bytesOf([['Name'], ['Acme']])], 'export.csv');
  expect(await (await delimitedText(book)).text()).toBe('Name\r\nAcme');
  const old = new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1])], 'export.xls');
  expect(sentenceOf(await delimitedText(old).catch((cause: unknown) => cause))).toBe(
    'This is a workbook in the format before 2007. Save it as XLSX or as CSV.',
  );
  const pdf = new File(['%PDF-1.7'], 'trial balance.csv');
  expect(sentenceOf(await delimitedText(pdf).catch((cause: unknown) => cause))).toBe(
    'This is a PDF. Export the table as XLSX or as CSV.',
  );
  const wide = new Uint8Array([...'Name;Sum\nAcme;5'].flatMap((sign) => [sign.charCodeAt(0), 0]));
  expect(await (await delimitedText(new File([wide], 'wide.txt'))).text()).toBe('Name;Sum\nAcme;5');
  const table = new File(['Name\tSum\nAcme\t5'], 'report.xls');
  expect(await delimitedText(table)).toBe(table);
});

test('of a workbook of a hundred sheets the first is sent, results of formulas with the digits a spreadsheet shows', async () => {
  const sheets = Array.from({ length: 100 }, (_, at) => ({
    name: `Sheet ${at}`,
    rows:
      at === 0
        ? [
            ['Account', 'Debit'],
            ['1000', 0.1 + 0.2],
          ]
        : [['Other', at]],
  }));
  const file = new File([(await writeXlsx({ sheets })).slice()], 'Books.xlsx');
  expect(await (await delimitedText(file)).text()).toBe('Account,Debit\r\n1000,0.3');
});

async function bytesOf(rows: (string | number | Date | null)[][]): Promise<BlobPart> {
  return (await writeXlsx({ sheets: [{ name: 'Sheet', rows }] })).slice();
}
