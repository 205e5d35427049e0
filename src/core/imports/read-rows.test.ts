import { describe, expect, test } from 'vitest';
import type { ImportNoun } from './import-noun';
import { guessMapping } from './mapping';
import { type RawRow, readRows } from './read-rows';

/** A table as people see it: headers, then rows. */
function read(noun: ImportNoun, [headers = [], ...rows]: readonly (readonly string[])[]) {
  const raw = rows.map((cells, index): RawRow => ({ rowNumber: index + 1, cells }));
  return readRows(noun, guessMapping(noun, headers), raw);
}
const problems = (units: ReturnType<typeof read>) =>
  units
    .flatMap(({ rows }) => rows)
    .map(({ rowNumber, problems: [problem] }) => [
      rowNumber,
      problem?.field ?? null,
      problem?.message ?? null,
    ]);
/** The fields of each row with which something is wrong. */
const fields = (units: ReturnType<typeof read>) =>
  units.flatMap(({ rows }) => rows).map((row) => row.problems.map(({ field }) => field));

describe('a row of records', () => {
  test('is read as the create verb expects: numbers as people write them, choices by their words', () => {
    const [unit] = read('accounts', [
      ['Code', 'Name', 'Type', 'Normal side'],
      [' 4100 ', 'Subscriptions', 'cost of sales', 'Debit'],
    ]);
    expect(unit?.rows[0]?.values).toEqual({
      code: '4100',
      name: 'Subscriptions',
      accountType: 'COST_OF_SALES',
      normalSide: 'DEBIT',
    });
    const [customer] = read('customers', [
      ['Company name', 'Credit limit', 'Currency'],
      ['Acme', '1.250,50 €', 'eur'],
    ]);
    expect(customer?.rows[0]?.values).toMatchObject({ creditLimit: '1250.50', currencyCode: 'EUR' });
  });

  test('keeps a formula as text and never reads it as a number', () => {
    const units = read('customers', [
      ['Company name', 'Credit limit'],
      ['=HYPERLINK("http://example.com")', '100'],
      ['Acme', '=1+1'],
    ]);
    expect(units[0]?.rows[0]?.values.companyName).toBe('=HYPERLINK("http://example.com")');
    expect(problems(units)).toEqual([
      [1, null, null],
      [2, 'creditLimit', 'Credit limit: “=1+1” is not a number.'],
    ]);
  });

  test('names every field that is wrong: a required one that is empty, a word that is not a choice', () => {
    const units = read('accounts', [
      ['Code', 'Name', 'Type'],
      ['', 'Rent', 'expense'],
      ['6100', 'Rent', 'costs'],
      ['', '', 'costs'],
    ]);
    expect(problems(units)[0]).toEqual([1, 'code', 'Code is empty.']);
    expect(problems(units)[1]?.[1]).toBe('accountType');
    expect(problems(units)[1]?.[2]).toContain('“costs” is not one of asset, liability');
    expect(fields(units)).toEqual([['code'], ['accountType'], ['accountType', 'code', 'name']]);
  });

  test('with the code of an earlier row says that besides what is wrong with its other cells', () => {
    const units = read('vendors', [
      ['Name', 'Code'],
      ['Paper', 'V-1'],
      ['', 'V-1'],
    ]);
    expect(
      units.flatMap(({ rows }) => rows).map((row) => row.problems.map(({ message }) => message)),
    ).toEqual([[], ['Name is empty.', 'Code: row 1 also has V-1.']]);
  });

  test('with the code of an earlier row is refused, and the earlier row is not', () => {
    const units = read('vendors', [
      ['Name', 'Code'],
      ['Paper', 'V-1'],
      ['Ink', 'V-2'],
      ['Toner', 'V-1'],
    ]);
    expect(problems(units)).toEqual([
      [1, null, null],
      [2, null, null],
      [3, 'code', 'Code: row 1 also has V-1.'],
    ]);
  });
});

describe('a row of a trial balance', () => {
  test('that is a total is refused as one, with or without a word for it; an account of that name is not', () => {
    const units = read('openingBalances', [
      ['Account', 'Debit', 'Credit'],
      ['1000', '5.00', ''],
      ['Total assets clearing', '-', '5.00'],
      ['TOTAL', '5.00', '5.00'],
      ['', '5.00', '5.00'],
    ]);
    const total = 'Account: this row is a total, not an account. Delete it, or leave it out.';
    expect(problems(units)).toEqual([
      [1, null, null],
      [2, null, null],
      [3, 'accountId', total],
      [4, 'accountId', total],
    ]);
  });
});

