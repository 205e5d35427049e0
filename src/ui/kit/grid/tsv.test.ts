import { expect, test } from 'vitest';
import { readTsv } from './tsv';

test('rows and cells of a spreadsheet, with either line ending', async () => {
  expect(await readTsv('4000\tSales\t1,200.00\r\n1000\tBank\t\r\n')).toEqual([
    ['4000', 'Sales', '1,200.00'],
    ['1000', 'Bank', ''],
  ]);
});

test('quotes keep tabs, quotes and line breaks inside a cell', async () => {
  expect(await readTsv('"two\nlines"\t"a ""quoted"" word"\tx')).toEqual([
    ['two\nlines', 'a "quoted" word', 'x'],
  ]);
});

test('an empty row in the middle is kept, never dropped silently', async () => {
  expect(await readTsv('a\n\nb')).toEqual([['a'], [''], ['b']]);
});

test('a single quote mark inside a cell is an ordinary character', async () => {
  expect(await readTsv('12" rack\t1')).toEqual([['12" rack', '1']]);
});

test('a cell that begins with a quoted word does not swallow the cells after it', async () => {
  expect(await readTsv('"Big" box\t5\nSmall box\t7')).toEqual([
    ['"Big" box', '5'],
    ['Small box', '7'],
  ]);
});
