import { describe, expect, test } from 'vitest';
import { blankLine, type GridAction, type GridState, gridReducer } from '@/ui/kit/grid/grid-state';
import { balanceOf, balancingText, journalObstacle, journalRules, writtenJournal } from './journal-lines';

const choices = {
  account: [
    { id: 'a-1000', code: '1000', label: 'Operating bank account' },
    { id: 'a-4000', code: '4000', label: 'Subscription revenue' },
  ],
  department: [{ id: 'd-1', code: 'ENG', label: 'Engineering' }],
  class: [],
  location: [],
  project: [],
};
const reduce = gridReducer(journalRules(choices, 'USD'));
const start: GridState = { lines: [blankLine('1'), blankLine('2')], past: [], typing: null };
const afterward = (actions: GridAction[], from = start) => actions.reduce(reduce, from);
const write = (key: string, column: string, text: string): GridAction[] => [
  { do: 'type', key, column, text },
  { do: 'settle', key, column },
];

describe('amounts of a journal', () => {
  test('arithmetic is computed when the cell is left, and rounded to the cent', () => {
    const { lines } = afterward(write('1', 'debit', '100/3'));
    expect(lines[0]?.cells.debit).toBe('33.33');
  });

  test('a negative debit becomes a credit', () => {
    const { lines } = afterward(write('1', 'debit', '(500)'));
    expect(lines[0]?.cells).toMatchObject({ debit: '', credit: '500.00' });
  });

  test('typing a debit clears the credit', () => {
    const { lines } = afterward([
      ...write('1', 'credit', '20'),
      { do: 'type', key: '1', column: 'debit', text: '3' },
    ]);
    expect(lines[0]?.cells).toMatchObject({ debit: '3', credit: '' });
  });

  test('= enters the amount that balances the entry', () => {
    const state = afterward(write('1', 'debit', '1,234.56'));
    expect(balancingText(state.lines, '2', 'credit', 'USD')).toBe('1234.56');
    expect(balancingText(state.lines, '2', 'debit', 'USD')).toBe('-1234.56');
  });
});

describe('accounts of a journal', () => {
  test('a code finds its account; text that names no account stays red with a suggestion', () => {
    const state = afterward([...write('1', 'account', '4000'), ...write('2', 'account', 'Subscr')]);
    expect(state.lines[0]?.cells.account).toBe('4000 Subscription revenue');
    expect(state.lines[1]?.cells.account).toBe('Subscr');
    expect(state.lines[1]?.problems.account).toContain('4000 Subscription revenue');
  });

  test('typing again clears the red', () => {
    const state = afterward([
      ...write('1', 'account', 'nothing'),
      { do: 'type', key: '1', column: 'account', text: '4' },
    ]);
    expect(state.lines[0]?.problems).toEqual({});
  });
});

describe('paste and undo', () => {
  const paste: GridAction = {
    do: 'paste',
    key: '1',
    column: 'account',
    rows: [
      ['1000', 'Cash', '1.200,50', ''],
      ['4000', 'Sale', '', '1,200.50'],
      ['9999', 'Lost?', '1', ''],
    ],
    newKeys: ['p1', 'p2', 'p3'],
  };

  test('every pasted row fills a line; unreadable cells are marked red, never dropped', () => {
    const { lines } = afterward([paste]);
    expect(lines).toHaveLength(3);
    expect(lines[0]?.cells).toMatchObject({ account: '1000 Operating bank account', debit: '1,200.50' });
    expect(lines[1]?.cells).toMatchObject({ credit: '1,200.50', debit: '' });
    expect(lines[2]?.problems.account).toContain('9999');
    expect(balanceOf(lines, 'USD').difference).toBe('1');
  });

  test('one undo reverts the whole paste, another the text typed before it', () => {
    const typed = afterward([
      { do: 'type', key: '1', column: 'description', text: 'R' },
      { do: 'type', key: '1', column: 'description', text: 'Re' },
      paste,
      { do: 'undo' },
    ]);
    expect(typed.lines).toHaveLength(2);
    expect(typed.lines[0]?.cells.description).toBe('Re');
    expect(reduce(typed, { do: 'undo' }).lines[0]?.cells.description).toBeUndefined();
  });

  test('deleting the only line leaves a blank one', () => {
    const { lines } = afterward([
      { do: 'remove', key: '1', blankKey: 'b' },
      { do: 'remove', key: '2', blankKey: 'b' },
    ]);
    expect(lines.map((line) => line.key)).toEqual(['b']);
  });

  test('copy above copies the cell, duplicate copies the line', () => {
    const state = afterward([
      ...write('1', 'account', '1000'),
      { do: 'copyAbove', key: '2', column: 'account' },
      { do: 'duplicate', key: '2', newKey: '3' },
    ]);
    expect(state.lines.map((line) => line.cells.account)).toEqual(
      Array(3).fill('1000 Operating bank account'),
    );
  });
});

describe('obstacles to posting a journal', () => {
  test('the first problem to fix is named', () => {
    expect(journalObstacle(start.lines, 'USD')).toBe('Enter at least two lines.');
    const amount = afterward(write('1', 'debit', '5'));
    expect(journalObstacle(amount.lines, 'USD')).toBe('Line 1 has no account.');
    const account = afterward(write('1', 'account', '1000'), amount);
    expect(journalObstacle(account.lines, 'USD')).toBe('Debits exceed credits by 5.00.');
    const both = afterward([...write('2', 'account', '4000'), ...write('2', 'credit', '5')], account);
    expect(journalObstacle(both.lines, 'USD')).toBeNull();
  });

  test('written lines have ids and signed amounts, and blank lines are omitted', () => {
    const state = afterward([
      ...write('1', 'account', '1000'),
      ...write('1', 'debit', '5'),
      ...write('1', 'department', 'engineering'),
      ...write('2', 'account', '4000'),
      ...write('2', 'credit', '5'),
      { do: 'insert', after: null, key: '3' },
    ]);
    expect(writtenJournal(state.lines, choices, 'USD')).toMatchObject([
      { lineNumber: 1, accountId: 'a-1000', unitPrice: '5', departmentId: 'd-1' },
      { lineNumber: 2, accountId: 'a-4000', unitPrice: '-5' },
    ]);
  });
});

test('a text that names nothing yet is marked only when all choices that it could name have come', () => {
  const project = [{ id: 'p-1', code: 'P1', label: 'Bridge' }];
  const known = new Set<string>();
  const more = { project: { ask: () => {}, answered: null, isKnown: (text: string) => known.has(text) } };
  const settle = gridReducer(journalRules({ ...choices, project }, 'USD', more));
  const at = {
    lines: [blankLine('a', { project: 'P2' }), blankLine('b', { project: 'bridge' })],
    past: [],
    typing: null,
  };
  const settled = (key: string) => settle(at, { do: 'settle', key, column: 'project' }).lines;
  expect(settled('a')[0]?.problems).toEqual({});
  expect(settled('b')[1]?.cells.project).toBe('P1 Bridge');
  known.add('P2');
  expect(settled('a')[0]?.problems.project).toMatch(/^Nothing is called "P2"/);
  // Choices that come later name it after all.
  const later = gridReducer(
    journalRules(
      { ...choices, project: [...project, { id: 'p-2', code: 'P2', label: 'Tower' }] },
      'USD',
      more,
    ),
  );
  const found = later(at, { do: 'lookUp', column: 'project', isKnown: () => true }).lines;
  expect(found.map(({ cells, problems }) => [cells.project, problems])).toEqual([
    ['P2 Tower', {}],
    ['P1 Bridge', {}],
  ]);
});
