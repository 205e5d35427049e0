import { describe, expect, it } from 'vitest';
import { revenueByPeriod } from '../../../../e2e/revenue/oracle/figures';
import { dec } from '../../money/decimal';
import type { ObligationTerms } from '../contracts/agreed/promised-terms';
import type { ContractEvent, ModificationTerms } from '../contracts/events';
import { picture } from '../contracts/picture';
import type { Treatment } from '../modifications/modification';
import { expectValue, ruleOf } from './expect-value';

const on = (effectiveDate: string) => ({ effectiveDate });
/** Two promises of 600: units of which 40 of 100 are delivered in January, and a service of a year. */
const UNITS: ObligationTerms = {
  key: 'units',
  allocated: '600',
  ssp: '600',
  pattern: { kind: 'UNITS', quantity: '100' },
};
const SERVICE: ObligationTerms = {
  key: 'service',
  allocated: '600',
  ssp: '600',
  pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31', method: 'EVEN_PERIODS' },
};
const begun = (...obligations: ObligationTerms[]): ContractEvent[] => [
  { id: 'created', kind: 'created', ...on('2026-01-01'), currencyCode: 'USD', obligations },
  { id: 'activated', kind: 'activated', ...on('2026-01-01') },
];
const delivered = (date: string, quantity: string): ContractEvent => ({
  id: `delivered ${date}`,
  kind: 'delivery',
  ...on(date),
  key: 'units',
  quantity,
});
const agreed = (date: string, treatment: Treatment, terms: ModificationTerms): ContractEvent => ({
  id: `agreed ${date}`,
  kind: 'modification',
  ...on(date),
  treatment,
  decidedFor: treatment,
  reason: 'agreed',
  ...terms,
});
const repriced = (date: string, change: string): ContractEvent => ({
  id: `repriced ${date}`,
  kind: 'estimateChange',
  ...on(date),
  change,
  promisedBefore: true,
});
const of = (facts: readonly ContractEvent[]) => expectValue(picture(facts));
const earnedIn = (facts: readonly ContractEvent[], month: string) =>
  revenueByPeriod(of(facts)).find(({ period }) => period === month)?.amount;
const shares = (facts: readonly ContractEvent[]) =>
  Object.fromEntries(of(facts).obligations.map(({ key, allocated }) => [key, allocated]));