const HEADERS = ['Document', 'Date', 'Account', 'Debit', 'Credit'];

describe('the rows of a journal entry', () => {
  test('belong to one document wherever they appear, and its first row identifies it', () => {
    const units = read('journals', [
      HEADERS,
      ['A', '2026-09-30', '6100', '10', ''],
      ['B', '30.09.2026', '6100', '5', ''],
      ['A', '', '1000', '', '10.00'],
      ['B', '', '1000', '', '5'],
    ]);
    expect(units.map(({ unit, rows }) => [unit, rows.map(({ rowNumber }) => rowNumber)])).toEqual([
      [1, [1, 3]],
      [2, [2, 4]],
    ]);
    expect(problems(units).every(([, , message]) => message === null)).toBe(true);
    expect(units[1]?.rows[0]?.values.transactionDate).toBe('2026-09-30');
  });

  test('are refused together when debits and credits differ, with the difference', () => {
    const units = read('journals', [
      HEADERS,
      ['A', '2026-09-30', '6100', '10.50', ''],
      ['A', '', '1000', '', '10'],
    ]);
    expect(problems(units)).toEqual([
      [1, null, 'Debits exceed credits in document A by 0.5.'],
      [2, null, 'Debits exceed credits in document A by 0.5.'],
    ]);
  });

  test('are asked whether they balance once each of them is right alone, and each says all that is wrong with it', () => {
    const units = read('journals', [
      [...HEADERS, 'Memo'],
      ['A', '2026-09-30', '6100', '10', '', 'Rent'],
      ['A', '2026-10-01', '1000', '', '', 'Lease'],
      ['A', 'soon', '', 'ten', '', 'Rent'],
    ]);
    expect(fields(units)).toEqual([
      [],
      ['transactionDate', 'memo', 'debit'],
      ['transactionDate', 'debit', 'accountId'],
    ]);
    expect(problems(units)[1]?.[2]).toBe('Date: row 1 of this document has 2026-09-30.');
  });

  test.each([
    [['A', '2026-09-30', '6100', '10', '10'], 'credit', 'Credit: a line is a debit or a credit, not both.'],
    [['A', '2026-09-30', '6100', '', '0'], 'debit', 'The line has no amount.'],
    [['A', '2026-09-30', '', '10', ''], 'accountId', 'Account is empty.'],
    [['', '2026-09-30', '6100', '10', ''], 'referenceNumber', 'Document is empty.'],
    [
      ['A', '09/30/2026', '6100', '10', ''],
      'transactionDate',
      'Date: “09/30/2026” may begin with the month or with the day. Say which, or write it as 2026-09-30.',
    ],
    [
      ['A', '2026-02-29', '6100', '10', ''],
      'transactionDate',
      'Date: “2026-02-29” is not a date. Write it as 2026-09-30.',
    ],
    [['A', '', '6100', '10', ''], 'transactionDate', 'Document A has no date on any of its rows.'],
  ])('%j is refused at %s', (row, field, message) => {
    expect(problems(read('journals', [HEADERS, row]))[0]).toEqual([1, field, message]);
  });

  test('may have a signed amount instead: above zero is a debit', () => {
    const units = read('journals', [
      ['Document', 'Date', 'Account', 'Amount'],
      ['A', '2026-09-30', '6100', '10'],
      ['A', '', '1000', '(10)'],
    ]);
    expect(problems(units).every(([, , message]) => message === null)).toBe(true);
    expect(units[0]?.rows.map(({ values }) => values.amount)).toEqual(['10', '-10']);
  });
});

test('an amount of an open contract with more decimal places than its currency has is refused, and zeros are none', () => {
  const rows = (currency: string, billed: string) =>
    fields(
      read('openContracts', [
        [
          ...['Contract', 'Customer', 'Contract date', 'Currency', 'Billed to date'],
          ...['Obligation', 'Price', 'Recognized to date', 'Pattern'],
        ],
        ['C-1', 'Acme', '2025-01-05', currency, billed, 'Goods', '1200.00', '0', 'point'],
      ]),
    );
  expect(rows('JPY', '0.01')).toEqual([['billed']]);
  expect(rows('USD', '0.005')).toEqual([['billed']]);
  expect(rows('USD', '0.01')).toEqual([[]]);
  expect(rows('JPY', '300.00')).toEqual([[]]);
});
