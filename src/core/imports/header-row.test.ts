import { expect, test } from 'vitest';
import { headerRow } from './header-row';

const HEADER = ['Account', 'Debit', 'Credit'];

test('the row that names the columns is found below the company, the title and the day of a report', () => {
  const report = [
    ['Acme, Inc.', '', ''],
    ['Trial Balance'],
    ['As of', 'Jan 31, 2026'],
    HEADER,
    ['1000', '5', ''],
  ];
  expect(headerRow('openingBalances', report)).toBe(3);
});

test('the first row is taken where it names a column, and where none does', () => {
  expect(headerRow('openingBalances', [['Account', 'x', 'y'], HEADER])).toBe(0);
  expect(
    headerRow('openingBalances', [
      ['Konto', 'Betrag'],
      ['1000', '5'],
    ]),
  ).toBe(0);
  expect(headerRow('vendors', [['Name'], ['Acme', 'Oslo']])).toBe(0);
});

test('files of orders have any columns and no titles; the line that names the separator is passed over', () => {
  expect(
    headerRow('orders', [
      ['Anything', 'At all'],
      ['order id', 'date'],
    ]),
  ).toBe(0);
  expect(headerRow('orders', [['sep=', ''], ['Anything']])).toBe(1);
  expect(headerRow('openingBalances', [['sep='], HEADER])).toBe(1);
});
