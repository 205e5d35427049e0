import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '../../money/decimal';
import type { ObligationTerms } from '../contracts/agreed/promised-terms';
import { costDifferences, type StoredCostMonth } from '../contracts/costs/cost-differences';
import type { ContractEvent, LossPolicy } from '../contracts/events';
import { picture } from '../contracts/picture';
import { addPeriods } from '../days';
import { expectValue, ruleOf } from './expect-value';

const IFRS: LossPolicy = { framework: 'IFRS', lossLevel: 'CONTRACT' };

const service = (end = '2026-12-31'): ObligationTerms => ({
  key: 'service',
  allocated: '1200',
  ssp: '1200',
  pattern: { kind: 'RATABLE', start: '2026-01-01', end, method: 'EVEN_PERIODS' },
});
const work: ObligationTerms = { key: 'work', allocated: '1000', ssp: '1000', pattern: { kind: 'PROGRESS' } };

function contract(obligation: ObligationTerms, policy?: LossPolicy): ContractEvent[] {
  const on = '2026-01-01';
  return [
    {
      id: 'created',
      kind: 'created',
      effectiveDate: on,
      currencyCode: 'USD',
      policy,
      obligations: [obligation],
    },
    { id: 'activated', kind: 'activated', effectiveDate: on },
  ];
}

/** A commission of 1,200 for a contract of a year. */
const cost = (more: object = {}): ContractEvent => ({
  id: 'cost',
  kind: 'cost',
  effectiveDate: '2026-01-05',
  key: 'commission',
  costKind: 'OBTAIN',
  amount: '1200',
  recoverable: true,
  incremental: true,
  direct: false,
  enhancesResources: false,
  expedient: false,
  start: '2026-01-01',
  contractMonths: 12,
  expectedRenewalMonths: 0,
  renewalCostCommensurate: false,
  method: 'EVEN_PERIODS',
  ...more,
});
const test = (effectiveDate: string, expectedConsideration: string): ContractEvent => ({
  id: `test ${effectiveDate}`,
  kind: 'costTest',
  effectiveDate,
  key: 'commission',
  expectedConsideration,
  remainingCosts: '0',
});
const longer = (effectiveDate: string, end: string): ContractEvent => ({
  id: `term ${effectiveDate}`,
  kind: 'modification',
  effectiveDate,
  treatment: 'prospective',
  decidedFor: 'prospective',
  priceChange: '600',
  obligations: [
    { key: 'service', pattern: { kind: 'RATABLE', start: '2026-01-01', end, method: 'EVEN_PERIODS' } },
  ],
  reason: 'renewed by letter',
});
const ended = (effectiveDate: string): ContractEvent => ({
  id: 'end',
  kind: 'termination',
  effectiveDate,
  refund: '0',
  reason: 'both sides agreed',
});
const progress = (effectiveDate: string, share: string): ContractEvent => ({
  id: effectiveDate,
  kind: 'progress',
  effectiveDate,
  key: 'work',
  progress: share,
});

/** What each month takes to expense, as "amount × months" for months alike, in order. */
function months(facts: readonly ContractEvent[]): string[] {
  const rows = expectValue(picture(facts)).costMonths;
  const found: { amount: string; count: number }[] = [];
  for (const { amount, kind } of rows) {
    const text = kind === 'WRITTEN_OFF' ? `${amount} written off` : amount;
    const last = found.at(-1);
    if (last?.amount === text) last.count += 1;
    else found.push({ amount: text, count: 1 });
  }
  return found.map(({ amount, count }) => (count === 1 ? amount : `${amount} × ${count}`));
}
const costOf = (facts: readonly ContractEvent[]) => expectValue(picture(facts)).costs[0];

