import { describe, expect, test } from 'vitest';
import { nextPeriod, type Planned, periodsDue } from './billing-plan';

const plan = (more: Partial<Planned> = {}): Planned => ({
  subscriptionStatus: 'ACTIVE',
  startDate: '2026-01-31',
  endDate: null,
  billingFrequency: 'MONTHLY',
  billedFrom: null,
  activatedOn: '2026-01-20',
  ...more,
});

describe('the next period to bill', () => {
  test('is the first one, the one after the latest bill, or the one in which it was activated', () => {
    expect(nextPeriod(plan())).toEqual({ start: '2026-01-31', end: '2026-02-27' });
    expect(nextPeriod(plan({ billedFrom: '2026-01-31' }))).toEqual({
      start: '2026-02-28',
      end: '2026-03-30',
    });
    expect(nextPeriod(plan({ activatedOn: '2026-05-10' }))).toEqual({
      start: '2026-04-30',
      end: '2026-05-30',
    });
  });

  test.each([
    ['DRAFT', { subscriptionStatus: 'DRAFT' }],
    ['PAUSED', { subscriptionStatus: 'PAUSED' }],
    ['CANCELLED', { subscriptionStatus: 'CANCELLED' }],
    ['ENDED', { endDate: '2026-02-27', billedFrom: '2026-01-31' }],
    ['ENDED', { endDate: '2026-02-10', billedFrom: '2026-02-28' }],
    ['ENDED', { billingFrequency: 'ONE_TIME', billedFrom: '2026-01-31' }],
    ['ENDED', { endDate: '2026-03-01', activatedOn: '2026-06-01' }],
  ] as const)('is none: %s %o', (why, more) => {
    expect(nextPeriod(plan(more))).toBe(why);
  });

  test('every period that has begun is due, the earliest first, up to the limit', () => {
    const starts = (today: string, limit = 12) => periodsDue(plan(), today, limit).map(({ start }) => start);
    expect(starts('2026-01-30')).toEqual([]);
    expect(starts('2026-03-31')).toEqual(['2026-01-31', '2026-02-28', '2026-03-31']);
    expect(starts('2026-03-31', 2)).toEqual(['2026-01-31', '2026-02-28']);
  });
});
