import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../periods/calendar';
import {
  BILLING_FREQUENCIES,
  billingPeriodOn,
  checkActivable,
  SUBSCRIPTION_STATUSES,
  SUBSCRIPTION_VERBS,
  statusAfter,
} from './subscription';

describe('subscription lifecycle', () => {
  test('each verb moves to the status in the table and to no other', () => {
    const table = SUBSCRIPTION_VERBS.map((verb) =>
      SUBSCRIPTION_STATUSES.map((from) => {
        const moved = statusAfter(from, verb);
        return moved.ok ? moved.value : '-';
      }).join(' '),
    );
    expect(table).toEqual([
      'ACTIVE - - - -',
      '- PAUSED - - -',
      '- - ACTIVE - -',
      'CANCELLED CANCELLED CANCELLED - -',
      '- EXPIRED EXPIRED - -',
    ]);
  });

  test('a subscription is not activated without a customer and an item', () => {
    expect(checkActivable({ customerId: null, itemCount: 0 })).toMatchObject({
      ok: false,
      refusal: { code: 'INCOMPLETE_DOCUMENT', data: { missing: ['customerId', 'items'] } },
    });
    expect(checkActivable({ customerId: 'c', itemCount: 1 }).ok).toBe(true);
  });
});

describe('billing periods', () => {
  test.each([
    ['MONTHLY', '2026-01-31', null, '2026-02-28', '2026-02-28', '2026-03-30'],
    ['MONTHLY', '2026-01-31', null, '2026-02-27', '2026-01-31', '2026-02-27'],
    ['QUARTERLY', '2026-01-01', null, '2026-05-20', '2026-04-01', '2026-06-30'],
    ['ANNUAL', '2024-02-29', null, '2025-02-28', '2025-02-28', '2026-02-27'],
    ['MONTHLY', '2026-01-01', '2026-02-10', '2026-02-05', '2026-02-01', '2026-02-10'],
    ['ONE_TIME', '2026-01-01', '2026-12-31', '2026-06-01', '2026-01-01', '2026-12-31'],
  ] as const)(
    '%s from %s to %s: %s is in %s … %s',
    (billingFrequency, startDate, endDate, day, start, end) => {
      expect(billingPeriodOn({ startDate, endDate, billingFrequency }, day)).toEqual({ start, end });
    },
  );

  test('there is no period before the start or after the end', () => {
    const subscription = {
      startDate: '2026-01-01',
      endDate: '2026-01-31',
      billingFrequency: 'MONTHLY',
    } as const;
    expect(billingPeriodOn(subscription, '2025-12-31')).toBeNull();
    expect(billingPeriodOn(subscription, '2026-02-01')).toBeNull();
  });

  test('law: a period contains its day, and the next one begins the day after it ends', () => {
    const days = fc.integer({ min: 0, max: 3650 }).map((n) => addDays('2020-01-01', n));
    const repeating = fc.constantFrom(...BILLING_FREQUENCIES.filter((frequency) => frequency !== 'ONE_TIME'));
    fc.assert(
      fc.property(days, fc.nat(2000), repeating, (startDate, later, billingFrequency) => {
        const subscription = { startDate, endDate: null, billingFrequency };
        const day = addDays(startDate, later);
        const period = billingPeriodOn(subscription, day);
        expect(period !== null && period.start <= day && day <= period.end).toBe(true);
        const next = billingPeriodOn(subscription, addDays(period?.end ?? '', 1));
        expect(next?.start).toBe(addDays(period?.end ?? '', 1));
      }),
    );
  });
});
