import { describe, expect, it } from 'vitest';
import { revenueByPeriod } from '../../../../e2e/revenue/oracle/figures';
import { dec, sum } from '../../money/decimal';
import type { ObligationTerms, RoyaltyTerms } from '../contracts/agreed/promised-terms';
import type { ContractEvent } from '../contracts/events';
import { picture } from '../contracts/picture';
import type { MinimumTerms } from '../minimum';
import { expectValue, ruleOf } from './expect-value';

/** A minimum of 2026 earned as used, unless said otherwise; every unit costs 1. */
const minimum = (terms: Partial<MinimumTerms>): MinimumTerms => ({
  start: '2026-01-01',
  end: '2026-12-31',
  every: 'YEAR',
  amount: '1200',
  method: 'AS_USED',
  ...terms,
});
const calls = (terms: Partial<MinimumTerms>, allocated = '1200'): ObligationTerms => ({
  key: 'calls',
  allocated,
  ssp: allocated,
  pattern: { kind: 'USAGE', tiers: [{ upTo: null, unitPrice: '1' }], minimum: minimum(terms) },
});

function contract(
  obligations: readonly ObligationTerms[],
  { on = '2026-01-01', royalties }: { on?: string; royalties?: RoyaltyTerms[] } = {},
): ContractEvent[] {
  return [
    {
      id: 'created',
      kind: 'created',
      effectiveDate: on,
      currencyCode: 'USD',
      obligations,
      ...(royalties && { royalties }),
    },
    { id: 'activated', kind: 'activated', effectiveDate: on },
  ];
}
const used = (effectiveDate: string, quantity: string): ContractEvent => ({
  id: `used ${effectiveDate}`,
  kind: 'usage',
  effectiveDate,
  key: 'calls',
  quantity,
});
const expected = (effectiveDate: string, amount: string, key = 'calls'): ContractEvent => ({
  id: `expected ${effectiveDate}`,
  kind: 'useEstimate',
  effectiveDate,
  key,
  expected: amount,
  evidence: 'use of the last twelve months',
});

const pictureOf = (events: readonly ContractEvent[]) => expectValue(picture(events));
/** What is earned in each month that earns something. */
const months = (events: readonly ContractEvent[]) =>
  Object.fromEntries(
    revenueByPeriod(pictureOf(events))
      .filter(({ amount }) => !dec(amount).isZero())
      .map(({ period, amount }) => [period, amount]),
  );
const years = (events: readonly ContractEvent[]) => {
  const found = revenueByPeriod(pictureOf(events));
  return [...new Set(found.map(({ period }) => period.slice(0, 4)))].map((year) =>
    sum(found.filter(({ period }) => period.startsWith(year)).map(({ amount }) => amount)).toFixed(2),
  );
};
const shown = (events: readonly ContractEvent[]) =>
  pictureOf(events).obligations.find(({ key }) => key === 'calls')?.commitments;

