import { expect, test } from 'vitest';
import { changesOf, deedOf } from './timeline-of';

test('only the fields that moved are told, old and new, without bookkeeping of rows', () => {
  const before = { status: 'DRAFT', memo: 'a', version: 1, lines: [1] };
  const after = { status: 'POSTED', memo: 'a', version: 2, lines: [1], entryNumber: 'GL-1' };
  expect(changesOf(before, after)).toEqual([
    { field: 'status', before: 'DRAFT', after: 'POSTED' },
    { field: 'entry number', before: null, after: 'GL-1' },
  ]);
});

test('a creation lists no changes, a field that is not spoken of did not change', () => {
  expect(changesOf(null, { memo: 'a' })).toEqual([]);
  expect(changesOf({ memo: 'a', status: 'x' }, { status: 'y' })).toHaveLength(1);
});

test('deeds are told in the past tense, unknown ones in their own words', () => {
  expect(deedOf('gl.transaction.post')).toBe('posted it');
  expect(deedOf('periods.somethingElse')).toBe('something else');
});
