import { describe, expect, it, test } from 'vitest';
import { booksPeriods, financeScope, firstDayBack, stepMonth, stepPeriod } from './finance-scope';

test('a URL without a period shows the current month', () => {
  expect(financeScope({ period: '', subsidiary: '' }, '2026-11-21')).toEqual({
    month: '2026-11',
    dateFrom: '2026-11-01',
    dateTo: '2026-11-30',
    subsidiaryId: undefined,
    period: '2026-11',
    words: 'November 2026',
    isCurrent: true,
    periods: [],
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

test('three and twelve months end with the selected one', () => {
  const scope = financeScope({ period: '2026-02', subsidiary: '' }, '2026-11-21');
  expect([firstDayBack(scope, 1), firstDayBack(scope, 3), firstDayBack(scope, 'year')]).toEqual([
    '2026-02-01',
    '2025-12-01',
    '2025-03-01',
  ]);
});

describe('books with fiscal periods', () => {
  const US = '00000000-0000-4000-8000-000000000001';
  const DE = '00000000-0000-4000-8000-000000000002';
  const of = (subsidiaryId: string, rows: readonly (readonly [string, string, string])[]) =>
    rows.map(([label, startDate, endDate]) => ({ subsidiaryId, label, startDate, endDate }));
  const WEEKS = [
    ['FY2026-P04', '2026-04-05', '2026-05-02'],
    ['FY2026-P03', '2026-03-01', '2026-04-04'],
    ['FY2026-P02', '2026-02-01', '2026-02-28'],
    ['FY2026-P01', '2026-01-01', '2026-01-31'],
  ] as const;
  const periods = booksPeriods(of(US, WEEKS), undefined);
  const scopeOf = (period: string) => financeScope({ period, subsidiary: '' }, '2026-04-20', periods);

  it('show the fiscal period of today, of its last day, or of the month it mostly lies in', () => {
    expect(scopeOf('')).toMatchObject({ period: '2026-05-02', dateFrom: '2026-04-05', isCurrent: true });
    expect(scopeOf('2026-04-04')).toMatchObject({
      period: '2026-04-04',
      dateFrom: '2026-03-01',
      dateTo: '2026-04-04',
      month: '2026-04',
      words: 'FY2026-P03, to 4 Apr 2026',
      isCurrent: false,
    });
    expect(scopeOf('2026-03').period).toBe('2026-04-04');
    // A fiscal period that is a calendar month is named like it.
    expect(scopeOf('2026-01-31')).toMatchObject({ period: '2026-01', words: 'FY2026-P01, to 31 Jan 2026' });
  });

  it('step from period to period and stop at the last that has begun', () => {
    expect(stepPeriod(scopeOf('2026-04-04'), -1)).toBe('2026-02-28');
    expect(stepPeriod(scopeOf('2026-04-04'), 1)).toBe('2026-05-02');
    expect(stepPeriod(scopeOf(''), 1)).toBeUndefined();
    expect(firstDayBack(scopeOf('2026-04-04'), 3)).toBe('2026-01-01');
    expect(firstDayBack(scopeOf('2026-04-04'), 1)).toBe('2026-03-01');
  });

  it('are months again where subsidiaries differ, unless one is chosen', () => {
    const months = of(DE, [
      ['2026-04', '2026-04-01', '2026-04-30'],
      ['2026-03', '2026-03-01', '2026-03-31'],
    ]);
    expect(booksPeriods([...of(US, WEEKS), ...months], undefined)).toEqual([]);
    expect(booksPeriods([...of(US, WEEKS), ...months], DE)).toEqual([]);
    expect(booksPeriods([...of(US, WEEKS), ...months], US)).toHaveLength(4);
    expect(booksPeriods([...of(US, WEEKS), ...of(DE, WEEKS)], undefined)).toHaveLength(4);
  });
});