describe('a committed minimum of usage', () => {
  const monthly = { every: 'MONTH', end: '2026-03-31', amount: '100' } as const;

  it('606-10-55-48: of 100 a month, unused units are earned when the month ends, and what is used beyond is earned as it is used (606-10-32-40)', () => {
    // January: 60 used and 40 that expire. February: 100 and 30 beyond. March: 100 that expire.
    const events = [
      ...contract([calls(monthly, '300')]),
      used('2026-01-15', '60'),
      used('2026-02-10', '130'),
    ];
    expect(months(events)).toEqual({ '2026-01': '100.00', '2026-02': '130.00', '2026-03': '100.00' });
    expect(pictureOf(events).transactionPrice).toBe('330.00');
    expect(shown(events)).toMatchObject([
      { end: '2026-01-31', used: '60.00', unused: '40.00', beyond: '0.00', due: '100.00' },
      { end: '2026-02-28', used: '130.00', unused: '0.00', beyond: '30.00', due: '130.00' },
      { end: '2026-03-31', used: '0.00', unused: '100.00', beyond: '0.00', due: '100.00' },
    ]);
  });

  it('606-10-55-48: of 300 a quarter the true-up is in the last month of the quarter, by what was used in all of it', () => {
    // First quarter: 120 in January, 80 in March and 100 that expire with it. Second: 350 in April, 50 of them beyond.
    const quarterly = { every: 'QUARTER', end: '2026-06-30', amount: '300' } as const;
    const events = [
      ...contract([calls(quarterly, '600')]),
      used('2026-01-20', '120'),
      used('2026-03-05', '80'),
      used('2026-04-02', '350'),
    ];
    expect(months(events)).toEqual({ '2026-01': '120.00', '2026-03': '180.00', '2026-04': '350.00' });
    expect(pictureOf(events).transactionPrice).toBe('650.00');
  });

  it('606-10-55-48: if 960 of 1,200 are expected to be used, each unit used earns 1.25, and those used beyond 960 earn nothing until 1,200', () => {
    // 240 / 960 × 1,200 = 300. 960 used: all 1,200. 100 more are covered; of the next 200, 60 are beyond 1,200.
    const events = [
      ...contract([calls({ expected: '960' })]),
      used('2026-01-15', '240'),
      used('2026-02-15', '720'),
      used('2026-03-15', '100'),
      used('2026-04-15', '200'),
    ];
    expect(months(events)).toEqual({ '2026-01': '300.00', '2026-02': '900.00', '2026-04': '60.00' });
  });

  it('606-10-55-48: if breakage is no longer expected, what was earned of it is reversed, and the unused units are earned when they expire', () => {
    const events = [
      ...contract([calls({ expected: '960' })]),
      used('2026-01-15', '240'),
      expected('2026-02-01', '1200'),
    ];
    expect(months(events)).toEqual({ '2026-01': '300.00', '2026-02': '-60.00', '2026-12': '960.00' });
  });

  it('606-10-55-46: units carried over stay a contract liability until they are used or the last month ends', () => {
    // 40 of 100; 130 of 160; 90 of 130, of which 40 expire at the end.
    const carried = calls({ ...monthly, unused: 'CARRIED_OVER' }, '300');
    const two = [...contract([carried]), used('2026-01-15', '40'), used('2026-02-10', '130')];
    expect(months([...two, used('2026-03-20', '90')])).toEqual({
      '2026-01': '40.00',
      '2026-02': '130.00',
      '2026-03': '130.00',
    });
    // 150 instead: 130 were open, 20 are beyond.
    const more = [...two, used('2026-03-20', '150')];
    expect(months(more)).toMatchObject({ '2026-03': '150.00' });
    expect(pictureOf(more).transactionPrice).toBe('320.00');
    expect(shown(more)).toMatchObject([
      { carriedIn: '0.00', unused: '60.00', due: '100.00' },
      { carriedIn: '60.00', unused: '30.00', due: '100.00' },
      { carriedIn: '30.00', unused: '0.00', due: '120.00' },
    ]);
  });

  it('606-10-25-18(e): standing ready earns the minimum with time, whatever is used of it, and use beyond it as it occurs (606-10-32-40)', () => {
    // 1,350 used in all: 150 beyond 1,200, in February.
    const events = [
      ...contract([calls({ method: 'OVER_TIME', spread: 'EVEN_PERIODS' })]),
      used('2026-01-15', '50'),
      used('2026-02-10', '1300'),
    ];
    const found = months(events);
    expect(found).toMatchObject({ '2026-01': '100.00', '2026-02': '250.00', '2026-03': '100.00' });
    expect(sum(Object.values(found)).toFixed(2)).toBe('1350.00');
  });

  it('606-10-32-31: a minimum of 1,000 that is allocated 800 earns four fifths of what is used of it, and all of what is used beyond', () => {
    // 1,200 for standalone prices of 1,000 and 500: 800 and 400.
    const support: ObligationTerms = {
      key: 'support',
      allocated: '400',
      ssp: '500',
      pattern: { kind: 'POINT' },
    };
    const own = { ...calls({ amount: '1000' }, '800'), ssp: '1000' };
    const events = [...contract([own, support]), used('2026-01-15', '250'), used('2026-02-15', '800')];
    // 250 × 0.8; 750 × 0.8 and 50.
    expect(months(events)).toEqual({ '2026-01': '200.00', '2026-02': '650.00' });
  });

  it('606-10-25-13(a): a minimum of 100 a month that is 150 from July is a change of the price by 300, earned by the later months', () => {
    const year = { every: 'MONTH', amount: '100' } as const;
    const raised: ContractEvent = {
      id: 'raised',
      kind: 'modification',
      effectiveDate: '2026-07-01',
      treatment: 'prospective',
      decidedFor: 'prospective',
      reason: 'a larger plan',
      obligations: [
        {
          key: 'calls',
          pattern: {
            kind: 'USAGE',
            tiers: [{ upTo: null, unitPrice: '1' }],
            minimum: minimum({ ...year, changes: [{ from: '2026-07-01', amount: '150' }] }),
          },
        },
      ],
    };
    const events = [...contract([calls(year)]), used('2026-02-10', '170'), raised, used('2026-08-10', '160')];
    const found = months(events);
    expect(found).toMatchObject({ '2026-01': '100.00', '2026-02': '170.00', '2026-06': '100.00' });
    expect(found).toMatchObject({ '2026-07': '150.00', '2026-08': '160.00', '2026-12': '150.00' });
    // 6 × 100 and 6 × 150, and 70 and 10 beyond.
    expect(pictureOf(events).transactionPrice).toBe('1580.00');
    // A change that reaches into what was used beyond the minimum already is refused.
    const back = { ...raised, effectiveDate: '2026-04-01', id: 'back' } as typeof raised;
    const lower: ContractEvent = {
      ...back,
      kind: 'modification',
      obligations: [
        { key: 'calls', pattern: { kind: 'USAGE', minimum: minimum({ ...year, amount: '200' }) } },
      ],
    } as ContractEvent;
    expect(ruleOf(picture([...contract([calls(year)]), used('2026-02-10', '170'), lower]))).toBe(
      'MINIMUM_ALREADY_EXCEEDED',
    );
  });

  it('606-10-32-14: an estimate of use stands in a modification that says what was said before, and gives way to another', () => {
    const price = (expectedThen: string): ContractEvent => ({
      id: 'agreed',
      kind: 'modification',
      effectiveDate: '2026-03-01',
      treatment: 'prospective',
      decidedFor: 'prospective',
      reason: 'a longer notice',
      obligations: [
        {
          key: 'calls',
          pattern: {
            kind: 'USAGE',
            tiers: [{ upTo: null, unitPrice: '1' }],
            minimum: minimum({ expected: expectedThen }),
          },
        },
      ],
    });
    const events = [
      ...contract([calls({ expected: '960' })]),
      used('2026-01-15', '240'),
      expected('2026-02-01', '1200'),
    ];
    const more = used('2026-03-15', '96');
    // 240 of 1,200 are earned. 96 more of the other 960, of which all, or 660, are expected to be used: 960 × 96 / 660.
    expect(months([...events, price('960'), more])).toMatchObject({
      '2026-02': '-60.00',
      '2026-03': '96.00',
    });
    expect(months([...events, price('900'), more])).toMatchObject({
      '2026-02': '-60.00',
      '2026-03': '139.64',
    });
  });

  it('606-10-32-2: at the end of the contract the rest of the minimum leaves the price, unless the customer is billed for it', () => {
    const quarterly = { every: 'QUARTER', end: '2026-06-30', amount: '300' } as const;
    const ended: ContractEvent[] = [
      ...contract([calls(quarterly, '600')]),
      used('2026-01-20', '120'),
      { id: 'ended', kind: 'termination', effectiveDate: '2026-02-15', refund: '0', reason: 'agreed' },
    ];
    expect(months(ended)).toEqual({ '2026-01': '120.00' });
    const billed: ContractEvent[] = [
      ...ended,
      { id: 'bill', kind: 'invoice', effectiveDate: '2026-02-20', amount: '300', unconditional: true },
    ];
    expect(months(billed)).toEqual({ '2026-01': '120.00', '2026-02': '180.00' });
  });

  it('606-10-55-48: use recorded after the month was trued up, or voided, gives what it would have given on its day', () => {
    const base = contract([calls(monthly, '300')]);
    const [first, late] = [used('2026-01-15', '60'), used('2026-01-20', '70')];
    const inOrder = [...base, first, late, used('2026-02-10', '130')];
    expect(months(inOrder)).toEqual({ '2026-01': '130.00', '2026-02': '130.00', '2026-03': '100.00' });
    expect(pictureOf([...base, used('2026-02-10', '130'), late, first])).toEqual(
      expect.objectContaining({ rows: pictureOf(inOrder).rows }),
    );
    const voided: ContractEvent = {
      id: 'void',
      kind: 'voided',
      effectiveDate: '2026-01-20',
      of: late.id,
      reason: 'counted twice',
    };
    expect(months([...inOrder, voided])).toEqual({
      '2026-01': '100.00',
      '2026-02': '130.00',
      '2026-03': '100.00',
    });
  });
});

