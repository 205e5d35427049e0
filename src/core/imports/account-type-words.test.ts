import { expect, test } from 'vitest';
import { IMPORTABLE } from './importable';
import { readCell } from './read-cell';

const field = (name: string) => {
  const found = IMPORTABLE.accounts.fields.find((one) => one.name === name);
  if (found === undefined) throw new Error(`accounts have no ${name}`);
  return found;
};
const read = (name: string, cell: string) => {
  const result = readCell(field(name), cell);
  return result.ok ? result.value : null;
};

test.each([
  [
    'QuickBooks Online',
    ['Bank', 'Accounts receivable (A/R)', 'Other Current Assets', 'Fixed Assets'],
    'ASSET',
  ],
  ['QuickBooks Online', ['Accounts payable (A/P)', 'Credit Card', 'Long Term Liabilities'], 'LIABILITY'],
  ['Xero', ['Current Asset', 'Prepayment', 'Non-current Asset', 'Inventory'], 'ASSET'],
  ['Xero', ['Current Liability', 'Non-current Liability', 'Liability'], 'LIABILITY'],
  ['Xero', ['Revenue', 'Sales'], 'REVENUE'],
  ['Xero', ['Direct Costs'], 'COST_OF_SALES'],
  ['Xero', ['Overhead', 'Depreciation', 'Expense'], 'EXPENSE'],
  ['NetSuite', ['Bank', 'AcctRec', 'OthCurrAsset', 'FixedAsset', 'DeferExpense'], 'ASSET'],
  ['NetSuite', ['AcctPay', 'CredCard', 'OthCurrLiab', 'LongTermLiab', 'DeferRevenue'], 'LIABILITY'],
  ['NetSuite', ['COGS'], 'COST_OF_SALES'],
  ['NetSuite', ['OthIncome'], 'OTHER_INCOME'],
  ['NetSuite', ['OthExpense'], 'OTHER_EXPENSE'],
  ['our own words', ['cost of sales', 'COST_OF_SALES', 'Cost of goods sold'], 'COST_OF_SALES'],
])('the types of accounts are understood as %s writes them: %j', (_vendor, words, type) => {
  expect(words.map((word) => read('accountType', word))).toEqual(words.map(() => type));
});

test('a type that says nothing is refused, also where its word is a property of every object', () => {
  for (const word of ['Statistical', 'constructor', '__proto__'])
    expect(read('accountType', word)).toBeNull();
});

test('sides and summary accounts are understood in the usual abbreviations', () => {
  expect(['Dr', 'CR', 'debit'].map((word) => read('normalSide', word))).toEqual(['DEBIT', 'CREDIT', 'DEBIT']);
  expect(['TRUE', 'x', '0', 'No'].map((word) => read('isSummary', word))).toEqual(['yes', 'yes', 'no', 'no']);
});
