import { describe, expect, it } from 'vitest';
import type { ObligationTerms } from '../contracts/agreed/promised-terms';
import type { ContractEvent } from '../contracts/events';
import { picture } from '../contracts/picture';
import { expectValue } from './expect-value';

type Body = ContractEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'id'> : never) : never;
const history = (...events: Body[]): ContractEvent[] =>
  events.map((event, index) => ({ ...event, id: `e${index}` }) as ContractEvent);
const created = (...obligations: ObligationTerms[]): Body => ({
  kind: 'created',
  effectiveDate: '2025-01-01',
  currencyCode: 'USD',
  obligations,
});
const activated: Body = { kind: 'activated', effectiveDate: '2025-01-01' };

describe('worked examples recorded as events', () => {
  it('606-10-55 Example 8 as events: 600,000, then a catch-up of 91,200 with the modification', () => {
    const building: ObligationTerms = {
      key: 'building',
      allocated: '1000000',
      ssp: '1000000',
      pattern: { kind: 'PROGRESS' },
    };
    const state = expectValue(
      picture(
        history(
          created(building),
          activated,
          {
            kind: 'costs',
            effectiveDate: '2025-12-31',
            key: 'building',
            costToDate: '420000',
            totalCost: '700000',
          },
          {
            kind: 'modification',
            effectiveDate: '2026-03-31',
            treatment: 'catchUp',
            decidedFor: 'catchUp',
            priceChange: '350000',
            obligations: [{ key: 'building', satisfiedAfter: '0.512' }],
            reason: 'larger floor plan',
          },
          { kind: 'progress', effectiveDate: '2026-12-31', key: 'building', progress: '1' },
        ),
      ),
    );
    expect(state.rows.map(({ amount, catchUp }) => [amount, catchUp])).toEqual([
      ['600000.00', false],
      ['91200.00', true],
      ['658800.00', false],
    ]);
    expect(state.status).toBe('COMPLETED');
  });

  it('606-10-55 Example 6 as events: Y and Z end at 460 each and X catches up 20', () => {
    const half = (key: string): ObligationTerms => ({
      key,
      allocated: '600',
      ssp: '500',
      pattern: { kind: 'POINT' },
    });
    const state = expectValue(
      picture(
        history(
          created(half('X'), half('Y')),
          activated,
          { kind: 'delivery', effectiveDate: '2025-01-01', key: 'X' },
          {
            kind: 'modification',
            effectiveDate: '2025-06-30',
            treatment: 'prospective',
            decidedFor: 'prospective',
            additions: [{ key: 'Z', price: '300', ssp: '500', distinct: true, pattern: { kind: 'POINT' } }],
            reason: 'Z added',
          },
          { kind: 'estimateChange', effectiveDate: '2025-09-30', change: '40', promisedBefore: true },
          { kind: 'delivery', effectiveDate: '2025-10-31', key: 'Y' },
          { kind: 'delivery', effectiveDate: '2025-11-30', key: 'Z' },
        ),
      ),
    );
    expect(state.rows.map(({ key, amount }) => [key, amount])).toEqual([
      ['X', '600.00'],
      ['X', '20.00'],
      ['Y', '460.00'],
      ['Z', '460.00'],
    ]);
    expect(state.transactionPrice).toBe('1540.00');
  });
});
