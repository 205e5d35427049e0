import { expect, test } from 'vitest';
import { placeBehind } from './aging-links';

const row = {
  CURRENT: '0.00',
  DAYS_1_30: '-12.50',
  DAYS_31_60: '0',
  DAYS_61_90: '12.50',
  OVER_90: '0.0000',
  total: '0.00',
};

test('a figure of an aging leads to the documents of its counterparty, an empty bucket nowhere, the total always', () => {
  const places = (['CURRENT', 'DAYS_1_30', 'DAYS_31_60', 'DAYS_61_90', 'OVER_90', 'total'] as const).map(
    (figure) => placeBehind('/reports/aging?entity=1', row, figure),
  );
  const there = '/reports/aging?entity=1';
  expect(places).toEqual([null, there, null, there, null, there]);
  expect(placeBehind(null, row, 'total')).toBeNull();
});
