import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DecimalString, dec, sum } from '../../money/decimal';
import type { ObligationTerms } from '../contracts/agreed/promised-terms';
import { costDifferences, type StoredCostMonth } from '../contracts/costs/cost-differences';
import type { ContractEvent, LossPolicy } from '../contracts/events';
import { picture } from '../contracts/picture';
import { addPeriods } from '../days';
import { expectValue, ruleOf } from './expect-value';

const GAAP: LossPolicy = { framework: 'US_GAAP', lossLevel: 'CONTRACT' };
const BY_OBLIGATION: LossPolicy = { framework: 'US_GAAP', lossLevel: 'OBLIGATION' };
const IFRS: LossPolicy = { framework: 'IFRS', lossLevel: 'CONTRACT' };

const built = (key: string, allocated: string): ObligationTerms => ({
  key,
  allocated,
  ssp: allocated,
  pattern: { kind: 'PROGRESS' },
});

function contract(policy: LossPolicy, ...obligations: ObligationTerms[]): ContractEvent[] {
  const on = '2026-01-01';
  return [
    { id: 'created', kind: 'created', effectiveDate: on, currencyCode: 'USD', policy, obligations },
    { id: 'activated', kind: 'activated', effectiveDate: on },
  ];
}

const costs = (
  effectiveDate: string,
  costToDate: string,
  totalCost: string,
  more: { key?: string; scope?: 'PRODUCTION' | 'OTHER'; exitCost?: string } = {},
): ContractEvent => ({
  id: `${more.key ?? 'work'} ${effectiveDate}`,
  kind: 'costs',
  effectiveDate,
  key: 'work',
  costToDate,
  totalCost,
  ...more,
});

/** The balance of the provision of each month in which it changes, by what is provided for. */
function provisions(events: readonly ContractEvent[]): Record<string, string> {
  const balances = new Map<string, DecimalString>();
  const shown: Record<string, string> = {};
  for (const { item, period, amount } of expectValue(picture(events)).costMonths) {
    const balance = dec(balances.get(item) ?? '0').plus(amount);
    balances.set(item, balance.toFixed(2));
    shown[item === 'LOSS' ? period : `${period} ${item}`] = balance.toFixed(2);
  }
  return shown;
}