describe('a guaranteed minimum of royalties (606-10-55-65, TRG paper 58)', () => {
  /** A license of five years with 5,000 guaranteed; royalties of 750, 1,250, 1,500, 2,000 and 3,500 in its years, each on 30 June. */
  const licensed = (terms: Partial<MinimumTerms>): ContractEvent[] =>
    contract(
      [
        {
          key: 'brand',
          allocated: '5000',
          ssp: '5000',
          pattern: {
            kind: 'USAGE',
            minimum: minimum({
              end: '2030-12-31',
              every: 'TERM',
              amount: '5000',
              spread: 'EVEN_PERIODS',
              ...terms,
            }),
          },
        },
      ],
      { royalties: [{ key: 'sales', rate: '0.1', to: ['brand'] }] },
    );
  const sales = ['7500', '12500', '15000', '20000', '35000'].map(
    (amount, year): ContractEvent => ({
      id: `sales ${year}`,
      kind: 'royalty',
      effectiveDate: `${2026 + year}-06-30`,
      key: 'sales',
      sales: amount,
    }),
  );

  it('606-10-55-65, view A: royalties expected to exceed the minimum are earned as they occur', () => {
    expect(years([...licensed({ method: 'ROYALTIES', expected: '9000' }), ...sales])).toEqual([
      '750.00',
      '1250.00',
      '1500.00',
      '2000.00',
      '3500.00',
    ]);
  });

  it('606-10-55-65, view B: all that is expected is earned with time, at most the minimum or the royalties that occurred', () => {
    // 9,000 / 5 = 1,800 a year; at the end of 2028 5,000, of 2029 5,500 royalties occurred, of 2030 9,000.
    const events = [...licensed({ method: 'ESTIMATE', expected: '9000' }), ...sales];
    expect(years(events)).toEqual(['1800.00', '1800.00', '1400.00', '500.00', '3500.00']);
    expect(pictureOf(events).transactionPrice).toBe('9000.00');
  });

  it('606-10-55-65, view C: the minimum is earned with time, royalties when they exceed it', () => {
    expect(years([...licensed({ method: 'OVER_TIME' }), ...sales])).toEqual([
      '1000.00',
      '1000.00',
      '1000.00',
      '1500.00',
      '4500.00',
    ]);
  });

  it('606-10-55-65, view A: royalties no longer expected to reach the minimum have it earned with time, with a catch-up', () => {
    // 750 earned; two years of five are 2,000 by the end of 2027: 250 at once and 1,000 for the year.
    const events = [
      ...licensed({ method: 'ROYALTIES', expected: '9000' }),
      ...sales.slice(0, 1),
      expected('2027-01-01', '4000', 'brand'),
    ];
    expect(months(events)).toMatchObject({ '2026-06': '750.00', '2027-01': '333.33' });
    expect(years(events)).toEqual(['750.00', '1250.00', '1000.00', '1000.00', '1000.00']);
  });

  it('606-10-55-58C: the minimum of a license of functional intellectual property is earned when it begins, royalties when they exceed it', () => {
    const events = [...licensed({ method: 'AT_START', begins: '2026-03-01' }), ...sales];
    expect(months(events)).toEqual({ '2026-03': '5000.00', '2029-06': '500.00', '2030-06': '3500.00' });
  });

  it('606-10-55-65: royalties on sales before the license begins count from that day, toward the minimum and beyond it', () => {
    // 5,200 on sales of January: 5,000 guaranteed and 200 beyond.
    const early: ContractEvent = {
      id: 'early',
      kind: 'royalty',
      effectiveDate: '2026-01-20',
      key: 'sales',
      sales: '52000',
    };
    const begins = '2026-03-01';
    expect(months([...licensed({ method: 'AT_START', begins }), early])).toEqual({ '2026-03': '5200.00' });
    const symbolic = { start: begins, end: '2031-02-28', begins } as const;
    expect(months([...licensed({ ...symbolic, method: 'OVER_TIME' }), early])).toMatchObject({
      '2026-03': '283.33',
      '2026-04': '83.34',
    });
    expect(months([...licensed({ ...symbolic, method: 'ROYALTIES', expected: '9000' }), early])).toEqual({
      '2026-03': '5200.00',
    });
  });

  it('606-10-55-65: royalties that are not expected to reach the minimum cannot be earned as they occur from the start', () => {
    expect(ruleOf(picture(licensed({ method: 'ROYALTIES', expected: '4000' })))).toBe('INVALID_INPUT');
    expect(ruleOf(picture(licensed({ method: 'ESTIMATE' })))).toBe('INVALID_INPUT');
  });
});
