import { expect, test } from 'vitest';
import { readDocument } from './kept-document';

const line = { key: 'start-0', cells: { account: '4100' }, problems: {} };

test('a document that was kept comes back whole', () => {
  const kept = { header: { memo: 'Rent', isAdjustment: false }, lines: [line] };
  expect(readDocument(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

test.each([
  null,
  [],
  { header: {}, lines: {} },
  { header: { memo: 7 }, lines: [] },
  { header: {}, lines: [{ ...line, cells: { account: 4100 } }] },
  { header: {}, lines: [{ cells: {}, problems: {} }] },
])('what is not a document (%j) is not offered', (kept) => {
  expect(readDocument(kept)).toBeNull();
});