describe('a loss that is expected is provided for at once', () => {
  it('605-35-25-45 and 25-46: of a loss of 300 what is not performed is provided for: 240.00 at 20%, 150.00 at 50%, nothing at the end (design: facts, 8)', () => {
    // Price 1,000, costs 1,300: loss 300. Costs 260 of 1,300 are 20%: revenue 200.00, 240.00 of the loss still to come.
    // Costs 650 are 50%: revenue 500.00, provision 150.00. At the end revenue 1,000, costs 1,300, provision 0.
    const [first, second, third] = [
      costs('2026-02-28', '260', '1300'),
      costs('2026-03-31', '650', '1300'),
      costs('2026-05-31', '1300', '1300'),
    ];
    const base = contract(GAAP, built('work', '1000'));
    const expected = { '2026-02': '240.00', '2026-03': '150.00', '2026-05': '0.00' };
    expect(provisions([...base, first, second, third])).toEqual(expected);
    expect(provisions([...base, third, first, second])).toEqual(expected);
    const state = expectValue(picture([...base, first, second]));
    expect(state.losses).toEqual([
      {
        item: 'LOSS',
        key: null,
        price: '1000.00',
        totalCost: '1300.00',
        expectedLoss: '300.00',
        provision: '150.00',
      },
    ]);
    expect(sum(state.rows.map(({ amount }) => amount)).toFixed(2)).toBe('500.00');
  });

  it('605-35-25-45: every change of the estimate tests again: costs of 900 release it, costs of 1,200 provide again', () => {
    // 600 of 1,200: 50% of a loss of 200 is still to come.
    const base = contract(GAAP, built('work', '1000'));
    expect(
      provisions([
        ...base,
        costs('2026-02-28', '260', '1300'),
        costs('2026-03-31', '450', '900'),
        costs('2026-04-30', '600', '1200'),
      ]),
    ).toEqual({ '2026-02': '240.00', '2026-03': '0.00', '2026-04': '100.00' });
  });

  it('605-35-25-46: at the level of the contract a profit on one obligation covers the loss on another; by obligation it does not', () => {
    // Plant: 300 loss, 20% performed, 240.00 to come. Roads: 200 profit, nothing performed. Together a loss of 100: 240 − 200 = 40.00.
    const facts = [
      costs('2026-02-28', '260', '1300'),
      costs('2026-02-28', '0', '800', { key: 'roads' }),
    ] as const;
    const obligations = [built('work', '1000'), built('roads', '1000')] as const;
    expect(provisions([...contract(GAAP, ...obligations), ...facts])).toEqual({ '2026-02': '40.00' });
    expect(provisions([...contract(BY_OBLIGATION, ...obligations), ...facts])).toEqual({
      '2026-02 LOSS:work': '240.00',
    });
  });

  it('605-35-25-45: a contract that makes a profit as a whole has no provision, though what remains of it makes a loss; IAS 37.66 provides for what remains', () => {
    // Roads: 300 profit, performed in full. Plant: a loss of 200, nothing performed. Together a profit of 100; ahead is a loss of 200.
    const facts = [
      costs('2026-02-28', '700', '700', { key: 'roads' }),
      costs('2026-02-28', '0', '1200'),
    ] as const;
    const obligations = [built('work', '1000'), built('roads', '1000')] as const;
    expect(provisions([...contract(GAAP, ...obligations), ...facts])).toEqual({});
    expect(provisions([...contract(IFRS, ...obligations), ...facts])).toEqual({ '2026-02': '200.00' });
  });

  it('605-35-15-2: work that is neither construction-type nor production-type is not provided for under US GAAP; IAS 37 asks about every contract', () => {
    const service = costs('2026-02-28', '260', '1300', { scope: 'OTHER' });
    expect(provisions([...contract(GAAP, built('work', '1000')), service])).toEqual({});
    expect(provisions([...contract(IFRS, built('work', '1000')), service])).toEqual({ '2026-02': '240.00' });
    // What an estimate does not say of its scope stays as it was said.
    const later = costs('2026-03-31', '300', '1500');
    expect(provisions([...contract(GAAP, built('work', '1000')), service, later])).toEqual({});
  });

  it('IAS 37.68: unavoidable is at most what leaving the contract would cost: 100.00 instead of 240.00', () => {
    const leave = costs('2026-02-28', '260', '1300', { exitCost: '100' });
    expect(provisions([...contract(IFRS, built('work', '1000')), leave])).toEqual({ '2026-02': '100.00' });
    expect(provisions([...contract(GAAP, built('work', '1000')), leave])).toEqual({ '2026-02': '240.00' });
  });

  it('production by units: an estimate of 1,500 for 10 units of 100 provides for 500.00, released by 50.00 with each unit', () => {
    const units = { ...built('work', '1000'), pattern: { kind: 'UNITS' as const, quantity: '10' } };
    const estimate: ContractEvent = {
      id: 'estimate',
      kind: 'costEstimate',
      effectiveDate: '2026-01-15',
      key: 'work',
      totalCost: '1500',
      scope: 'PRODUCTION',
      evidence: 'Quotes of both suppliers',
    };
    const deliver = (effectiveDate: string, quantity: string): ContractEvent => ({
      id: effectiveDate,
      kind: 'delivery',
      effectiveDate,
      key: 'work',
      quantity,
    });
    expect(
      provisions([
        ...contract(GAAP, units),
        estimate,
        deliver('2026-02-10', '1'),
        deliver('2026-03-10', '6'),
        deliver('2026-04-10', '3'),
      ]),
    ).toEqual({ '2026-01': '500.00', '2026-02': '450.00', '2026-03': '150.00', '2026-04': '0.00' });
  });

  it('IAS 37.66: a service over time is provided for and released month by month', () => {
    // 400 for four months, costs 600: 200.00, of which a quarter is performed by the end of January.
    const service: ObligationTerms = {
      ...built('work', '400'),
      pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-04-30', method: 'EVEN_PERIODS' },
    };
    const estimate: ContractEvent = {
      id: 'estimate',
      kind: 'costEstimate',
      effectiveDate: '2026-01-10',
      key: 'work',
      totalCost: '600',
      scope: 'OTHER',
      evidence: 'Hours planned',
    };
    expect(provisions([...contract(IFRS, service), estimate])).toEqual({
      '2026-01': '150.00',
      '2026-02': '100.00',
      '2026-03': '50.00',
      '2026-04': '0.00',
    });
  });

  it('606-10-55-21: materials without margin are not performance: of 300 all is still to come when only they were delivered', () => {
    // Materials 500 of costs 1,300 are bought: revenue 500 at cost, progress of the rest 0%.
    const materials: ContractEvent = {
      id: 'materials',
      kind: 'costs',
      effectiveDate: '2026-02-28',
      key: 'work',
      costToDate: '500',
      totalCost: '1300',
      uninstalled: { totalCost: '500', costToDate: '500' },
    };
    expect(provisions([...contract(GAAP, built('work', '1000')), materials])).toEqual({
      '2026-02': '300.00',
    });
  });

  it('605-35-25-46 and IAS 37.66: a settlement of past performance is in profit and loss at once, so it is not provided for again', () => {
    // Price 1,000, costs 1,300, 20% performed: revenue 200, costs 260, provision 240, in all a loss of 300. A credit of 100 for
    // defects makes it a loss of 400: revenue 100, costs 260, and still 1,040 of costs against 800 of price to come, 240.00.
    const defects = (key: string): ContractEvent => ({
      id: 'defects',
      kind: 'modification',
      effectiveDate: '2026-03-10',
      treatment: 'prospective',
      decidedFor: 'prospective',
      pastAdjustment: { key, amount: '-100' },
      reason: 'a credit for defects',
    });
    for (const policy of [GAAP, IFRS]) {
      const facts = [
        ...contract(policy, built('work', '1000')),
        costs('2026-02-28', '260', '1300'),
        defects('work'),
      ];
      expect(provisions(facts)).toEqual({ '2026-02': '240.00' });
      expect(expectValue(picture(facts)).losses).toMatchObject([
        { price: '900.00', expectedLoss: '400.00', provision: '240.00' },
      ]);
    }
    // A service of four months for 400 that costs 600: each month performs 50.00 of the loss of 200.
    const service: ObligationTerms = {
      ...built('work', '400'),
      pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-04-30', method: 'EVEN_PERIODS' },
    };
    const estimate: ContractEvent = {
      id: 'estimate',
      kind: 'costEstimate',
      effectiveDate: '2026-01-10',
      key: 'work',
      totalCost: '600',
      evidence: 'Hours planned',
    };
    expect(provisions([...contract(IFRS, service), estimate, defects('work')])).toEqual({
      '2026-01': '150.00',
      '2026-02': '100.00',
      '2026-03': '50.00',
      '2026-04': '0.00',
    });
  });

  it('the end of the contract ends its provision: nothing is left to perform', () => {
    const base = [...contract(GAAP, built('work', '1000')), costs('2026-02-28', '260', '1300')];
    const end: ContractEvent = {
      id: 'end',
      kind: 'termination',
      effectiveDate: '2026-04-10',
      refund: '0',
      reason: 'both sides agreed',
    };
    expect(provisions([...base, end])).toEqual({ '2026-02': '240.00', '2026-04': '0.00' });
  });

  it('an estimate of total costs measures work again that is measured by its costs (606-10-25-35)', () => {
    // 260 of 1,040 are 25%: revenue 250.00; the loss is 40, of which 30.00 is still to come.
    const estimate: ContractEvent = {
      id: 'estimate',
      kind: 'costEstimate',
      effectiveDate: '2026-03-15',
      key: 'work',
      totalCost: '1040',
      evidence: 'Steel is cheaper',
    };
    const facts = [...contract(GAAP, built('work', '1000')), costs('2026-02-28', '260', '1300'), estimate];
    expect(provisions(facts)).toEqual({ '2026-02': '240.00', '2026-03': '30.00' });
    expect(sum(expectValue(picture(facts)).rows.map(({ amount }) => amount)).toFixed(2)).toBe('250.00');
    expect(ruleOf(picture([...facts, { ...estimate, id: 'less', totalCost: '200' }]))).toBe(
      'PROGRESS_OVER_100',
    );
  });

  it('use has no total to estimate costs for: refused', () => {
    const use: ObligationTerms = { ...built('work', '0'), pattern: { kind: 'USAGE' } };
    const estimate: ContractEvent = {
      id: 'estimate',
      kind: 'costEstimate',
      effectiveDate: '2026-03-15',
      key: 'work',
      totalCost: '1040',
      evidence: 'Hours planned',
    };
    expect(ruleOf(picture([...contract(GAAP, use), estimate]))).toBe('WRONG_PATTERN');
  });
});

