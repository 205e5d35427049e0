import { describe, expect, test } from 'vitest';
import { separatorOf } from '@/core/imports/file-table';
import { delimitedRows, textOfFile } from './delimited';

test('commas, semicolons and tabs are detected from the header, and quotes protect their contents', async () => {
  expect(separatorOf('"a;b;c",d\n1;2;3')).toBe(',');
  expect(separatorOf('contract;date\n1,5;2')).toBe(';');
  expect(separatorOf('contract\tdate')).toBe('\t');
  expect(await delimitedRows('\uFEFFa,b\r\n"x, ""y""\nz",2\r\n\r\n')).toEqual({
    rows: [
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ],
  });
  expect(await delimitedRows('a,"b')).toEqual({
    problem: 'Row 1 has an opening quotation mark without a matching closing one.',
  });
});

describe('a file', () => {
  test('from an older spreadsheet is decoded correctly', async () => {
    const file = new File([new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])], 'namen.csv');
    expect(await textOfFile(file)).toEqual({ text: 'Müller' });
  });

  test('that is a workbook is refused', async () => {
    expect(await textOfFile(new File(['PK'], 'Customers.XLSX'))).toHaveProperty('problem');
  });
});
