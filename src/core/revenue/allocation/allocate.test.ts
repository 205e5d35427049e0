import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dec, sum } from '@/core/money/decimal';
import { allocate } from './allocate';
import type { AllocationInput } from './allocation';

function shares(input: Omit<AllocationInput, 'currencyCode'> & { currencyCode?: string }) {
  const outcome = allocate({ currencyCode: 'USD', ...input });
  if (!outcome.ok) throw new Error(outcome.refusal.message);
  return Object.fromEntries(outcome.value.allocations.map(({ key, amount }) => [key, amount]));
}

function refusedBy(input: Omit<AllocationInput, 'currencyCode'> & { currencyCode?: string }) {
  const outcome = allocate({ currencyCode: 'USD', ...input });
  if (outcome.ok) throw new Error('was allocated');
  return outcome.refusal;
}

const pair = [
  { key: 'X', ssp: '600' },
  { key: 'Y', ssp: '400' },
];

describe('allocation of the transaction price', () => {
  it('32-31: shares are proportional to standalone prices and sum to the price', () => {
    expect(shares({ transactionPrice: '900', obligations: pair })).toEqual({ X: '540.00', Y: '360.00' });
  });

  it('32-41: a variable amount is allocated to its obligation, the rest to all by standalone price', () => {
    expect(
      shares({ transactionPrice: '1000', obligations: pair, variable: [{ amount: '100', to: ['Y'] }] }),
    ).toEqual({ X: '540.00', Y: '460.00' });
  });

  it('32-37: a discount allocated to a subset leaves the others at their standalone prices', () => {
    expect(
      shares({ transactionPrice: '950', obligations: pair, discounts: [{ amount: '50', to: ['Y'] }] }),
    ).toEqual({ X: '600.00', Y: '350.00' });
  });

  it('a share of a discount that comes out even is said as it is, any other rounded, with that it is', () => {
    const whys = (discount: string, price: string) => {
      const outcome = allocate({
        currencyCode: 'USD',
        transactionPrice: price,
        obligations: [
          { key: 'platform', ssp: '1000' },
          { key: 'songs', ssp: '100' },
          { key: 'setup', ssp: '1100' },
        ],
        discounts: [{ amount: discount, to: ['platform', 'songs'] }],
      });
      if (!outcome.ok) throw new Error(outcome.refusal.message);
      return outcome.value.allocations.map(
        ({ why }) => / (less its share [^;]*?) of a discount/.exec(why)?.[1],
      );
    };
    expect(whys('110', '2090')).toEqual(['less its share 100.00', 'less its share 10.00', undefined]);
    expect(whys('200', '2000')).toEqual([
      'less its share about 181.82',
      'less its share about 18.18',
      undefined,
    ]);
  });

  it('a price inside the range is kept, one outside is replaced by the midpoint, and the reason says so', () => {
    const outcome = allocate({
      transactionPrice: '200',
      currencyCode: 'USD',
      obligations: [
        { key: 'in', ssp: '100', contractPrice: '95', sspRange: { low: '90', high: '110' } },
        { key: 'out', ssp: '50', contractPrice: '20', sspRange: { low: '90', high: '110' } },
      ],
    });
    if (!outcome.ok) throw new Error(outcome.refusal.message);
    expect(outcome.value.allocations.map(({ amount }) => amount)).toEqual(['97.44', '102.56']);
    expect(outcome.value.allocations[0]?.why).toContain('95.00 is within its range 90.00 to 110.00');
    expect(outcome.value.allocations[1]?.why).toContain('20.00 is outside; midpoint of 90.00 to 110.00');
  });

  it('two residual obligations share the residual by their midpoints', () => {
    expect(
      shares({
        transactionPrice: '140',
        obligations: [
          { key: 'A', ssp: '50' },
          { key: 'R1', method: 'RESIDUAL', sspRange: { low: '10', high: '50' } },
          { key: 'R2', method: 'RESIDUAL', sspRange: { low: '20', high: '100' } },
        ],
      }),
    ).toEqual({ A: '50.00', R1: '30.00', R2: '60.00' });
  });

  it('a single obligation is allocated the whole price whatever its standalone price', () => {
    expect(shares({ transactionPrice: '10', obligations: [{ key: 'only', ssp: '0' }] })).toEqual({
      only: '10.00',
    });
  });

  it('a suspicious residual is refused with the reason', () => {
    const base = { obligations: [pair[0] ?? { key: '' }, { key: 'R', method: 'RESIDUAL' as const }] };
    expect(refusedBy({ transactionPrice: '600', ...base }).data).toMatchObject({
      rule: 'RESIDUAL_NOT_FAITHFUL',
      reason: 'NOT_POSITIVE',
    });
    expect(refusedBy({ transactionPrice: '500', ...base }).data).toMatchObject({ reason: 'NOT_POSITIVE' });
    const listed = { obligations: [...pair, { key: 'R', method: 'RESIDUAL' as const, ssp: '100' }] };
    expect(refusedBy({ transactionPrice: '1030', ...listed }).data).toMatchObject({
      reason: 'FAR_BELOW_LISTED',
    });
    expect(shares({ transactionPrice: '1050', ...listed })).toMatchObject({ R: '50.00' });
  });

  it('bad input is refused and names its field', () => {
    const paths = (input: Parameters<typeof refusedBy>[0]) => {
      const refusal = refusedBy(input);
      return refusal.code === 'INVALID_INPUT' ? refusal.data.issues.map((issue) => issue.path.join('.')) : [];
    };
    expect(paths({ transactionPrice: '1', obligations: [{ key: 'X', ssp: '-1' }] })).toEqual([
      'obligations.0.ssp',
    ]);
    expect(paths({ transactionPrice: '-1', obligations: pair })).toEqual(['transactionPrice']);
    expect(paths({ transactionPrice: '1', obligations: [] })).toEqual(['obligations']);
    expect(paths({ transactionPrice: '1', obligations: [...pair, ...pair] })).toEqual([
      'obligations.2.key',
      'obligations.3.key',
    ]);
    expect(
      paths({ transactionPrice: '1', obligations: pair, variable: [{ amount: '1', to: ['Z'] }] }),
    ).toEqual(['variable.0.to']);
    expect(
      paths({ transactionPrice: '1', obligations: [{ key: 'X', sspRange: { low: '2', high: '1' } }] }),
    ).toEqual(['obligations.0.sspRange.high']);
  });

  it('input that breaks a rule of the standard is refused with the name of the rule', () => {
    const rule = (input: Parameters<typeof refusedBy>[0]) => {
      const { data } = refusedBy(input);
      return 'rule' in data ? data.rule : null;
    };
    expect(
      rule({ transactionPrice: '100', obligations: pair, variable: [{ amount: '101', to: ['X'] }] }),
    ).toBe('VARIABLE_EXCEEDS_PRICE');
    expect(
      rule({ transactionPrice: '500', obligations: pair, discounts: [{ amount: '500', to: ['Y'] }] }),
    ).toBe('DISCOUNT_EXCEEDS_SSP');
    expect(
      rule({ transactionPrice: '50', obligations: pair, discounts: [{ amount: '400', to: ['Y'] }] }),
    ).toBe('DISCOUNT_EXCEEDS_SSP');
    expect(
      rule({ transactionPrice: '1000', obligations: pair, discounts: [{ amount: '50', to: ['Y'] }] }),
    ).toBe('DISCOUNT_NOT_IN_CONTRACT');
    expect(
      rule({
        transactionPrice: '10',
        obligations: [
          { key: 'X', ssp: '0' },
          { key: 'Y', ssp: '0' },
        ],
      }),
    ).toBe('NO_SSP');
  });

  it('law: shares sum to the price, none is negative, and none is more than one minor unit from its exact share', () => {
    const cents = fc.integer({ min: 1, max: 1_000_000_000 }).map((value) => dec(String(value)).div('100'));
    fc.assert(
      fc.property(cents, fc.array(cents, { minLength: 1, maxLength: 30 }), (price, ssps) => {
        const result = shares({
          transactionPrice: price.toFixed(),
          obligations: ssps.map((ssp, index) => ({ key: `k${index}`, ssp: ssp.toFixed() })),
        });
        expect(sum(Object.values(result)).equals(price)).toBe(true);
        ssps.forEach((ssp, index) => {
          const share = dec(result[`k${index}`] ?? 'NaN');
          expect(share.gte('0')).toBe(true);
          expect(
            share
              .minus(price.times(ssp).div(sum(ssps)))
              .abs()
              .lt('0.01'),
          ).toBe(true);
        });
      }),
    );
  });

  it('law: shares sum to the price with variable amounts and discounts allocated to subsets', () => {
    const units = fc.integer({ min: 100, max: 100_000 });
    fc.assert(
      fc.property(
        fc.array(units, { minLength: 3, maxLength: 8 }),
        fc.integer({ min: 0, max: 99 }),
        fc.integer({ min: 0, max: 500 }),
        (ssps, discount, variable) => {
          const price = String(ssps.reduce((total, ssp) => total + ssp, 0) - discount);
          const result = shares({
            transactionPrice: price,
            obligations: ssps.map((ssp, index) => ({ key: `k${index}`, ssp: String(ssp) })),
            discounts: [{ amount: String(discount), to: ['k0', 'k1'] }],
            variable: [{ amount: String(Math.min(variable, 80)), to: ['k2'] }],
          });
          expect(sum(Object.values(result)).equals(price)).toBe(true);
        },
      ),
    );
  });
});