describe('a contract cost is a fact of its contract', () => {
  it('340-40-35-1: it is amortized with the service it relates to, month by month', () => {
    expect(months([...contract(service()), cost()])).toEqual(['100.00 × 12']);
    expect(costOf([...contract(service()), cost()])).toMatchObject({
      capitalized: '1200.00',
      end: '2026-12-31',
    });
  });

  it('340-40-35-1: or as the obligations it follows are satisfied, whichever way they are: 30%, 50%, 100%', () => {
    const facts = [progress('2026-02-10', '0.3'), progress('2026-04-10', '0.5'), progress('2026-05-10', '1')];
    const follows = cost({ follows: ['work'] });
    expect(months([...contract(work), follows, ...facts])).toEqual(['360.00', '240.00', '600.00']);
    expect(months([...contract(work), ...facts.toReversed(), follows])).toEqual([
      '360.00',
      '240.00',
      '600.00',
    ]);
    expect(ruleOf(picture([...contract(work), cost({ follows: ['roads'] })]))).toBe('UNKNOWN_OBLIGATION');
  });

  it('340-40-35-2: a term made longer by half a year spreads the rest: 700.00 over thirteen months from June; recorded before the cost or after it', () => {
    // January to May 500.00. From June to June: 700 / 13 = 53.85, the last 53.80.
    const facts = [cost(), longer('2026-06-01', '2027-06-30')];
    expect(months([...contract(service()), ...facts])).toEqual(['100.00 × 5', '53.85 × 12', '53.80']);
    expect(months([...contract(service()), ...facts.toReversed()])).toEqual([
      '100.00 × 5',
      '53.85 × 12',
      '53.80',
    ]);
  });

  it('340-40-35-1: a renewal that was expected moves nothing; what goes beyond it does; one with a commission of its own moves nothing', () => {
    const expected = cost({ expectedRenewalMonths: 12 });
    expect(months([...contract(service()), expected])).toEqual(['50.00 × 24']);
    expect(months([...contract(service()), expected, longer('2026-06-01', '2027-12-31')])).toEqual([
      '50.00 × 24',
    ]);
    // 950.00 are left after May, for 31 months to the end of 2028: 30.65, the last 30.50.
    expect(months([...contract(service()), expected, longer('2026-06-01', '2028-12-31')])).toEqual([
      '50.00 × 5',
      '30.65 × 30',
      '30.50',
    ]);
    const again = cost({ renewalCostCommensurate: true });
    expect(months([...contract(service()), again, longer('2026-06-01', '2027-12-31')])).toEqual([
      '100.00 × 12',
    ]);
  });

  it('340-40-35-2: a term made shorter to the end of September takes the rest by then: 700.00 over four months', () => {
    expect(months([...contract(service()), cost(), longer('2026-06-01', '2026-09-30')])).toEqual([
      '100.00 × 5',
      '175.00 × 4',
    ]);
  });

  it('340-40-35-2: re-estimated on its own, to the end of 2027: 700.00 over nineteen months', () => {
    const term: ContractEvent = {
      id: 'life',
      kind: 'costTerm',
      effectiveDate: '2026-06-10',
      key: 'commission',
      end: '2027-12-31',
      evidence: 'Two of three customers renew',
    };
    // 700 / 19 = 36.84, the last 36.88.
    expect(months([...contract(service()), cost(), term])).toEqual(['100.00 × 5', '36.84 × 18', '36.88']);
    expect(ruleOf(picture([...contract(work), cost({ follows: ['work'] }), term]))).toBe('WRONG_PATTERN');
  });

  it('it ends with its contract: what is left is written off in that month, and a termination that is voided brings it back', () => {
    const facts = [...contract(service()), cost(), ended('2026-04-10')];
    expect(months(facts)).toEqual(['100.00 × 3', '900.00 written off']);
    const back: ContractEvent = {
      id: 'void',
      kind: 'voided',
      effectiveDate: '2026-04-10',
      of: 'end',
      reason: 'the letter was another customer’s',
    };
    expect(months([...facts, back])).toEqual(['100.00 × 12']);
    expect(ruleOf(picture([...facts, cost({ id: 'late', key: 'late', effectiveDate: '2026-05-01' })]))).toBe(
      'CONTRACT_NOT_ACTIVE',
    );
  });

  it('340-40-35-3 and 35-6: a test takes what exceeds what is still to be received, and never gives it back', () => {
    // Carried when April begins: 900. Recoverable 450: loss 450, nine months of 50.
    const facts = [...contract(service()), cost(), test('2026-04-10', '450')];
    expect(months(facts)).toEqual(['100.00 × 3', '50.00 × 9']);
    expect(costOf(facts)?.impairments).toMatchObject([{ amount: '450.00', on: '2026-04-10' }]);
    const more = [...facts, test('2026-07-10', '9000')];
    expect(months(more)).toEqual(['100.00 × 3', '50.00 × 9']);
    expect(costOf(more)?.impairments).toHaveLength(1);
  });

  it('IFRS 15.104: a test that shows more gives back what was taken, at most to what would be carried without it', () => {
    // By July 300 are carried; without the loss it would be 600. Recoverable 500: 200 back, 83.33 a month.
    const facts = [...contract(service(), IFRS), cost(), test('2026-04-10', '450')];
    const some = [...facts, test('2026-07-10', '500')];
    expect(costOf(some)?.impairments.map(({ amount }) => amount)).toEqual(['450.00', '-200.00']);
    expect(months(some)).toEqual(['100.00 × 3', '50.00 × 3', '83.33 × 5', '83.35']);
    const all = [...facts, test('2026-07-10', '9000')];
    expect(costOf(all)?.impairments.map(({ amount }) => amount)).toEqual(['450.00', '-300.00']);
    expect(months(all)).toEqual(['100.00 × 3', '50.00 × 3', '100.00 × 6']);
  });

  it('340-40-35-3: a test of a cost that follows obligations leaves the rest to follow them', () => {
    // 600 are carried when half is done; recoverable 300; the other half takes 300.
    const facts = [progress('2026-02-10', '0.5'), test('2026-03-10', '300'), progress('2026-05-10', '1')];
    expect(months([...contract(work), cost({ follows: ['work'] }), ...facts])).toEqual(['600.00', '300.00']);
  });

  it('340-40-35-1: a settlement of past performance transfers nothing, so a cost that follows the work is amortized as before: half, half', () => {
    // 30% when it is incurred. A credit of 100 for defects leaves 200 earned of a price of 900, and the work at 30%. At 65%
    // half of the 70% left is done, 1,200 × 35 / 70 = 600; at 100% the rest. The work earns 350 each time, (1,000 - 300) / 2.
    const defects: ContractEvent = {
      id: 'defects',
      kind: 'modification',
      effectiveDate: '2026-04-10',
      treatment: 'prospective',
      decidedFor: 'prospective',
      pastAdjustment: { key: 'work', amount: '-100' },
      reason: 'a credit for defects',
    };
    const done = [progress('2026-02-10', '0.3'), progress('2026-05-10', '0.65'), progress('2026-06-10', '1')];
    const late = cost({ follows: ['work'], effectiveDate: '2026-03-05' });
    const facts = [...contract(work), ...done, late, defects];
    expect(expectValue(picture(facts)).rows.map(({ amount }) => amount)).toEqual([
      '300.00',
      '-100.00',
      '350.00',
      '350.00',
    ]);
    expect(expectValue(picture(facts)).costMonths).toMatchObject([
      { period: '2026-05', amount: '600.00' },
      { period: '2026-06', amount: '600.00' },
    ]);
  });

  it('340-40-35-1: nor does a refund that is expected: half is done, a refund of 200 moves nothing, the rest takes the rest', () => {
    // By amounts it would be 300 of 800, 37.5%, and 150 of the 600 amortized would come back.
    const refund: ContractEvent = {
      id: 'refund',
      kind: 'refundEstimate',
      effectiveDate: '2026-03-10',
      key: 'work',
      liability: '200',
    };
    const facts = [progress('2026-02-10', '0.5'), refund, progress('2026-05-10', '1')];
    expect(months([...contract(work), cost({ follows: ['work'] }), ...facts])).toEqual(['600.00 × 2']);
  });

  it('340-40-35-1: work found to be less than when the cost was incurred adds nothing to the asset, nor to what a test left of it (35-6)', () => {
    // Incurred at 50%, which is found to be 40%: 1,200 are carried. At 75% half of the other half is done.
    const less = [progress('2026-02-10', '0.5'), progress('2026-04-10', '0.4')];
    const more = [progress('2026-05-10', '0.75'), progress('2026-06-10', '1')];
    const late = cost({ follows: ['work'], effectiveDate: '2026-03-05' });
    expect(months([...contract(work), late, ...less])).toEqual([]);
    expect(months([...contract(work), late, ...less, ...more])).toEqual(['600.00 × 2']);
    // Incurred at the beginning, 600 are carried at 50%, tested to 300: at 40% they stay 300.
    const tested = [...contract(work), cost({ follows: ['work'] }), ...less, test('2026-03-10', '300')];
    expect(months(tested)).toEqual(['600.00']);
    expect(months([...tested, progress('2026-05-10', '1')])).toEqual(['600.00', '300.00']);
  });

  it('a cost that is void is as if it had never been recorded; its tests are refused', () => {
    const facts = [...contract(service()), cost()];
    const back: ContractEvent = {
      id: 'void',
      kind: 'voided',
      effectiveDate: '2026-01-05',
      of: 'cost',
      reason: 'paid for another contract',
    };
    const { costs, costMonths } = expectValue(picture([...facts, back]));
    expect([costs, costMonths]).toEqual([[], []]);
    expect(ruleOf(picture([...facts, test('2026-04-10', '450'), back]))).toBe('UNKNOWN_COST');
  });

  it('incurred before the contract, or for months before it was incurred, no month before it has any of it', () => {
    const late = [...contract(service()), cost({ effectiveDate: '2026-03-10' })];
    const { costMonths } = expectValue(picture(late));
    expect(costMonths.slice(0, 2).map(({ period, amount }) => [period, amount])).toEqual([
      ['2026-03', '300.00'],
      ['2026-04', '100.00'],
    ]);
    expect(sum(costMonths.map(({ amount }) => amount)).toFixed(2)).toBe('1200.00');
    expect(months([...contract(service()), cost({ effectiveDate: '2025-12-20' })])).toEqual(['100.00 × 12']);
  });
});

