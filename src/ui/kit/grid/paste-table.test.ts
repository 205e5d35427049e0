import { describe, expect, test } from 'vitest';
import { blankLine, gridReducer } from './grid-state';
import { type PasteColumn, understandTable } from './paste-table';

const COLUMNS: readonly PasteColumn[] = [
  {
    id: 'account',
    label: 'Account',
    aliases: ['GL account'],
    kind: 'choice',
    choices: [
      { id: 'rent', code: '6100', label: 'Rent' },
      { id: 'bank', code: '1110', label: 'Bank' },
    ],
  },
  { id: 'description', label: 'Description', kind: 'text' },
  { id: 'debit', label: 'Debit', aliases: ['Dr'], kind: 'amount' },
  { id: 'credit', label: 'Credit', aliases: ['Cr'], kind: 'amount' },
];
const targets = (rows: string[][], from = 'account') => understandTable(rows, COLUMNS, from);

describe('a pasted table', () => {
  test('with a header is placed by the names of its columns, in any order, and what has no column is left out', () => {
    const rows = [
      ['Cost unit', 'CR', 'GL Account', 'Debit (USD)'],
      ['100', '', '6100', '25.00'],
    ];
    expect(targets(rows)).toEqual({ hasHeader: true, targets: [null, 'credit', 'account', 'debit'] });
  });

  test('without a header goes by position while every column fits', () => {
    expect(targets([['6100', 'March', '25', '']])).toEqual({
      hasHeader: false,
      targets: ['account', 'description', 'debit', 'credit'],
    });
    expect(targets([['March', '25']], 'description').targets).toEqual(['description', 'debit']);
  });

  test('never guesses an amount behind a column that does not fit', () => {
    expect(targets([['6100', '4711', '100', '25.00']]).targets).toEqual([
      'account',
      'description',
      null,
      null,
    ]);
    expect(targets([['6100', 'March', 'north', '25.00']]).targets).toEqual([
      'account',
      'description',
      null,
      null,
    ]);
    expect(targets([['Nothing of ours', 'March', '25.00', '']]).targets).toEqual([
      null,
      'description',
      null,
      null,
    ]);
  });

  test('wider than the grid leaves out what has no column', () => {
    expect(targets([['25', '', 'x', 'y']], 'debit').targets).toEqual(['debit', 'credit', null, null]);
  });

  test('with one name twice takes the first', () => {
    expect(targets([['Debit', 'Debit', 'Account']]).targets).toEqual(['debit', null, 'account']);
  });
});

describe('a grid of lines', () => {
  const rules = {
    columns: ['account', 'description', 'debit', 'credit', 'department'],
    carried: ['description', 'department'],
    onType: () => ({}),
    onSettle: () => ({}),
  };
  const reduce = gridReducer(rules);
  const start = {
    lines: [
      blankLine('a', { account: '6100', description: 'March', department: 'North' }),
      blankLine('b'),
      blankLine('c'),
    ],
    past: [],
    typing: null,
  };

  test('begins a new line with the description and dimensions of the one above, once something is typed into it', () => {
    const typed = reduce(start, { do: 'type', key: 'c', column: 'account', text: '1' });
    expect(typed.lines[2]?.cells).toEqual({ account: '1', description: 'March', department: 'North' });
    expect(typed.lines[1]?.cells).toEqual({});
    expect(reduce(typed, { do: 'undo' }).lines).toEqual(start.lines);
  });

  test('does not touch what someone cleared or entered', () => {
    const own = reduce(start, { do: 'type', key: 'b', column: 'description', text: 'April' });
    expect(own.lines[1]?.cells).toEqual({ description: 'April', department: 'North' });
    const cleared = reduce(own, { do: 'type', key: 'b', column: 'department', text: '' });
    const more = reduce(cleared, { do: 'type', key: 'b', column: 'debit', text: '5' });
    expect(more.lines[1]?.cells).toEqual({ description: 'April', department: '', debit: '5' });
  });

  test('takes the cells of a pasted table by their columns', () => {
    const pasted = reduce(start, {
      do: 'paste',
      key: 'b',
      column: 'account',
      rows: [['100', '1110', '5']],
      newKeys: ['n'],
      targets: [null, 'account', 'credit'],
    });
    expect(pasted.lines[1]?.cells).toEqual({ account: '1110', credit: '5' });
  });

  describe('whose choices come later', () => {
    const known = new Set(['BOLT', 'NUT']);
    const items = gridReducer({
      ...rules,
      columns: ['item', 'account'],
      onSettle: (line, column, text) => {
        if (column !== 'item' || text === '') return {};
        return known.has(text)
          ? { cells: { ...line.cells, account: '4000' } }
          : { problems: { ...line.problems, item: `Nothing is called ${text}` } };
      },
    });
    const texts = (isKnown: (text: string) => boolean) =>
      ({ do: 'lookUp', column: 'item', isKnown }) as const;
    const pasted = {
      lines: [
        blankLine('a', { item: 'BOLT' }),
        {
          ...blankLine('b', { item: 'NUT' }),
          problems: { item: 'Nothing is called NUT', account: 'Unknown' },
        },
        blankLine('c', { item: 'SCREW' }),
        blankLine('d'),
      ],
      past: [],
      typing: null,
    };

    test('settles what was not found, leaves what was, and marks what names nothing only once all have come', () => {
      const later = items(
        pasted,
        texts(() => false),
      );
      expect(later.lines[0]).toBe(pasted.lines[0]);
      expect(later.lines[1]).toEqual({
        key: 'b',
        cells: { item: 'NUT', account: '4000' },
        problems: { account: 'Unknown' },
      });
      expect(later.lines[2]).toBe(pasted.lines[2]);
      expect(later.past).toEqual([]);
      const all = items(
        later,
        texts(() => true),
      );
      expect(all.lines[2]?.problems).toEqual({ item: 'Nothing is called SCREW' });
      expect(all.lines[3]).toBe(pasted.lines[3]);
      expect(
        items(
          all,
          texts(() => true),
        ),
      ).toBe(all);
    });

    test('leaves the cell that is being typed into', () => {
      const typing = { ...pasted, typing: 'c/item' };
      expect(
        items(
          typing,
          texts(() => true),
        ).lines[2],
      ).toBe(pasted.lines[2]);
    });
  });
});
