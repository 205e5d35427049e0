import { expect, test } from 'vitest';
import { isLike, recordOfTexts, textsOfRecord } from './nested-texts';

const record = {
  name: 'A',
  criteria: [{ met: true }, { met: false }],
  tags: [] as string[],
  price: { fixed: '1' },
};

test('a record becomes texts, one for each field and each element of a list, and the same record again', () => {
  const texts = textsOfRecord(record);
  expect(Object.keys(texts)).toEqual(['name', 'criteria 1', 'criteria 2', 'price']);
  expect(recordOfTexts(texts, record)).toEqual(record);
});

test('an element without text is not in the record', () => {
  const texts = { ...textsOfRecord(record), 'criteria 1': '' };
  expect(recordOfTexts(texts, record).criteria).toEqual([{ met: false }]);
});

test('what a browser kept by an earlier version of a form is not taken for a record of this one', () => {
  expect(isLike(structuredClone(record), record)).toBe(true);
  expect(isLike({ ...record, name: 1 }, record)).toBe(false);
  expect(isLike({ ...record, more: '' }, record)).toBe(false);
  const { name: _gone, ...less } = record;
  expect(isLike(less, record)).toBe(false);
  expect(isLike({ ...record, criteria: [{ met: 'yes' }] }, record)).toBe(false);
  expect(isLike(null, record)).toBe(false);
});
