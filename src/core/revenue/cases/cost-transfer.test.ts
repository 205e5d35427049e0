import { describe, expect, it } from 'vitest';
import type { ObligationTerms } from '../contracts/agreed/promised-terms';
import type { ContractEvent } from '../contracts/events';
import { picture } from '../contracts/picture';
import { expectValue, ruleOf } from './expect-value';

const work: ObligationTerms = { key: 'work', allocated: '1000', ssp: '1000', pattern: { kind: 'PROGRESS' } };

const contract = (...obligations: ObligationTerms[]): ContractEvent[] => [
  { id: 'created', kind: 'created', effectiveDate: '2026-01-01', currencyCode: 'USD', obligations },
  { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' },
];

/** A cost of 1,200 that follows obligations. */
const cost = (follows: readonly string[]): ContractEvent => ({
  id: 'cost',
  kind: 'cost',
  effectiveDate: '2026-01-05',
  key: 'set-up',
  costKind: 'FULFIL',
  amount: '1200',
  recoverable: true,
  incremental: true,
  direct: true,
  enhancesResources: true,
  expedient: false,
  start: '2026-01-01',
  contractMonths: 12,
  expectedRenewalMonths: 0,
  renewalCostCommensurate: false,
  follows,
});
const progress = (effectiveDate: string, share: string): ContractEvent => ({
  id: effectiveDate,
  kind: 'progress',
  effectiveDate,
  key: 'work',
  progress: share,
});
/** What each month with an amount takes to expense. */
const months = (facts: readonly ContractEvent[]): string[] =>
  expectValue(picture(facts)).costMonths.map(({ amount }) => amount);

describe('a cost that follows obligations is amortized by what is transferred of them', () => {
  it('340-40-35-1: a price that changes for what is left moves no cost: half is done, the price is half as much again, and half is still to come', () => {
    // By amounts 500 of 1,500 would be a third, and 200 of the 600 amortized would come back. Half of the work takes 600, the rest 600;
    // at 75% half of the other half is done, 300.
    const dearer: ContractEvent = {
      id: 'dearer',
      kind: 'modification',
      effectiveDate: '2026-03-10',
      treatment: 'prospective',
      decidedFor: 'prospective',
      priceChange: '500',
      reason: 'the rest costs more',
    };
    const done = [progress('2026-02-10', '0.5'), progress('2026-04-10', '0.75'), progress('2026-05-10', '1')];
    const facts = [...contract(work), cost(['work']), ...done];
    expect(months([...facts, dearer])).toEqual(['600.00', '300.00', '300.00']);
    expect(months([...facts, dearer])).toEqual(months(facts));
    // So it is with an estimate of the price, and with a catch-up of the same change.
    const estimated: ContractEvent = {
      id: 'estimated',
      kind: 'estimateChange',
      effectiveDate: '2026-03-10',
      change: '-400',
    };
    expect(months([...facts, estimated])).toEqual(months(facts));
    expect(months([...facts, { ...dearer, treatment: 'catchUp' }])).toEqual(months(facts));
  });

  it('340-40-35-1: several obligations weigh by their standalone prices, which a directed change of the price does not move', () => {
    // Work of 1,000 and training of 200: the training is a sixth, 200 of 1,200, also where 600 more is paid for the work alone.
    const training: ObligationTerms = {
      key: 'training',
      allocated: '200',
      ssp: '200',
      pattern: { kind: 'POINT' },
    };
    const both = contract(work, training);
    const more: ContractEvent = {
      id: 'more',
      kind: 'estimateChange',
      effectiveDate: '2026-02-01',
      change: '600',
      onlyTo: ['work'],
    };
    const facts: ContractEvent[] = [
      cost(['work', 'training']),
      { id: 'trained', kind: 'delivery', effectiveDate: '2026-03-10', key: 'training' },
      progress('2026-04-10', '0.5'),
      progress('2026-05-10', '1'),
    ];
    expect(months([...both, ...facts])).toEqual(['200.00', '500.00', '500.00']);
    expect(months([...both, more, ...facts])).toEqual(['200.00', '500.00', '500.00']);
  });

  it('340-40-35-2: a change of what is promised alone moves no cost: the carrying amount is spread over what is left then', () => {
    const units: ObligationTerms = {
      key: 'units',
      allocated: '1200',
      ssp: '1200',
      pattern: { kind: 'UNITS', quantity: '120' },
    };
    // 60 of 120 units: 600. With 60 more, 120 are left for the other 600, so 60 of them take 300.
    const deliver = (effectiveDate: string, quantity: string): ContractEvent => ({
      id: effectiveDate,
      kind: 'delivery',
      effectiveDate,
      key: 'units',
      quantity,
    });
    const more: ContractEvent = {
      id: 'more',
      kind: 'modification',
      effectiveDate: '2026-03-10',
      treatment: 'prospective',
      decidedFor: 'prospective',
      priceChange: '600',
      obligations: [{ key: 'units', pattern: { kind: 'UNITS', quantity: '180' } }],
      reason: '60 more',
    };
    const facts = [cost(['units']), more];
    const delivered = [deliver('2026-02-10', '60'), deliver('2026-04-10', '60'), deliver('2026-05-10', '60')];
    expect(months([...contract(units), ...facts, ...delivered])).toEqual(['600.00', '300.00', '300.00']);
    // Where the rest is no longer wanted, nothing is left that could bear it: it goes with the change.
    const less: ContractEvent = {
      id: 'less',
      kind: 'modification',
      effectiveDate: '2026-03-10',
      treatment: 'prospective',
      decidedFor: 'prospective',
      removals: ['units'],
      reason: 'no more are wanted',
    };
    const both = contract(units, work);
    const removed = expectValue(picture([...both, cost(['units']), deliver('2026-02-10', '60'), less]));
    expect(removed.costMonths).toMatchObject([
      { period: '2026-02', amount: '600.00' },
      { period: '2026-03', amount: '600.00' },
    ]);
  });

  it('340-40-35-1: a service amortizes the cost by its days, to its last one, without a recorded fact', () => {
    // 31, 28 and 31 of 90 days: 413.33, then 786.67 in all, then 1,200.
    const pattern = { kind: 'RATABLE' as const, start: '2026-01-01', end: '2026-03-31' };
    const service: ObligationTerms = { key: 'service', allocated: '900', ssp: '900', pattern };
    expect(months([...contract(service), cost(['service'])])).toEqual(['413.33', '373.34', '413.33']);
  });

  it('a cost does not follow what is priced as used without a minimum, of which no part is known to be left', () => {
    const calls: ObligationTerms = { key: 'calls', allocated: '0', ssp: '0', pattern: { kind: 'USAGE' } };
    expect(ruleOf(picture([...contract(calls), cost(['calls'])]))).toBe('WRONG_PATTERN');
  });
});
