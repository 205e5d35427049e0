import { expect, test } from 'vitest';
import { type Account, accountFields, accountInitial, writtenAccount } from './account-fields';

const account = (changes: Partial<Account>): Account => ({
  organizationId: 'o',
  id: 'a',
  code: '6100',
  name: 'Travel',
  description: null,
  accountType: 'EXPENSE',
  normalSide: 'DEBIT',
  isSummary: false,
  isControl: false,
  controlFor: null,
  parentId: null,
  currencyCode: null,
  isRetainedEarnings: false,
  fxRole: null,
  elimination: null,
  requiredDimensions: [],
  recommendedDimensions: [],
  recordStatus: 'active',
  version: 3,
  createdAt: new Date(0),
  updatedAt: new Date(0),
  depth: 0,
  childCount: 0,
  ...changes,
});

test('an account read into its form and back is unchanged', () => {
  const travel = account({
    description: 'Trains',
    parentId: 'p',
    elimination: 'INTERCOMPANY',
    requiredDimensions: ['department'],
    recommendedDimensions: ['class', 'project'],
    recordStatus: 'inactive',
  });
  const shown = accountInitial(travel);
  const values = Object.fromEntries(
    accountFields([travel], travel).map(({ name }) => [name, shown[name] ?? '']),
  );
  expect(writtenAccount(values)).toEqual({
    code: '6100',
    name: 'Travel',
    description: 'Trains',
    accountType: 'EXPENSE',
    parentId: 'p',
    elimination: 'INTERCOMPANY',
    requiredDimensions: ['department'],
    recommendedDimensions: ['class', 'project'],
    recordStatus: 'inactive',
  });
});

test('a dimension that is both required and recommended is shown, and written, as required', () => {
  const both = account({ requiredDimensions: ['class'], recommendedDimensions: ['class'] });
  const shown = accountInitial(both);
  const values = Object.fromEntries(accountFields([], both).map(({ name }) => [name, shown[name] ?? '']));
  expect(writtenAccount(values)).toMatchObject({ requiredDimensions: ['class'], recommendedDimensions: [] });
});

test('an account’s possible parents are active summaries other than itself, and its current parent in any case', () => {
  const accounts = [
    account({ id: 'open', isSummary: true }),
    account({ id: 'own', isSummary: true, parentId: 'was' }),
    account({ id: 'was', isSummary: true, recordStatus: 'inactive' }),
    account({ id: 'gone', isSummary: true, recordStatus: 'inactive' }),
    account({ id: 'leaf' }),
  ];
  const offered = accountFields(accounts, accounts[1]).find(({ name }) => name === 'parentId');
  expect(offered).toMatchObject({ choices: [{ id: 'open' }, { id: 'was' }] });
});

test('a new account has no status field, and none is written', () => {
  expect(accountFields([], undefined).map(({ name }) => name)).not.toContain('recordStatus');
  expect(writtenAccount({ code: ' 1 ', name: ' N ' })).not.toHaveProperty('recordStatus');
  expect(writtenAccount({ code: ' 1 ', name: ' N ' })).toMatchObject({ code: '1', name: 'N' });
});
