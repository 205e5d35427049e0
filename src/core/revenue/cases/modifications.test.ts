import { describe, expect, it } from 'vitest';
import { compareModification } from '../modifications/compare';
import type { ModificationInput } from '../modifications/modification';
import { allocatePriceChange } from '../modifications/price-change';
import { expectValue } from './expect-value';

const currencyCode = 'USD';
const compare = (input: Omit<ModificationInput, 'currencyCode'>) =>
  expectValue(compareModification({ currencyCode, ...input }));
const allocatedAfter = (rows: readonly { key: string; after: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.key, row.after]));
const remaining = (rows: readonly { key: string; remaining: string }[]) =>
  Object.fromEntries(rows.map((row) => [row.key, row.remaining]));

/** 120 units for 12,000, of which 60 are delivered and invoiced. */
const units = {
  key: 'units',
  allocated: '12000',
  recognised: '6000',
  satisfied: '0.5',
  remainingDistinct: true,
  plan: {
    kind: 'DELIVERIES' as const,
    deliveries: [
      { on: '2025-07-15', quantity: '30' },
      { on: '2025-08-15', quantity: '30' },
    ],
  },
};
const moreUnits = {
  key: 'more',
  ssp: '2850',
  distinct: true,
  plan: { kind: 'POINT' as const, on: '2025-09-15' },
};

