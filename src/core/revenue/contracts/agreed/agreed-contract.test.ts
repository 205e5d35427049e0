import { describe, expect, it } from 'vitest';
import { dec, sum } from '../../../money/decimal';
import { expectValue } from '../../cases/expect-value';
import { picture } from '../picture';
import { agreedContract } from './agreed-contract';
import type { AgreedTerms } from './agreed-terms';

const year = { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } as const;

// Standalone 60 × 10 = 600, 200 × 1.5 = 300, and 300 within 200 to 350, whatever its middle. The bonus: 300 × 0.5 + 100 × 0.5 = 200, at most 120, for the
// setup alone. 1,000 × 600 / 1,200 = 500 and 250 each; the setup 250 + 120 = 370. The price is 1,120.
const bundle: AgreedTerms = {
  price: {
    fixed: '1000',
    variable: [
      {
        key: 'bonus',
        to: ['setup'],
        method: 'EXPECTED_VALUE',
        outcomes: [
          { amount: '300', probability: '0.5' },
          { amount: '100', probability: '0.5' },
        ],
        constraint: { kind: 'CAP', amount: '120' },
        evidence: 'Four of five earlier launches',
      },
    ],
  },
  obligations: [
    { key: 'seats', pattern: year, standalone: { kind: 'LISTED', ssp: '60', units: '10' } },
    { key: 'setup', pattern: { kind: 'POINT' }, standalone: { kind: 'COST', cost: '200', margin: '0.5' } },
    {
      key: 'training',
      pattern: { kind: 'POINT' },
      sspRange: { low: '200', high: '350' },
      contractPrice: '300',
    },
  ],
};

// 1,210 in two years at 10% a year is worth 1,000; interest income of 100 and 110.
const financed: AgreedTerms = {
  price: {
    fixed: '1210',
    financing: {
      kind: 'ARREARS',
      fixed: '1210',
      start: '2026-01-01',
      monthsPerPeriod: 12,
      periods: 2,
      ratePerPeriod: '0.1',
      payments: [{ at: 2, amount: '1210' }],
    },
  },
  obligations: [{ key: 'goods', pattern: { kind: 'POINT' }, standalone: { kind: 'STATED', ssp: '1000' } }],
};

const creation = (agreed: AgreedTerms) =>
  ({ id: 'created', kind: 'created', effectiveDate: '2026-01-01', currencyCode: 'USD', agreed }) as const;
const activation = { id: 'activated', kind: 'activated', effectiveDate: '2026-01-01' } as const;

describe('what was agreed at inception', () => {
  it('comes to a price, its shares and the bases of later price changes by the rules of steps 3 and 4', () => {
    const { price, allocation, beginning, estimates } = expectValue(agreedContract('USD', bundle));
    expect(price.total).toBe('1120.00');
    expect(allocation.allocations.map(({ key, amount }) => [key, amount])).toEqual([
      ['seats', '500.00'],
      ['setup', '370.00'],
      ['training', '250.00'],
    ]);
    expect(beginning.obligations.map(({ ssp }) => ssp)).toEqual(['600.00', '300.00', '300.00']);
    expect(beginning.variable).toEqual([{ key: 'bonus', included: '120.00', to: ['setup'] }]);
    expect(estimates.map(({ key }) => key)).toEqual(['setup']);
  });

  it('comes to a plan of interest and of payments by the terms of its financing (606-10-32-15)', () => {
    const { price, beginning } = expectValue(agreedContract('USD', financed));
    expect(price.total).toBe('1000.00');
    const interest = (beginning.interest ?? []).map(({ amount }) => dec(amount));
    expect(interest).toHaveLength(24);
    expect(sum(interest.slice(0, 12)).toFixed(9)).toBe('-100.000000000');
    expect(sum(interest.slice(12)).toFixed(9)).toBe('-110.000000000');
    expect(beginning.installments).toEqual([{ on: '2027-12-31', amount: '1210.00' }]);
  });

  it.each([
    ['a bundle with a bonus', bundle],
    ['a financing', financed],
  ])(
    'is all a creation says: the contract is the one that begins with what that comes to (%s)',
    (_name, agreed) => {
      const { beginning } = expectValue(agreedContract('USD', agreed));
      const { agreed: _agreed, ...rest } = creation(agreed);
      expect(expectValue(picture([creation(agreed), activation]))).toEqual(
        expectValue(picture([{ ...rest, ...beginning }, activation])),
      );
    },
  );

  it('refuses terms that cannot be priced and names the creation', () => {
    const [seats] = bundle.obligations;
    const wrong = {
      ...bundle,
      obligations: [{ ...seats, key: 'seats', pattern: year, standalone: undefined }],
    };
    expect(picture([creation(wrong), activation])).toMatchObject({
      ok: false,
      refusal: { code: 'INVALID_INPUT', data: { eventId: 'created' } },
    });
  });
});
