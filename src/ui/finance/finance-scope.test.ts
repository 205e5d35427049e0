import { expect, test } from 'vitest';
import { financeScope, stepMonth } from './finance-scope';

test('a URL without a period shows the current month', () => {
  expect(financeScope({ period: '', subsidiary: '' }, '2026-11-21')).toEqual({
    month: '2026-11',
    dateFrom: '2026-11-01',
    dateTo: '2026-11-30',
    subsidiaryId: undefined,
  });
});

test('an invalid period or subsidiary is ignored', () => {
  const scope = financeScope({ period: '2026-13', subsidiary: 'x' }, '2026-11-21');
  expect(scope.month).toBe('2026-11');
  expect(scope.subsidiaryId).toBeUndefined();
});

test('periods step across years', () => {
  expect(stepMonth('2026-01', -1)).toBe('2025-12');
  expect(stepMonth('2026-12', 1)).toBe('2027-01');
});
