import { describe, expect, it } from 'vitest';
import { adjustmentObstacle, dueThrough, exampleOf, remedyOf, yearOn } from './period-rows';

const period = (fiscalYear: number, periodNumber: number, fields: object = {}) => ({
  subsidiaryId: 'us',
  fiscalYear,
  periodNumber,
  label: `${fiscalYear}-${String(periodNumber).padStart(2, '0')}`,
  isAdjustment: periodNumber === 13,
  status: 'OPEN' as const,
  ...fields,
});
const asked = { fiscalYear: 2025, subsidiaryId: 'us', name: 'US' };

describe('the periods that close with one', () => {
  it('are the earlier ones of its subsidiary that are not closed yet, oldest first, and itself', () => {
    const rows = [
      period(2026, 2),
      period(2025, 13),
      period(2025, 12, { status: 'SOFT_CLOSED' }),
      period(2025, 11, { status: 'CLOSED' }),
      period(2025, 10, { subsidiaryId: 'de' }),
      period(2026, 1),
    ].map((row) => ({ ...row, id: row.label }));
    const last = rows.at(-1);
    expect(last && dueThrough(rows, last).map(({ label }) => label)).toEqual([
      '2025-12',
      '2025-13',
      '2026-01',
    ]);
    const [latest] = rows;
    expect(latest && dueThrough(rows, latest)).toHaveLength(4);
  });
});

describe('the fiscal year a day is in', () => {
  const of = (fiscalYear: number, startDate: string, endDate: string) => ({ fiscalYear, startDate, endDate });
  const july = [of(2026, '2025-07-01', '2026-06-30'), of(2027, '2026-07-01', '2027-06-30')];

  it('is that of the period the day lies in, however the year is called', () => {
    expect([yearOn(july, '2026-06-30'), yearOn(july, '2026-07-01')]).toEqual([2026, 2027]);
  });

  it('is the latest before a day that no period reaches, and the day’s own without periods', () => {
    expect(yearOn(july, '2028-03-01')).toBe(2027);
    expect(yearOn(july, '2024-03-01')).toBe(2024);
    expect(yearOn([], '2026-03-01')).toBe(2026);
  });
});

describe('obstacles to a 13th period', () => {
  it('none, while the following year is open or soft-closed', () => {
    expect(adjustmentObstacle([period(2025, 12)], asked)).toBeNull();
    const after = [period(2025, 12), period(2026, 2, { status: 'CLOSED' }), period(2026, 1)];
    expect(adjustmentObstacle(after, asked)).toBeNull();
    expect(
      adjustmentObstacle([period(2025, 12), period(2026, 1, { status: 'SOFT_CLOSED' })], asked),
    ).toBeNull();
  });

  it('a year without periods, even when another subsidiary has them', () => {
    expect(adjustmentObstacle([period(2025, 12, { subsidiaryId: 'de' })], asked)).toBe(
      'US has no periods in 2025.',
    );
  });

  it('an existing 13th period', () => {
    expect(adjustmentObstacle([period(2025, 12), period(2025, 13)], asked)).toBe(
      'US already has a 13th period for 2025.',
    );
  });

  it('a following year that is closed or locked, since periods close in sequence', () => {
    const closed = [period(2025, 12), period(2026, 1, { status: 'CLOSED' })];
    expect(adjustmentObstacle(closed, asked)).toContain('Reopen 2026-01 first');
    const locked = [period(2025, 12), period(2026, 1, { status: 'LOCKED' })];
    expect(adjustmentObstacle(locked, asked)).toMatch(/^2026-01 is already locked.*in an open period\.$/);
  });
});

describe('the way to what blocks a close', () => {
  const month = {
    ...{ id: 'september', subsidiaryId: 'us', fiscalYear: 2027 },
    ...{ startDate: '2026-09-01', endDate: '2026-09-30' },
  };
  const blocker = { message: '', count: 1, examples: [] };

  it('for unposted documents, the list of that status, month and subsidiary', () => {
    const remedy = remedyOf({ ...blocker, blocker: 'UNPOSTED_DOCUMENTS', documentStatus: 'DRAFT' }, month);
    expect(remedy.place).toBe('transactions?subsidiary=us&from=2026-09-01&to=2026-09-30&status=DRAFT');
  });

  it('balances that are not revalued: the period in its fiscal year, ready to revalue', () => {
    const remedy = remedyOf({ ...blocker, blocker: 'NOT_REVALUED' }, month);
    expect(remedy.place).toBe('periods?year=2027&revalue=september');
  });

  it('a document is found by its number, a currency pair is not a record', () => {
    expect(remedyOf({ ...blocker, blocker: 'OPEN_DECISIONS' }, month).place).toBe('revenue');
    expect(exampleOf({ ...blocker, blocker: 'OPEN_DECISIONS' }, 'REV-1')).toBe('revenue?search=REV-1');
    expect(exampleOf({ ...blocker, blocker: 'UNPOSTED_DOCUMENTS' }, 'JE-1')).toBe('transactions?search=JE-1');
    expect(exampleOf({ ...blocker, blocker: 'MISSING_RATES' }, 'EUR to USD')).toBeNull();
  });
});