describe('contract modifications', () => {
  it('606-10-55 Example 5A: 30 more units at 95, their standalone price, are a separate contract', () => {
    const { outcomes, required } = compare({
      date: '2025-07-01',
      obligations: [units],
      additions: [{ ...moreUnits, price: '2850' }],
    });
    expect(required).toMatchObject({ treatment: 'separate', paragraph: '606-10-25-12' });
    // 100 a unit for the remaining 60 of the original 120, 95 for the 30 new ones.
    expect(remaining(outcomes.separate.allocation)).toEqual({ units: '6000.00', more: '2850.00' });
    expect(outcomes.separate.revenueByMonth).toEqual([
      { period: '2025-07', amount: '3000.00', catchUp: '0.00' },
      { period: '2025-08', amount: '3000.00', catchUp: '0.00' },
      { period: '2025-09', amount: '2850.00', catchUp: '0.00' },
    ]);
    expect(outcomes.separate).toMatchObject({ catchUp: '0.00', rpo: '8850.00', entries: [] });
  });

  it('606-10-55 Example 5B: 30 more at 80 and a credit of 900 for defects: 900 at once, then 93.33 a unit', () => {
    const { outcomes, required } = compare({
      date: '2025-07-01',
      obligations: [{ ...units, remainingSsp: '5700' }],
      additions: [{ ...moreUnits, price: '2400' }],
      pastAdjustment: { key: 'units', amount: '-900' },
    });
    expect(required.treatment).toBe('prospective');
    expect(outcomes.prospective.catchUp).toBe('-900.00');
    // (60 × 100 + 30 × 80) / 90 = 93.33: 5,600 for the 60, 2,800 for the 30.
    expect(remaining(outcomes.prospective.allocation)).toEqual({ units: '5600.00', more: '2800.00' });
    expect(
      outcomes.prospective.entries.map(({ account, debit, credit }) => [account, debit, credit]),
    ).toEqual([
      ['REVENUE', '900.00', '0.00'],
      ['DEFERRED_REVENUE', '0.00', '900.00'],
    ]);
  });

  /** Fixed 1,000 and 200 of variable consideration, 600 each; X is transferred. */
  const xy = [
    { key: 'X', allocated: '600', recognised: '600', satisfiedSsp: '500', remainingDistinct: true },
    { key: 'Y', allocated: '600', recognised: '0', remainingSsp: '500', remainingDistinct: true },
  ];

  it('606-10-55 Example 6: Z is added for 300, below its standalone price: Y 450 and Z 450', () => {
    const { outcomes, required } = compare({
      date: '2025-11-30',
      obligations: xy,
      additions: [{ key: 'Z', price: '300', ssp: '500', distinct: true }],
    });
    expect(required).toMatchObject({ treatment: 'prospective', paragraph: '606-10-25-13(a)' });
    expect(allocatedAfter(outcomes.prospective.allocation)).toEqual({
      X: '600.00',
      Y: '450.00',
      Z: '450.00',
    });
    expect(outcomes.prospective.catchUp).toBe('0.00');
    // As one obligation instead, X would be allocated a third of 1,500.
    expect(outcomes.catchUp).toMatchObject({ catchUp: '-100.00', total: '1500.00' });
  });

  it('606-10-55 Example 6: the variable amount is later estimated at 240: 20 to X at once, 20 to Y and Z, 460 each', () => {
    const change = expectValue(
      allocatePriceChange({
        currencyCode,
        change: '40',
        promisedBefore: true,
        inception: [
          { key: 'X', weight: '500', satisfied: '1' },
          { key: 'Y', weight: '500', satisfied: '0', openAtModification: true },
        ],
        modified: [
          { key: 'Y', weight: '500', satisfied: '0' },
          { key: 'Z', weight: '500', satisfied: '0' },
        ],
      }),
    );
    expect(change.allocations).toEqual([
      { key: 'X', amount: '20.00', recogniseNow: '20.00' },
      { key: 'Y', amount: '10.00', recogniseNow: '0.00' },
      { key: 'Z', amount: '10.00', recogniseNow: '0.00' },
    ]);
    expect(change.recogniseNow).toBe('20.00');
  });

  it('606-10-55 Example 7: a service extended at a lower price is recognized at 70,000 a year for four years', () => {
    const { outcomes, required } = compare({
      date: '2027-01-01',
      obligations: [
        {
          key: 'service',
          allocated: '300000',
          recognised: '200000',
          remainingSsp: '80000',
          remainingDistinct: true,
          plan: { kind: 'RATABLE', start: '2027-01-01', end: '2027-12-31', method: 'EVEN_PERIODS' },
        },
      ],
      additions: [
        {
          key: 'extension',
          price: '200000',
          ssp: '240000',
          distinct: true,
          plan: { kind: 'RATABLE', start: '2028-01-01', end: '2030-12-31', method: 'EVEN_PERIODS' },
        },
      ],
      priceChange: '-20000',
    });
    expect(required.treatment).toBe('prospective');
    expect(remaining(outcomes.prospective.allocation)).toEqual({
      service: '70000.00',
      extension: '210000.00',
    });
    expect(outcomes.prospective.revenueByMonth).toHaveLength(48);
    expect(outcomes.prospective.revenueByMonth[0]?.amount).toBe('5833.33');
    expect(outcomes.separate.applicable).toBe(false);
  });

  const building = (percentDecimals?: number) =>
    compare({
      date: '2026-03-31',
      obligations: [
        {
          key: 'building',
          allocated: '1000000',
          recognised: '600000',
          satisfied: '0.6',
          remainingDistinct: false,
          costs: {
            toDate: '420000',
            totalAfter: '820000',
            ...(percentDecimals === undefined ? {} : { percentDecimals }),
          },
        },
      ],
      // 150,000 for the change of scope, and the bonus of 200,000 now included.
      priceChange: '350000',
      billed: '650000',
    });

  it('606-10-55 Example 8: the catch-up is 91,200 with the percentage rounded to 51.2%', () => {
    const { outcomes, required } = building(1);
    expect(required).toMatchObject({ treatment: 'catchUp', paragraph: '606-10-25-13(b)' });
    expect(outcomes.catchUp).toMatchObject({
      catchUp: '91200.00',
      total: '1350000.00',
      rpo: '658800.00',
      deferred: '0.00',
      contractAsset: '41200.00',
    });
    expect(outcomes.catchUp.entries.map(({ account, debit, credit }) => [account, debit, credit])).toEqual([
      ['DEFERRED_REVENUE', '50000.00', '0.00'],
      ['CONTRACT_ASSET', '41200.00', '0.00'],
      ['REVENUE', '0.00', '91200.00'],
    ]);
  });

  it('606-10-55 Example 8: the catch-up is 91,463.41 unrounded', () => {
    expect(building().outcomes.catchUp.catchUp).toBe('91463.41');
    expect(building().outcomes.prospective.catchUp).toBe('0.00');
  });

  it('25-13(c): a distinct part is changed prospectively, a part in progress with a catch-up', () => {
    const { outcomes, required } = compare({
      date: '2025-07-01',
      obligations: [
        {
          key: 'build',
          allocated: '1000',
          recognised: '500',
          satisfied: '0.5',
          remainingSsp: '500',
          remainingDistinct: false,
        },
        { key: 'training', allocated: '500', recognised: '0', remainingSsp: '500', remainingDistinct: true },
      ],
      priceChange: '100',
    });
    expect(required).toMatchObject({ treatment: 'mixed', paragraph: '606-10-25-13(c)' });
    expect(allocatedAfter(outcomes.mixed.allocation)).toEqual({ build: '1050.00', training: '550.00' });
    expect(outcomes.mixed.catchUp).toBe('25.00');
  });

  it('25-10: a modification before inception is refused', () => {
    const outcome = compareModification({
      currencyCode,
      date: '2024-12-31',
      inception: '2025-01-01',
      obligations: [units],
    });
    expect(outcome).toMatchObject({
      ok: false,
      refusal: { data: { rule: 'MODIFICATION_BEFORE_INCEPTION' } },
    });
  });
});
