import { expect, test } from 'vitest';
import { chosenOf, conflictsOf } from './conflict';

const base = { memo: 'March', date: '2026-03-31', reference: '', rate: '1.1' };
const mine = { ...base, memo: 'March rent', reference: 'R-1' };
const theirs = { ...base, memo: 'Rent of March', date: '2026-03-30' };

test('every field that differs is shown with both versions, and what was not touched here is proposed as saved', () => {
  expect(conflictsOf(base, mine, theirs)).toEqual([
    { field: 'memo', mine: 'March rent', theirs: 'Rent of March', proposed: 'mine' },
    { field: 'date', mine: '2026-03-31', theirs: '2026-03-30', proposed: 'theirs' },
    { field: 'reference', mine: 'R-1', theirs: '', proposed: 'mine' },
  ]);
});

test('the record that is saved has each field as chosen, and no field of either is lost without a choice', () => {
  const conflicts = conflictsOf(base, mine, theirs);
  expect(chosenOf(mine, conflicts, {})).toEqual({ ...mine, date: '2026-03-30' });
  expect(chosenOf(mine, conflicts, { memo: 'theirs', date: 'mine' })).toEqual({
    ...mine,
    memo: 'Rent of March',
  });
});

test('versions that agree are not a conflict', () => {
  expect(conflictsOf(base, mine, mine)).toEqual([]);
});
