import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { expectValue, ruleOf } from '../cases/expect-value';
import { compareModification } from './compare';
import type { ModificationInput, ObligationState, Treatment } from './modification';
import { allocatePriceChange } from './price-change';

const treatments: Treatment[] = ['separate', 'prospective', 'catchUp', 'mixed'];
const cents = (max: number) =>
  fc.integer({ min: 0, max }).map((value) => dec(String(value)).div('100').toFixed());
const obligations = fc
  .array(
    fc.record({
      allocated: fc.integer({ min: 1, max: 10_000_000 }),
      percent: fc.constantFrom(0, 0, 25, 60, 100),
      ssp: fc.integer({ min: 1, max: 10_000 }),
      remainingDistinct: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((drawn) =>
    drawn.map((item, index): ObligationState => {
      const allocated = dec(String(item.allocated)).div('100');
      const recognised = allocated.times(String(item.percent)).div('100').toDecimalPlaces(2);
      return {
        key: `k${index}`,
        allocated: allocated.toFixed(),
        recognised: recognised.toFixed(),
        satisfied: dec(String(item.percent)).div('100').toFixed(),
        remainingSsp: item.percent === 100 ? '0' : String(item.ssp),
        remainingDistinct: item.remainingDistinct,
        plan: { kind: 'RATABLE', start: '2025-07-01', end: '2026-06-30' },
      };
    }),
  );
const additions = fc.array(
  fc.record({ price: cents(1_000_000), ssp: fc.integer({ min: 1, max: 10_000 }), distinct: fc.boolean() }),
  { maxLength: 3 },
);
const modifications = fc
  .record({ obligations, additions, priceChange: cents(1_000_000), billed: cents(10_000_000) })
  .map(
    (drawn): ModificationInput => ({
      currencyCode: 'USD',
      date: '2025-07-01',
      obligations: drawn.obligations,
      additions: drawn.additions.map((addition, index) => ({
        key: `a${index}`,
        price: addition.price,
        ssp: String(addition.ssp),
        distinct: addition.distinct,
      })),
      priceChange: drawn.priceChange,
      billed: drawn.billed,
    }),
  );

describe('laws of contract modifications', () => {
  it('every applicable treatment allocates the previous price plus the change, to the cent', () => {
    fc.assert(
      fc.property(modifications, (input) => {
        const { outcomes } = expectValue(compareModification(input));
        const price = sum([
          input.priceChange ?? '0',
          ...input.obligations.map(({ allocated }) => allocated),
          ...(input.additions ?? []).map(({ price }) => price),
        ]);
        for (const treatment of treatments) {
          const outcome = outcomes[treatment];
          if (!outcome.applicable) continue;
          expect(sum(outcome.allocation.map(({ after }) => after)).equals(price), treatment).toBe(true);
        }
      }),
    );
  });

  it('the amount included now for the terms of a change is part of the price under every applicable treatment, to the cent', () => {
    const terms = fc.array(
      fc.record({
        included: fc.integer({ min: -5_000, max: 500_000 }),
        to: fc.option(fc.uniqueArray(fc.nat(7), { minLength: 1, maxLength: 3 })),
      }),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(modifications, terms, cents(10_000), (input, drawn, interest) => {
        const keys = [...input.obligations, ...(input.additions ?? [])].map(({ key }) => key);
        const variable = drawn.map(({ included, to }, index) => {
          const named = [...new Set((to ?? []).map((rank) => keys[rank % keys.length] ?? ''))];
          const amount = dec(String(included)).div('100').toFixed();
          return { key: `v${index}`, included: amount, to: named.length === 0 ? undefined : named };
        });
        const { outcomes } = expectValue(compareModification({ ...input, terms: { variable, interest } }));
        const price = sum([
          input.priceChange ?? '0',
          dec(interest).negated(),
          ...variable.map(({ included }) => included),
          ...input.obligations.map(({ allocated }) => allocated),
          ...(input.additions ?? []).map((addition) => addition.price),
        ]);
        for (const treatment of treatments) {
          const { applicable, allocation, terms: owners } = outcomes[treatment];
          if (!applicable) continue;
          expect(sum(allocation.map(({ after }) => after)).equals(price), treatment).toBe(true);
          // Every obligation a term belongs to exists after the change.
          const after = new Set(allocation.map(({ key }) => key));
          expect(owners.flatMap(({ to }) => to ?? []).filter((key) => !after.has(key))).toEqual([]);
        }
      }),
    );
  });

  it('recognized + revenue by month + unscheduled = total, and rpo = total − recognized − catch-up', () => {
    fc.assert(
      fc.property(modifications, (input) => {
        const { outcomes } = expectValue(compareModification(input));
        const recognised = sum(input.obligations.map((state) => state.recognised));
        for (const treatment of treatments) {
          const outcome = outcomes[treatment];
          const months = sum(outcome.revenueByMonth.map(({ amount }) => amount));
          expect(recognised.plus(months).plus(outcome.unscheduled).equals(outcome.total), treatment).toBe(
            true,
          );
          const rpo = dec(outcome.total).minus(recognised).minus(outcome.catchUp);
          expect(rpo.equals(outcome.rpo), treatment).toBe(true);
        }
      }),
    );
  });

  it('the entry balances and results in deferred − contract asset = billed − recognized', () => {
    fc.assert(
      fc.property(modifications, cents(10_000_000), (drawn, pending) => {
        const input = { ...drawn, pending };
        const { outcomes } = expectValue(compareModification(input));
        for (const treatment of treatments) {
          const outcome = outcomes[treatment];
          const net = sum(outcome.entries.map(({ debit, credit }) => dec(debit).minus(credit)));
          expect(net.isZero()).toBe(true);
          const recognised = sum(outcome.allocation.map((row) => row.recognised));
          const position = dec(outcome.deferred).minus(outcome.contractAsset);
          // Of a bill that can still be canceled, what is performed and neither paid nor due is a receivable (45-4).
          const performed = recognised.minus(input.billed ?? '0');
          const most = performed.lt(pending) ? performed : dec(pending);
          expect(outcome.due, treatment).toBe((performed.gt('0') ? most : dec('0')).toFixed(2));
          const due = dec(input.billed ?? '0').plus(outcome.due);
          expect(position.equals(due.minus(recognised)), treatment).toBe(true);
        }
      }),
    );
  });

  it('a separate contract without additions equals the original, and prospective never changes what was recognized', () => {
    fc.assert(
      fc.property(modifications, (input) => {
        const nothing = expectValue(compareModification({ ...input, additions: [], priceChange: '0' }));
        expect(nothing.outcomes.separate.allocation.every((row) => row.before === row.after)).toBe(true);
        const { outcomes } = expectValue(compareModification(input));
        expect(outcomes.prospective.catchUp).toBe('0.00');
      }),
    );
  });

  it('mixed equals prospective when everything that remains is distinct', () => {
    fc.assert(
      fc.property(modifications, (input) => {
        const distinct = {
          ...input,
          obligations: input.obligations.map((state) => ({ ...state, remainingDistinct: true })),
          additions: (input.additions ?? []).map((addition) => ({ ...addition, distinct: true })),
        };
        const { outcomes } = expectValue(compareModification(distinct));
        expect(outcomes.mixed.allocation).toEqual(outcomes.prospective.allocation);
      }),
    );
  });

  it('the answers decide: 25-13(a) distinct is prospective and 25-13(b) not distinct is a catch-up, never the reverse', () => {
    const base: ModificationInput = {
      currencyCode: 'USD',
      date: '2025-07-01',
      obligations: [{ key: 'k', allocated: '100', recognised: '50', remainingDistinct: true }],
      priceChange: '10',
    };
    expect(expectValue(compareModification(base)).required.treatment).toBe('prospective');
    const no = { ...base, answers: { remainingDistinct: 'NONE' as const } };
    expect(expectValue(compareModification(no)).required.treatment).toBe('catchUp');
  });

  it('the price of a removed obligation goes to the rest, less the price change', () => {
    const { outcomes, required } = expectValue(
      compareModification({
        currencyCode: 'USD',
        date: '2025-07-01',
        obligations: [
          { key: 'gone', allocated: '100', recognised: '40', remainingDistinct: true },
          { key: 'stays', allocated: '200', recognised: '0', remainingDistinct: true },
        ],
        removals: ['gone'],
        priceChange: '-50',
      }),
    );
    expect(required.treatment).toBe('prospective');
    expect(outcomes.prospective.allocation.map(({ after }) => after)).toEqual(['40.00', '210.00']);
    expect(outcomes.separate.applicable).toBe(false);
  });

  it('a change that removes all that remains of a contract of which nothing is satisfied is not possible under any treatment', () => {
    const { outcomes } = expectValue(
      compareModification({
        currencyCode: 'USD',
        date: '2025-07-01',
        obligations: [
          { key: 'gone', allocated: '100', recognised: '0', satisfied: '0', remainingDistinct: true },
        ],
        removals: ['gone'],
        priceChange: '-40',
      }),
    );
    expect(treatments.map((one) => outcomes[one].applicable)).toEqual([false, false, false, false]);
  });

  it('bad input is refused', () => {
    const state = { key: 'k', allocated: '100', recognised: '50', remainingDistinct: true };
    const base: ModificationInput = { currencyCode: 'USD', date: '2025-07-01', obligations: [state] };
    expect(ruleOf(compareModification({ ...base, obligations: [] }))).toBe('INVALID_INPUT');
    expect(ruleOf(compareModification({ ...base, obligations: [state, state] }))).toBe('INVALID_INPUT');
    expect(ruleOf(compareModification({ ...base, obligations: [{ ...state, satisfied: '1.2' }] }))).toBe(
      'INVALID_INPUT',
    );
    expect(ruleOf(compareModification({ ...base, removals: ['x'] }))).toBe('INVALID_INPUT');
  });
});

describe('32-42 to 32-45: changes of the price after inception', () => {
  const inception = [
    { key: 'X', weight: '300', satisfied: '1' },
    { key: 'Y', weight: '100', satisfied: '0.5' },
  ];
  const base = { currencyCode: 'USD', change: '-80', inception };

  it('32-43: allocated as at inception, with the satisfied part recognized at once', () => {
    expect(expectValue(allocatePriceChange(base))).toMatchObject({
      allocations: [
        { key: 'X', amount: '-60.00', recogniseNow: '-60.00' },
        { key: 'Y', amount: '-20.00', recogniseNow: '-10.00' },
      ],
      recogniseNow: '-70.00',
    });
  });

  it('32-44: only to the obligation it belongs to', () => {
    expect(expectValue(allocatePriceChange({ ...base, onlyTo: ['Y'] })).allocations).toEqual([
      { key: 'Y', amount: '-80.00', recogniseNow: '-40.00' },
    ]);
    expect(ruleOf(allocatePriceChange({ ...base, onlyTo: ['Z'] }))).toBe('NOTHING_TO_ALLOCATE_TO');
  });

  it('32-45(b): a change promised after the modification is allocated to the modified contract', () => {
    const modified = [{ key: 'Y', weight: '1', satisfied: '0' }];
    expect(
      expectValue(allocatePriceChange({ ...base, modified, promisedBefore: false })).allocations,
    ).toEqual([{ key: 'Y', amount: '-80.00', recogniseNow: '0.00' }]);
  });
});