describe('an obligation that a modification removed', () => {
  const sold = [...begun(UNITS, SERVICE), delivered('2026-01-20', '40')];
  const removed = agreed('2026-02-01', 'prospective', { removals: ['units'], priceChange: '-360' });

  it('606-10-25-13(a): has no part of what a later modification shares, which belongs to what is still promised', () => {
    expect(shares([...sold, removed])).toEqual({ units: '240.00', service: '600.00' });
    const later = agreed('2026-07-01', 'prospective', { priceChange: '120' });
    expect(shares([...sold, removed, later])).toEqual({ units: '240.00', service: '720.00' });
    // (600 − 300 + 120) / 6 months from July.
    expect(earnedIn([...sold, removed, later], '2026-07')).toBe('70.00');
  });

  it('606-10-25-13(b): stays satisfied in a later catch-up of the whole contract, also where it had a committed minimum', () => {
    // 100 of a minimum of 300 are over when it is removed, and all units are delivered in June. Nothing is in progress when 40 more is agreed,
    // so the whole of 740 is one: 740 × 600 / 700 = 634.29 for the units, 105.71 for the calls, all of it earned.
    const calls: ObligationTerms = {
      key: 'calls',
      allocated: '300',
      ssp: '300',
      pattern: {
        kind: 'USAGE',
        minimum: { start: '2026-01-01', end: '2026-03-31', every: 'MONTH', amount: '100', method: 'AS_USED' },
      },
    };
    const facts = [
      ...begun(UNITS, calls),
      delivered('2026-01-20', '40'),
      agreed('2026-02-01', 'prospective', { removals: ['calls'], priceChange: '-200' }),
      delivered('2026-06-20', '60'),
      agreed('2026-07-01', 'catchUp', { priceChange: '40' }),
    ];
    expect(shares(facts)).toEqual({ units: '634.29', calls: '105.71' });
    expect(['2026-01', '2026-06', '2026-07'].map((month) => earnedIn(facts, month))).toEqual([
      '340.00',
      '360.00',
      '40.00',
    ]);
  });

  it('606-10-32-43: counts in a later change of the price with what was transferred of it, and earns its part at once', () => {
    // By 40 of 100 units, worth 240, and the service of 600: 24 and 60 of 84, the 24 in March.
    const after = [...sold, removed, repriced('2026-03-01', '84')];
    expect(shares(after)).toEqual({ units: '264.00', service: '660.00' });
    const units = of(after).rows.filter(({ key, period }) => key === 'units' && period === '2026-03');
    expect(units.map(({ amount }) => amount)).toEqual(['24.00']);
  });

  it('a term that was removed is not earned by the days that pass after it', () => {
    const ended = agreed('2026-04-01', 'catchUp', { removals: ['service'], priceChange: '-450' });
    const facts = [...begun(UNITS, SERVICE), ended, repriced('2026-05-01', '75')];
    // 150 for three months; of 75 by 600 for the units and 150 for the service: 15, at once.
    expect(shares(facts)).toEqual({ units: '660.00', service: '165.00' });
    expect(earnedIn(facts, '2026-05')).toBe('15.00');
    expect(earnedIn(facts, '2026-06')).toBe('0.00');
  });

  it('takes no delivery, use, progress or change on or after its day, and none that is recorded late for it', () => {
    for (const late of [delivered('2026-02-01', '1'), delivered('2026-03-01', '1')]) {
      expect(ruleOf(picture([...sold, removed, late]))).toBe('REMOVED_OBLIGATION');
    }
    const again = agreed('2026-03-01', 'prospective', { removals: ['units'] });
    expect(ruleOf(picture([...sold, removed, again]))).toBe('REMOVED_OBLIGATION');
    // What was delivered before is recorded late: the customer keeps 50 units, for 300.
    const earlier = [...sold, removed, delivered('2026-01-25', '10')];
    expect(shares(earlier)).toMatchObject({ units: '300.00' });
  });
});

describe('a settlement of past performance that comes with a modification', () => {
  const works: ObligationTerms = {
    key: 'works',
    allocated: '1000',
    ssp: '1000',
    pattern: { kind: 'PROGRESS' },
  };
  const progress = (date: string, share: string): ContractEvent => ({
    id: `progress ${date}`,
    kind: 'progress',
    ...on(date),
    key: 'works',
    progress: share,
  });
  const settled = agreed('2026-03-01', 'catchUp', {
    priceChange: '200',
    pastAdjustment: { key: 'works', amount: '-90' },
  });

  it('is recognized at once and is not part of what progress measures, whatever progress is reported afterward', () => {
    const facts = [...begun(works), progress('2026-02-01', '0.5'), settled];
    // 1,200 × 50% − 500 − 90.
    expect(earnedIn(facts, '2026-03')).toBe('10.00');
    // 1,200 × 10% more.
    expect(earnedIn([...facts, progress('2026-04-01', '0.6')], '2026-04')).toBe('120.00');
    expect(of([...facts, progress('2026-04-01', '1')]).obligations[0]).toMatchObject({
      allocated: '1110.00',
      planned: '1110.00',
    });
  });
});