describe('contract costs by the laws of facts', () => {
  const life = (effectiveDate: string, end: string): ContractEvent => ({
    id: `life ${effectiveDate}`,
    kind: 'costTerm',
    effectiveDate,
    key: 'commission',
    end,
    evidence: 'Two of three customers renew',
  });
  const second = cost({ id: 'second', key: 'second', amount: '777', effectiveDate: '2026-02-20' });
  const reported = [
    cost(),
    second,
    longer('2026-05-01', '2027-03-31'),
    test('2026-03-10', '700'),
    test('2026-08-10', '300'),
    life('2026-06-10', '2026-11-30'),
    ended('2026-10-10'),
  ];
  /** Some of the facts in some order; the cost is recorded before what is about it. */
  const histories = fc
    .subarray(reported.slice(1), { minLength: 1 })
    .chain((some) => fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }));
  const summed = (rows: readonly StoredCostMonth[]): StoredCostMonth[] => {
    const sums = new Map<string, StoredCostMonth>();
    for (const row of rows) {
      const name = `${row.item} ${row.kind} ${row.period}`;
      sums.set(name, {
        ...row,
        amount: dec(row.amount)
          .plus(sums.get(name)?.amount ?? '0')
          .toFixed(2),
      });
    }
    return [...sums.values()].filter(({ amount }) => !dec(amount).isZero());
  };
  const named = (rows: readonly { item: string; kind: string; period: string; amount: string }[]) =>
    rows.map(({ item, kind, period, amount }) => `${item} ${kind} ${period} ${amount}`).sort();

  it('recorded in any order they are the same; recorded one by one with closes in between, what is stored adds up to it, and every cent is taken once', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 0, max: 12 }), (drawn, closed) => {
        const base = [...contract(service(), IFRS), cost()];
        const state = expectValue(picture([...base, ...drawn]));
        expect(named(expectValue(picture([...base, ...drawn.toReversed()])).costMonths)).toEqual(
          named(state.costMonths),
        );
        for (const { key, capitalized, impairments } of state.costs) {
          const taken = state.costMonths.filter(({ item }) => item === key).map(({ amount }) => amount);
          const lost = impairments.map(({ amount }) => amount);
          expect(sum([...taken, ...lost]).toFixed(2)).toBe(capitalized);
        }
        let stored: StoredCostMonth[] = [];
        for (let count = 0; count <= drawn.length; count += 1) {
          const isClosed = closed > 0 && count * 2 >= drawn.length;
          const firstOpen = isClosed ? addPeriods('2026-01', closed) : '2000-01';
          const known = expectValue(picture([...base, ...drawn.slice(0, count)]));
          const added = costDifferences(known, stored, firstOpen);
          for (const { period } of added) expect(period >= firstOpen).toBe(true);
          stored = summed([
            ...stored,
            ...added.map(({ naturalPeriod, ...row }) => ({ ...row, period: naturalPeriod })),
          ]);
        }
        expect(named(stored)).toEqual(named(state.costMonths));
      }),
    );
  });
});
