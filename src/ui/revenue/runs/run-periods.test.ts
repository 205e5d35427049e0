import { describe, expect, it } from 'vitest';
import { CALENDAR_MONTHS, periodsOfYear } from '@/core/periods/fiscal-calendar';
import { periodChoices } from './run-periods';

const weeks = [2025, 2026].flatMap((year) =>
  periodsOfYear(year, { ...CALENDAR_MONTHS, pattern: '4-4-5', firstWeekday: 7 }),
);

describe('the periods offered for a run', () => {
  it('are months where every period is one, and the one after the last run is proposed', () => {
    const months = periodsOfYear(2026, CALENDAR_MONTHS);
    const { isMonths, proposed, choices, beginsOn } = periodChoices(months, {
      today: '2026-04-10',
      last: '2026-02',
    });
    expect({ isMonths, proposed, first: choices[0]?.value }).toEqual({
      isMonths: true,
      proposed: '2026-03',
      first: '2026-05',
    });
    expect(beginsOn('2026-05')).toBe('2026-05-01');
  });

  it('are the fiscal periods of other books, through the one after today’s', () => {
    const { isMonths, proposed, choices, beginsOn } = periodChoices(weeks, {
      today: '2026-04-10',
      last: null,
    });
    expect({ isMonths, proposed, first: choices[0]?.value }).toEqual({
      isMonths: false,
      proposed: '2026-05-02',
      first: '2026-05-30',
    });
    expect(choices[1]?.label).toMatch(/^FY2026-P04, to /);
    expect(beginsOn('2026-05-02')).toBe('2026-04-05');
    expect(periodChoices(weeks, { today: '2026-04-10', last: '2026-01-31' }).proposed).toBe('2026-02');
  });
});
