import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { expectValue } from '../cases/expect-value';
import { unwind } from './financing';
import { financingPlan } from './financing-plan';

describe('interest on a financing component by month (606-10-32-20)', () => {
  it('the months of a period sum to its interest, and none is less than the month before, except for a cent of rounding', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 100_000_000 }),
        fc.constantFrom(1, 2, 3, 6, 12),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 0, max: 2_000 }),
        (cents, monthsPerPeriod, periods, points) => {
          const fixed = dec(String(cents)).div('100').toFixed(2);
          const ratePerPeriod = dec(String(points)).div('10000').toFixed();
          const common = { currencyCode: 'USD', periods, ratePerPeriod };
          const plan = expectValue(
            financingPlan({ ...common, kind: 'ADVANCE', start: '2026-01-01', monthsPerPeriod, fixed }),
          );
          const yearly = expectValue(unwind({ ...common, principal: fixed }));
          expect(plan.rows).toHaveLength(periods * monthsPerPeriod);
          for (const [index, { interest }] of yearly.rows.entries()) {
            const months = plan.rows.slice(index * monthsPerPeriod, (index + 1) * monthsPerPeriod);
            expect(sum(months.map(({ amount }) => amount)).equals(interest)).toBe(true);
            for (const [month, { amount }] of months.entries()) {
              const before = months[month - 1]?.amount ?? '0';
              expect(dec(amount).gte(dec(before).minus('0.02'))).toBe(true);
            }
          }
          expect(dec(plan.interest).equals(dec(yearly.interest).negated())).toBe(true);
        },
      ),
    );
  });
});
