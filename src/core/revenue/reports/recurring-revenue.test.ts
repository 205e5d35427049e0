import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '@/core/money/decimal';
import { addPeriods } from '../days';
import { recurringRevenue, type SubscriptionSpan } from './recurring-revenue';

const currencyCode = 'USD';

describe('recurring revenue', () => {
  const span = (
    customerId: string,
    monthlyAmount: string,
    start: string,
    end: string | null,
  ): SubscriptionSpan => ({
    customerId,
    subscriptionId: `${customerId}-${start}`,
    monthlyAmount,
    start,
    end,
  });

  it('bridges opening to closing by new, expansion, contraction, churn and reactivation', () => {
    const rows = recurringRevenue({
      currencyCode,
      from: '2025-02',
      to: '2025-04',
      spans: [
        span('a', '100', '2025-01-01', '2025-02-15'),
        span('a', '150', '2025-02-16', null),
        span('b', '80', '2025-01-10', '2025-02-28'),
        span('b', '80', '2025-04-01', null),
        span('c', '40', '2025-03-31', null),
      ],
    });
    expect(rows[0]).toMatchObject({
      opening: '180.00',
      expansion: '50.00',
      churn: '0.00',
      closing: '230.00',
    });
    expect(rows[1]).toMatchObject({ churn: '80.00', new: '40.00', closing: '190.00' });
    expect(rows[2]).toMatchObject({ reactivation: '80.00', closing: '270.00', annual: '3240.00' });
  });

  it('law: the bridge always reconciles opening to closing', () => {
    const spans = fc.array(
      fc
        .record({
          customer: fc.constantFrom('a', 'b', 'c'),
          amount: fc.integer({ min: 0, max: 500 }),
          start: fc.integer({ min: 1, max: 12 }),
          months: fc.integer({ min: 0, max: 12 }),
          open: fc.boolean(),
        })
        .map(({ customer, amount, start, months, open }) => {
          const first = addPeriods('2025-01', start);
          const end = open ? null : `${addPeriods(first, months)}-15`;
          return span(customer, String(amount), `${first}-01`, end);
        }),
    );
    fc.assert(
      fc.property(spans, (drawn) => {
        const rows = recurringRevenue({ currencyCode, from: '2025-01', to: '2027-06', spans: drawn });
        for (const row of rows) {
          const closing = dec(row.opening)
            .plus(row.new)
            .plus(row.reactivation)
            .plus(row.expansion)
            .minus(row.contraction)
            .minus(row.churn);
          expect(closing.equals(row.closing)).toBe(true);
        }
      }),
    );
  });
});
