import { expect, test } from 'vitest';
import { financeScope, stepMonth } from './finance-scope';

test('an address without a period looks at the month of today', () => {
  expect(financeScope({ period: '', subsidiary: '' }, '2026-11-21')).toEqual({
    month: '2026-11',
    dateFrom: '2026-11-01',
    dateTo: '2026-11-30',
    subsidiaryId: undefined,
  });
});

test('a made-up period or subsidiary is left aside, never asked for', () => {
  const scope = financeScope({ period: '2026-13', subsidiary: 'x' }, '2026-11-21');
  expect(scope.month).toBe('2026-11');
  expect(scope.subsidiaryId).toBeUndefined();
});

test('periods step across years', () => {
  expect(stepMonth('2026-01', -1)).toBe('2025-12');
  expect(stepMonth('2026-12', 1)).toBe('2027-01');
});
