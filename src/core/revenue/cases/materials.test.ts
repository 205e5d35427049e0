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

  /** Costs of the same building in April: so many of the lifts bought, half of the rest incurred. */
  const half = (bought: string, costToDate: string): ContractEvent => ({
    ...lifts,
    id: 'half',
    effectiveDate: '2026-04-20',
    costToDate,
    uninstalled: { totalCost: '1500000', costToDate: bought },
  });
  const prospective = agreed('200000', { treatment: 'prospective', decidedFor: 'prospective' });

  it('a prospective change leaves what was earned: of what is left beside the lifts the work done since earns its part (25-13(a))', () => {
    // 5,200,000 − 2,200,000 are left for 80% of the work; 30% of it: 1,125,000.00.
    const facts = contract('5000000', lifts, prospective, half('1500000', '2750000'));
    expect(earned(facts)).toEqual({ '2026-02': '2200000.00', '2026-04': '1125000.00' });
    // Of 80,000 more, three eighths are earned at once.
    const later: ContractEvent = { ...repriced('80000'), id: 'later', effectiveDate: '2026-05-10' };
    expect(earned([...facts, later])['2026-05']).toBe('30000.00');
  });

  it('lifts that are bought after a prospective change earn their cost out of what is left', () => {
    // 750,000 and 20% of 3,500,000 are 1,450,000.00. 3,750,000 are left, 750,000 of it for the other lifts: with them and three eighths of
    // 3,000,000 the rest has earned 1,875,000.00.
    const some = {
      ...lifts,
      costToDate: '1250000',
      uninstalled: { totalCost: '1500000', costToDate: '750000' },
    };
    const facts = contract('5000000', some, prospective, half('1500000', '2750000'));
    expect(earned(facts)).toEqual({ '2026-02': '1450000.00', '2026-04': '1875000.00' });
  });

  it('what is expected to be refunded comes off at once and is not part of what costs measure', () => {
    const refund: ContractEvent = {
      id: 'refund',
      kind: 'refundEstimate',
      effectiveDate: '2026-03-05',
      key: 'building',
      liability: '100000',
    };
    // 30% more of 3,500,000, and of 200,000 more half.
    const facts = contract('5000000', lifts, refund, half('1500000', '2750000'));
    expect(earned(facts)).toEqual({
      '2026-02': '2200000.00',
      '2026-03': '-100000.00',
      '2026-04': '1050000.00',
    });
    const later: ContractEvent = { ...repriced('200000'), id: 'later', effectiveDate: '2026-05-10' };
    expect(earned([...facts, later])['2026-05']).toBe('100000.00');
  });

  it('costs that a modification states leave the lifts among them: of a later change of the price the work done earns its part', () => {
    const restated = agreed('0', {
      obligations: [{ key: 'building', costs: { toDate: '2000000', totalAfter: '4000000' } }],
    });
    const later: ContractEvent = { ...repriced('200000'), id: 'later', effectiveDate: '2026-04-10' };
    expect(earned(contract('5000000', lifts, restated, later))['2026-04']).toBe('40000.00');
  });

  it('340-40-35-1: a cost of the contract follows the costs that were incurred, which a change of the price does not move', () => {
    const commission: ContractEvent = {
      ...{
        id: 'commission',
        kind: 'cost',
        effectiveDate: '2026-01-05',
        key: 'commission',
        costKind: 'OBTAIN',
      },
      ...{ amount: '1000', recoverable: true, incremental: true, direct: true, enhancesResources: true },
      ...{ expedient: false, start: '2026-01-05', contractMonths: 12, expectedRenewalMonths: 0 },
      renewalCostCommensurate: true,
      follows: ['building'],
    };
    // 2,000,000 of 4,000,000.
    for (const change of [[], [repriced('200000')], [credited('200000')]]) {
      const { costMonths } = expectValue(picture(contract('5000000', commission, lifts, ...change)));
      const taken = costMonths.filter(({ item }) => item === 'commission');
      expect(taken.map(({ period, amount }) => [period, dec(amount).toFixed(2)])).toEqual([
        ['2026-02', '500.00'],
      ]);
    }
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
