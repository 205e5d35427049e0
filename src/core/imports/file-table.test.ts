import { describe, expect, test } from 'vitest';
import { decodedText, packedKind, separatorOf, workbookCell } from './file-table';

const wide = (text: string, isLittle = true) =>
  new Uint8Array([...text].flatMap((sign) => (isLittle ? [sign.charCodeAt(0), 0] : [0, sign.charCodeAt(0)])));

describe('the separator of a table', () => {
  test.each([
    ['commas', 'Code,Name,Debit\n1000,Cash,5\n2000,Loan,7', ','],
    ['semicolons with decimal commas', 'Code;Debit\n1000;1,50\n2000;2,75', ';'],
    ['semicolons with decimal commas and no header', '1000;1,50\n2000;2,75', ';'],
    ['tabs with amounts grouped by commas', '1000\t1,234.50\n2000\t1,500.25', '\t'],
    [
      'a title with a comma above a table with semicolons',
      'Acme, Inc.\nTrial balance\n\nCode;Name;Debit\n1;a;2\n2;b;3',
      ';',
    ],
    ['bars', 'a|b\n1|2', '|'],
    ['separators inside quotes', '"a;b;c","d;e"\n"f;g;h","i;j"', ','],
    ['a line break inside quotes', 'Name,Note\n"Acme","two; lines;\nof; note;"\nBeta,x', ','],
    ['a line for spreadsheets', 'sep=;\r\na,b;c\n1,2;3', ';'],
    ['one column', 'Name\nAcme', ','],
    ['carriage returns alone', 'a;b\r1;2\r3;4', ';'],
  ])('is found in a text with %s', (_what, text, separator) => {
    expect(separatorOf(text)).toBe(separator);
  });
});

describe('the text of a file', () => {
  test('is read in UTF-8, in UTF-16 with a mark and without, and as older spreadsheets write it', () => {
    const text = 'Name;Amount\r\nAcme;5';
    expect(decodedText(new TextEncoder().encode('\uFEFFMüller €'))).toBe('Müller €');
    expect(decodedText(wide(text))).toBe(text);
    expect(decodedText(wide(text, false))).toBe(text);
    expect(decodedText(new Uint8Array([0xff, 0xfe, ...wide('Zoë')]))).toBe('Zoë');
    expect(decodedText(new Uint8Array([0xfe, 0xff, ...wide('Zoë', false)]))).toBe('Zoë');
    expect(decodedText(new Uint8Array([0x4d, 0xfc, 0x20, 0x80]))).toBe('Mü €');
  });

  test('is not text where the first bytes say that it is a workbook or a PDF', () => {
    expect(packedKind(new Uint8Array([0x50, 0x4b, 3, 4, 20]))).toBe('workbook');
    expect(packedKind(new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]))).toBe('old workbook');
    expect(packedKind(new TextEncoder().encode('%PDF-1.7'))).toBe('PDF');
    expect(packedKind(new TextEncoder().encode('PK,Name'))).toBeNull();
    expect(packedKind(new Uint8Array())).toBeNull();
  });
});

test('a cell of a workbook is what its spreadsheet shows: 15 digits, no exponent, days, and yes or no', () => {
  const shown = [0.1 + 0.2, 1234.5600000000002, 1e21, -2.5e22, 1e-7, -1.25e-8, 100, -0.5, true, false, null];
  expect(shown.map(workbookCell)).toEqual([
    ...['0.3', '1234.56', '1000000000000000000000', '-25000000000000000000000', '0.0000001'],
    ...['-0.0000000125', '100', '-0.5', 'yes', 'no', ''],
  ]);
  expect(workbookCell(new Date('2026-03-31T00:00:00Z'))).toBe('2026-03-31');
});