describe('a minimum that a modification gives to use that was paid for as it occurred', () => {
  const tiers = [{ upTo: null, unitPrice: '1' }];
  const calls: ObligationTerms = {
    key: 'calls',
    allocated: '0',
    ssp: '0',
    pattern: { kind: 'USAGE', tiers },
  };
  const used = (date: string, quantity: string): ContractEvent => ({
    id: `used ${date}`,
    kind: 'usage',
    ...on(date),
    key: 'calls',
    quantity,
  });
  /** 100 for each of February and March. */
  const MINIMUM = {
    start: '2026-02-01',
    end: '2026-03-31',
    every: 'MONTH',
    amount: '100',
    method: 'AS_USED',
  } as const;
  const committed = (treatment: Treatment = 'prospective', terms: object = {}) =>
    agreed('2026-02-01', treatment, {
      obligations: [{ key: 'calls', pattern: { kind: 'USAGE', tiers, minimum: { ...MINIMUM, ...terms } } }],
    });
  const facts = [...begun(calls), used('2026-01-20', '50'), committed()];

  it('606-10-25-13(a): raises the price by the minimum for the rest, and what was used before keeps its price', () => {
    expect(of(facts).transactionPrice).toBe('250.00');
    // 60 used and 40 that expire; 130, of which 30 are beyond the minimum.
    const recorded = [...facts, used('2026-02-10', '60'), used('2026-03-10', '130')];
    expect(['2026-01', '2026-02', '2026-03'].map((month) => earnedIn(recorded, month))).toEqual([
      '50.00',
      '100.00',
      '130.00',
    ]);
    expect(of(recorded).obligations[0]?.commitments?.map(({ used: own, due }) => [own, due])).toEqual([
      ['60.00', '100.00'],
      ['130.00', '130.00'],
    ]);
    // Recorded late: 20 more in January.
    expect(earnedIn([...recorded, used('2026-01-25', '20')], '2026-01')).toBe('70.00');
  });

  it('shares the rest of the price with what else remains, by what the minimum costs or is stated to be worth', () => {
    const both = [...begun(calls, SERVICE), used('2026-01-20', '50')];
    // 550 of the service remain in February: 200 more of price, by 550 and 200, is as before.
    const service = (change: ContractEvent) =>
      of([...both, change]).obligations.find(({ key }) => key === 'service')?.allocated;
    expect(service(committed())).toBe('600.00');
    const dear = committed();
    const stated = {
      ...dear,
      obligations: [{ ...(dear.kind === 'modification' && dear.obligations?.[0]), remainingSsp: '550' }],
    };
    // 750 by halves: 375 for the rest of the service.
    expect(service(stated as ContractEvent)).toBe('425.00');
  });

  it('a later catch-up leaves what was used before the minimum as it is', () => {
    const changed = agreed('2026-03-01', 'catchUp', { priceChange: '-20' });
    const recorded = [...facts, used('2026-02-10', '60'), changed];
    // Half of 200 − 20 is earned when half of the minimum is: 90 instead of 100.
    expect(earnedIn(recorded, '2026-03')).toBe('80.00');
    expect(of(recorded).transactionPrice).toBe('230.00');
  });

  it('is refused before the day of the change, with a catch-up, and for what is not use that is paid for as it occurs', () => {
    const refusal = (...recorded: ContractEvent[]) =>
      ruleOf(picture([...begun(calls, SERVICE), ...recorded]));
    expect(refusal(committed('prospective', { start: '2026-01-01' }))).toBe('MINIMUM_NOT_POSSIBLE');
    expect(refusal(committed('catchUp'))).toBe('MINIMUM_NOT_POSSIBLE');
    const service = agreed('2026-02-01', 'prospective', {
      obligations: [{ key: 'service', pattern: { kind: 'USAGE', tiers, minimum: MINIMUM } }],
    });
    expect(refusal(service)).toBe('MINIMUM_NOT_POSSIBLE');
  });
});

describe('costs that a modification states', () => {
  it('605-35-25-45: show a loss on their own, without an estimate recorded before or after', () => {
    const building: ObligationTerms = {
      key: 'building',
      allocated: '1000',
      ssp: '1000',
      pattern: { kind: 'PROGRESS' },
    };
    const half: ContractEvent = {
      id: 'half',
      kind: 'progress',
      ...on('2026-02-01'),
      key: 'building',
      progress: '0.5',
    };
    const restated = agreed('2026-03-01', 'catchUp', {
      obligations: [{ key: 'building', costs: { toDate: '650', totalAfter: '1300' } }],
    });
    const { costMonths } = of([...begun(building), half, restated]);
    // A loss of 300, half of which is still to be performed.
    expect(costMonths.map(({ kind, period, amount }) => [kind, period, dec(amount).toFixed(2)])).toEqual([
      ['PROVISION', '2026-03', '150.00'],
    ]);
  });
});
