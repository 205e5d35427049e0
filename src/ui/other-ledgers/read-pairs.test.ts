import { expect, test } from 'vitest';
import { readBalance, readPairs } from './read-pairs';

test('codes are read from two columns, whatever separates them', async () => {
  expect(await readPairs('4000,40-100\n4300, 40-300 \n,x\n')).toEqual([
    ['4000', '40-100'],
    ['4300', '40-300'],
  ]);
  expect(await readPairs('4000\tSales')).toEqual([['4000', 'Sales']]);
});

test('a trial balance is read by the names of its columns', async () => {
  const sides = 'Name,Account Number,Credit,Debit\nBank,1110,,"1,234.50"\nSales,4000,1234.5,\n';
  expect(await readBalance(sides)).toEqual({
    rows: [
      { code: '1110', debit: '1234.5', credit: '0' },
      { code: '4000', debit: '0', credit: '1234.5' },
    ],
  });
  expect(await readBalance('Code;Balance\n1110;5.00\n4000;(5.00)\n')).toEqual({
    rows: [
      { code: '1110', debit: '5', credit: '0' },
      { code: '4000', debit: '-5', credit: '0' },
    ],
  });
});

test('nothing is guessed: without names of columns, or with an amount that cannot be read, the table is refused', async () => {
  expect(await readBalance('1110,5.00\n')).toHaveProperty('problem');
  expect(await readBalance('Account,Balance\n1110,much\n')).toEqual({
    problem: 'The amount in row 2 cannot be read.',
  });
});
