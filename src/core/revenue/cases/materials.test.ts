import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec } from '../../money/decimal';
import type { ContractEvent, EventOf } from '../contracts/events';
import { picture } from '../contracts/picture';
import { costToCost } from '../schedules/progress';
import { expectValue } from './expect-value';

/** A building whose lifts, at 1,500,000, are delivered and not installed: 20% of the rest of the costs are incurred (Example 19). */
const lifts: EventOf<'costs'> = {
  id: 'costs',
  kind: 'costs',
  effectiveDate: '2026-02-28',
  key: 'building',
  scope: 'CONSTRUCTION',
  costToDate: '2000000',
  totalCost: '4000000',
  uninstalled: { totalCost: '1500000', costToDate: '1500000' },
};

const contract = (price: string, ...facts: ContractEvent[]): ContractEvent[] => [
  {
    id: 'created',
    kind: 'created',
    effectiveDate: '2026-01-01',
    currencyCode: 'USD',
    obligations: [{ key: 'building', allocated: price, ssp: price, pattern: { kind: 'PROGRESS' } }],
  },
  { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
  ...facts,
];

const agreed = (priceChange: string, more: object = {}): ContractEvent => ({
  id: 'change',
  kind: 'modification',
  effectiveDate: '2026-03-10',
  treatment: 'catchUp',
  decidedFor: 'catchUp',
  reason: 'agreed',
  priceChange,
  ...more,
});
const repriced = (change: string): ContractEvent => ({
  id: 'change',
  kind: 'estimateChange',
  effectiveDate: '2026-03-10',
  change,
  promisedBefore: true,
});
const credited = (amount: string): ContractEvent => ({
  id: 'change',
  kind: 'creditNote',
  effectiveDate: '2026-03-10',
  amount,
  mode: 'CONCESSION',
});

/** What is earned by each month in which something is. */
function earned(facts: readonly ContractEvent[]): Record<string, string> {
  const months: Record<string, string> = {};
  for (const { naturalPeriod, amount } of expectValue(picture(facts)).rows) {
    months[naturalPeriod] = dec(months[naturalPeriod] ?? '0')
      .plus(amount)
      .toFixed(2);
  }
  return months;
}

describe('606-10-55-21: materials that are not installed earn their cost and no margin, also when the price changes', () => {
  // Of 5,000,000 the lifts are 1,500,000 and the rest is 3,500,000, of which 20% is 700,000: 2,200,000.00 in all.
  it.each([
    // 200,000 more for the rest earns 20% of it, 40,000.00, and not 44%, the part of the whole price that is earned (25-13(b)).
    ['a modification raises it', agreed('200000'), '40000.00'],
    ['a modification lowers it', agreed('-200000'), '-40000.00'],
    ['its estimate rises (32-43)', repriced('200000'), '40000.00'],
    ['a part of it is credited', credited('200000'), '-40000.00'],
    // 500,000 of costs of 2,700,000 without the lifts are 18.518...%: of 3,700,000 they earn 685,185.19, with the lifts 2,185,185.19.
    [
      'a modification states the costs on the new scope, lifts included',
      agreed('200000', {
        obligations: [{ key: 'building', costs: { toDate: '2000000', totalAfter: '4200000' } }],
      }),
      '-14814.81',
    ],
  ])('%s', (_name, change, by) => {
    expect(earned(contract('5000000', lifts))).toEqual({ '2026-02': '2200000.00' });
    expect(earned(contract('5000000', lifts, change))).toEqual({ '2026-02': '2200000.00', '2026-03': by });
  });

  it('a measure that the modification states is of the whole, materials included', () => {
    // 45% of 5,200,000 is 2,340,000.00.
    const stated = agreed('200000', { obligations: [{ key: 'building', satisfiedAfter: '0.45' }] });
    expect(earned(contract('5000000', lifts, stated))['2026-03']).toBe('140000.00');
    // What was stated stands until costs are reported again: a later change earns 45% of it.
    const later: ContractEvent = { ...repriced('100000'), id: 'later', effectiveDate: '2026-04-10' };
    expect(earned(contract('5000000', lifts, stated, later))['2026-04']).toBe('45000.00');
  });

  it('law: whatever changes the price, and how often, the contract earns what costs earn of the price it comes to', () => {
    const amount = fc.integer({ min: -400_000, max: 900_000 }).map((cents) => (cents / 100).toFixed(2));
    const costs = fc
      .record({ installed: fc.integer({ min: 0, max: 100 }), whole: fc.integer({ min: 2_000, max: 9_000 }) })
      .map(({ installed, whole }) => {
        const materials = { totalCost: '1500', costToDate: String(15 * installed) };
        const costToDate = String(15 * installed + Math.floor(((whole - 1_500) * installed) / 200));
        return { ...lifts, costToDate, totalCost: String(whole), uninstalled: materials };
      });
    const change = fc.tuple(fc.constantFrom('agreed', 'repriced', 'credited'), amount);
    fc.assert(
      fc.property(costs, fc.array(change, { minLength: 1, maxLength: 4 }), (reported, drawn) => {
        const changes = drawn.map(([kind, by], index): ContractEvent => {
          const on = { id: `c${index}`, effectiveDate: `2026-03-${String(10 + index)}` };
          if (kind === 'agreed') return { ...agreed(by), ...on };
          if (kind === 'repriced') return { ...repriced(by), ...on };
          return { ...credited(dec(by).abs().toFixed(2)), ...on };
        });
        const { transactionPrice, rows } = expectValue(picture(contract('50000', reported, ...changes)));
        const { costToDate, totalCost, uninstalled } = reported;
        const expected = expectValue(
          costToCost({ currencyCode: 'USD', transactionPrice, costToDate, totalCost, uninstalled }),
        );
        const sum = rows.reduce((whole, row) => whole.plus(row.amount), dec('0'));
        expect(sum.toFixed(2)).toBe(expected.revenueToDate);
      }),
    );
  });
});