describe('provisions by the laws of facts', () => {
  const base = contract(BY_OBLIGATION, built('work', '1000'), built('roads', '700'));
  const drawn = fc.array(
    fc.record({
      key: fc.constantFrom('work', 'roads'),
      month: fc.integer({ min: 1, max: 9 }),
      day: fc.integer({ min: 10, max: 28 }),
      toDate: fc.integer({ min: 0, max: 900 }),
      more: fc.integer({ min: 1, max: 900 }),
    }),
    { minLength: 1, maxLength: 6 },
  );
  const factsOf = (all: readonly (typeof drawn extends fc.Arbitrary<readonly (infer T)[]> ? T : never)[]) =>
    all.map(
      ({ key, month, day, toDate, more }, index): ContractEvent => ({
        id: `f${index}`,
        kind: 'costs',
        effectiveDate: `2026-0${month}-${day}`,
        key,
        costToDate: String(toDate),
        totalCost: String(toDate + more),
      }),
    );
  /** One fact of an obligation on one day, so that none depends on the order recorded. */
  const apart = (facts: ContractEvent[]) => [
    ...new Map(
      facts.map((fact) => [`${fact.effectiveDate} ${'key' in fact ? fact.key : ''}`, fact]),
    ).values(),
  ];

  it('recorded in any order they are the same, and so is what is stored when they are recorded one by one with closes in between', () => {
    fc.assert(
      fc.property(drawn, fc.integer({ min: 0, max: 9 }), (all, closed) => {
        const facts = apart(factsOf(all));
        const state = expectValue(picture([...base, ...facts]));
        expect(expectValue(picture([...base, ...facts.toReversed()])).costMonths).toEqual(
          state.costMonths.map((month) =>
            expect.objectContaining({ period: month.period, amount: month.amount }),
          ),
        );
        let stored: StoredCostMonth[] = [];
        for (let count = 1; count <= facts.length; count += 1) {
          const known = expectValue(picture([...base, ...facts.slice(0, count)]));
          const through = count * 2 > facts.length && closed > 0 ? `2026-0${closed}` : null;
          const firstOpen = through === null ? '0000-00' : addPeriods(through, 1);
          const added = costDifferences(known, summed(stored), firstOpen);
          for (const { period, naturalPeriod } of added) {
            expect(period >= naturalPeriod && (through === null || period > through)).toBe(true);
          }
          stored = [
            ...stored,
            ...added.map(({ naturalPeriod, ...row }) => ({ ...row, period: naturalPeriod })),
          ];
          expect(costDifferences(known, summed(stored), firstOpen)).toEqual([]);
        }
        const byMonth = (rows: readonly { item: string; period: string; amount: string }[]) =>
          rows.map(({ item, period, amount }) => `${item} ${period} ${amount}`).sort();
        expect(byMonth(summed(stored).filter(({ amount }) => !dec(amount).isZero()))).toEqual(
          byMonth(state.costMonths),
        );
      }),
    );
  });

  it('the oracle: the balance of each month is the loss to come of every obligation with a loss, by its last costs', () => {
    fc.assert(
      fc.property(drawn, (all) => {
        const facts = apart(factsOf(all));
        const { costMonths } = expectValue(picture([...base, ...facts]));
        for (const month of ['2026-03', '2026-06', '2026-09']) {
          const balance = sum(costMonths.filter(({ period }) => period <= month).map(({ amount }) => amount));
          const expected = [
            ['work', '1000'],
            ['roads', '700'],
          ].map(([key, price = '0']) => {
            const last = facts
              .filter(
                (fact) =>
                  fact.kind === 'costs' && fact.key === key && fact.effectiveDate.slice(0, 7) <= month,
              )
              .sort((a, b) => (a.effectiveDate < b.effectiveDate ? -1 : 1))
              .at(-1);
            if (last?.kind !== 'costs') return dec('0');
            // The share not performed of what costs exceed the price by.
            const over = dec(last.totalCost).minus(price);
            const ahead = dec('1').minus(dec(last.costToDate).div(last.totalCost));
            return over.greaterThan('0') ? over.times(ahead) : dec('0');
          });
          const naive = sum(expected.map((one) => one.toFixed()));
          expect(balance.minus(naive).abs().lessThan('0.0101')).toBe(true);
        }
      }),
    );
  });
});

function summed(rows: readonly StoredCostMonth[]): StoredCostMonth[] {
  const sums = new Map<string, StoredCostMonth>();
  for (const row of rows) {
    const name = `${row.item} ${row.kind} ${row.period}`;
    const amount = dec(row.amount).plus(sums.get(name)?.amount ?? '0');
    sums.set(name, { ...row, amount: amount.toFixed(2) });
  }
  return [...sums.values()];
}
