import { expect, test } from 'vitest';
import { changesOf, deedOf } from './timeline-of';

test('only the changed fields are shown, old and new, without technical columns', () => {
  const before = { status: 'DRAFT', memo: 'a', version: 1, lines: [1] };
  const after = { status: 'POSTED', memo: 'a', version: 2, lines: [1], entryNumber: 'GL-1' };
  expect(changesOf(before, after)).toEqual([
    { field: 'status', before: 'DRAFT', after: 'POSTED' },
    { field: 'entry number', before: null, after: 'GL-1' },
  ]);
});

test('a creation lists no changes, and a field missing from the new record did not change', () => {
  expect(changesOf(null, { memo: 'a' })).toEqual([]);
  expect(changesOf({ memo: 'a', status: 'x' }, { status: 'y' })).toHaveLength(1);
});

test('actions are shown in the past tense, unknown ones by their own name', () => {
  expect(deedOf('gl.transaction.post')).toBe('posted it');
  expect(deedOf('periods.somethingElse')).toBe('something else');
});
