import { expect, test } from 'vitest';
import { day, money, type SheetLine, words } from '@/core/sheets/sheet';
import { csvPieces } from './sheet-csv';

async function* chunks(...some: SheetLine[][]): AsyncGenerator<SheetLine[]> {
  yield* some;
}
const sheet = (...some: SheetLine[][]) => ({
  name: 'list',
  title: 'List',
  facts: [['Organization', 'Northwind']] as const,
  columns: [{ title: 'Date' }, { title: 'Memo' }, { title: 'Amount', isFigure: true }],
  lines: chunks(...some),
});
async function textOf(...some: SheetLine[][]): Promise<string> {
  let text = '';
  for await (const piece of csvPieces(sheet(...some))) text += piece;
  return text;
}

test('a streamed CSV file is the table only, every amount with the digits of its currency, negative amounts as amounts', async () => {
  const text = await textOf(
    [{ cells: [day('2026-09-30'), words('one, two'), money('-12345678901234.5600', 'USD')] }],
    [],
    [{ cells: [null, words('"quoted"\nlines'), money('0.00', 'USD')] }],
  );
  expect(text).toBe(
    '\uFEFFDate,Memo,Amount\n2026-09-30,"one, two",-12345678901234.56\n,"""quoted""\nlines",0.00\n',
  );
});

test('a streamed CSV file without lines has its column names', async () => {
  expect(await textOf()).toBe('\uFEFFDate,Memo,Amount\n');
});

test.each(['=1+1', '+49 30', '-none', '@home', '+12', '-1+2', '\t=1', '\uFF1D1+1'])(
  'a cell %j of a streamed CSV file is not a formula',
  async (cell) => {
    expect(await textOf([{ cells: [null, words(cell), null] }])).toBe(`\uFEFFDate,Memo,Amount\n,'${cell},\n`);
  },
);
