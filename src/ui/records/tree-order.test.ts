import { expect, test } from 'vitest';
import { inTreeOrder } from './tree-order';

test('children follow their parents; an orphan is at the top level', () => {
  const rows = [
    { id: 'leaf', parent: 'branch' },
    { id: 'root', parent: null },
    { id: 'branch', parent: 'root' },
    { id: 'orphan', parent: 'elsewhere' },
  ];
  const order = inTreeOrder(rows, (row) => row.parent).map((row) => `${row.depth} ${row.id}`);
  expect(order).toEqual(['0 root', '1 branch', '2 leaf', '0 orphan']);
});
