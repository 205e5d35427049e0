import { describe, expect, test } from 'vitest';
import { delimitedRows, separatorOf, textOfFile } from './delimited';

test('commas, semicolons and tabs are told apart by the header, and quotes keep what is between them', async () => {
  expect(separatorOf('"a;b;c",d\n1;2;3')).toBe(',');
  expect(separatorOf('contract;date\n1,5;2')).toBe(';');
  expect(separatorOf('contract\tdate')).toBe('\t');
  expect(await delimitedRows('\uFEFFa,b\r\n"x, ""y""\nz",2\r\n\r\n')).toEqual({
    rows: [
      ['a', 'b'],
      ['x, "y"\nz', '2'],
    ],
  });
  expect(await delimitedRows('a,"b')).toEqual({ quoteInRow: 1 });
});

describe('a file', () => {
  test('of an older spreadsheet is read by its letters', async () => {
    const file = new File([new Uint8Array([0x4d, 0xfc, 0x6c, 0x6c, 0x65, 0x72])], 'namen.csv');
    expect(await textOfFile(file)).toEqual({ text: 'Müller' });
  });

  test('that is a workbook is not guessed at', async () => {
    expect(await textOfFile(new File(['PK'], 'Customers.XLSX'))).toHaveProperty('problem');
  });
});
