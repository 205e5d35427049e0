import { expect, test } from 'vitest';
import { readValues } from './kept-form';

test('what was kept is brought back for the fields the form has, and nothing else of it', () => {
  const kept = { name: 'Platform', gone: 'x', termMonths: 12, endDate: '' };
  expect(readValues(kept, ['name', 'termMonths', 'endDate'])).toEqual({ name: 'Platform', endDate: '' });
});

test.each([null, 'text', 7, {}, { other: 'x' }])('%j is not what the form kept', (value) => {
  expect(readValues(value, ['name'])).toBeNull();
});
