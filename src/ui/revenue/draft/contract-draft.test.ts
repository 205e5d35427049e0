import { expect, test } from 'vitest';
import { askedContract } from './asked-contract';
import {
  type ContractDraft,
  emptyContract,
  emptyObligation,
  emptyVariable,
  withDates,
} from './contract-draft';
import { contractPreview } from './contract-preview';
import { fieldOf, gapsIn } from './draft-problems';
import { type ListedPrice, proposedPrice } from './price/price-list';
import { draftOf, type StoredContract } from './stored-contract';

const POLICY = { scheduleMethod: 'EXACT_DAYS', residual: 'LAST' };
const year = { startDate: '2026-01-01', endDate: '2026-12-31' };
const platform = { ...emptyObligation('1', year), key: 'platform', ssp: '900' };
const setup = { ...emptyObligation('2', year), key: 'setup', pattern: 'POINT' as const, ssp: '100' };
const bonus = {
  ...emptyVariable('3'),
  key: 'bonus',
  method: 'EXPECTED_VALUE' as const,
  constraint: 'NONE' as const,
  evidence: 'four of ten earned it',
  outcomes: [
    { id: 'a', amount: '100', percent: '40' },
    { id: 'b', amount: '0', percent: '60' },
  ],
};
const draft: ContractDraft = {
  ...emptyContract({ today: '2026-01-01', subsidiaryId: 's', currencyCode: 'USD' }),
  ...year,
  fixed: '760',
  obligations: [platform, setup],
  variable: [bonus],
};

test('the preview allocates fixed and expected amounts by standalone prices, and spreads time-based revenue', () => {
  const { price, allocation, months, waiting, obstacle } = contractPreview(draft, [], POLICY);
  expect(obstacle).toBeNull();
  expect(price?.total).toBe('800.00');
  expect(allocation?.allocations.map(({ amount }) => amount)).toEqual(['720.00', '80.00']);
  expect(months).toHaveLength(12);
  expect(months.at(0)).toEqual({ period: '2026-01', amount: '61.15', remaining: '738.85' });
  expect(months.at(-1)?.remaining).toBe('80');
  expect(waiting).toEqual([{ key: 'setup', words: 'until it is delivered', amount: '80.00' }]);
});

test('the preview states what is missing instead of guessing', () => {
  const without = (change: Partial<ContractDraft>) =>
    contractPreview({ ...draft, ...change }, [], POLICY).obstacle;
  expect(without({ obligations: [] })).toBe('Add an obligation to see how the price is allocated.');
  expect(without({ obligations: [{ ...platform, key: ' ' }] })).toBe('Name obligation 1.');
  expect(without({ obligations: [{ ...platform, ssp: '' }] })).toBe(
    'Enter the standalone selling price of platform.',
  );
  expect(without({ variable: [{ ...bonus, method: '' }] })).toBe(
    'Choose how the variable amount bonus is estimated.',
  );
  expect(without({ variable: [{ ...bonus, constraint: '' }] })).toBe(
    'Decide the constraint of the variable amount bonus.',
  );
  expect(without({ variable: [{ ...bonus, outcomes: [{ id: 'a', amount: '1', percent: '99' }] }] })).toBe(
    'The variable amount bonus needs probabilities that add up to 100%.',
  );
});

test('a committed minimum is its own standalone price, and the fixed price has to contain it', () => {
  const calls = {
    ...emptyObligation('4', year),
    key: 'calls',
    pattern: 'USAGE' as const,
    minimumStart: '2026-01-01',
    minimumEnd: '2026-12-31',
    minimumEvery: 'QUARTER' as const,
    minimumAmount: '100',
    minimumChanges: [{ id: 'c', from: '2026-07-01', amount: '150' }],
  };
  const shown = (fixed: string) =>
    contractPreview({ ...draft, fixed, variable: [], obligations: [calls, setup] }, [], POLICY);
  // 2 × 100 and 2 × 150, next to a standalone price of 100.
  expect(shown('600').allocation?.allocations.map(({ amount }) => amount)).toEqual(['500.00', '100.00']);
  expect(shown('499').obstacle).toBe('The fixed price is less than the minimums of 500.00.');
});

const listed = (validFrom: string, validTo: string | null, ssp: string) =>
  ({
    productCode: 'CORE',
    stratum: '',
    currencyCode: 'USD',
    validFrom,
    validTo,
    ssp,
    rangeLow: '90',
    rangeHigh: '120',
    evidence: 'sales',
  }) as ListedPrice;

test('the price list proposes the price on the contract date, times the units, and none before it took effect', () => {
  const list = [listed('2025-01-01', '2025-12-31', '90'), listed('2026-01-01', null, '100')];
  const one = { productCode: 'CORE', stratum: '', units: '12' };
  expect(proposedPrice(list, one, 'USD', '2026-03-01')).toMatchObject({
    ssp: '1200.00',
    range: { low: '1080.00', high: '1440.00' },
    from: '2026-01-01',
  });
  expect(proposedPrice(list, one, 'USD', '2024-12-31')).toBeNull();
  const fromList = { ...draft, obligations: [{ ...platform, ssp: '', productCode: 'CORE' }, setup] };
  expect(contractPreview(fromList, list, POLICY).allocation?.allocations[0]?.amount).toBe('400.00');
});

test('the values that the form sends are the values a saved draft gives back', () => {
  const asked = askedContract({
    ...draft,
    variable: [{ ...bonus, constraint: 'CONFIDENCE', limit: '80', to: ['2'] }],
  });
  expect(asked.price?.variable?.[0]).toMatchObject({
    outcomes: [
      { amount: '100', probability: '0.4' },
      { amount: '0', probability: '0.6' },
    ],
    constraint: { kind: 'CONFIDENCE', probability: '0.8' },
    to: ['setup'],
  });
  const stored: StoredContract = {
    contractNumber: 'REV-1',
    name: null,
    customerId: null,
    subsidiaryId: 's',
    currencyCode: 'USD',
    contractDate: '2026-01-01',
    ...year,
    notes: null,
    terms: { price: asked.price, obligations: asked.obligations, discounts: [] },
    criteria: [],
  };
  const again = draftOf(stored);
  expect(again && { ...askedContract(again), contractNumber: undefined }).toEqual(asked);
});

test('a contract with no fixed price is sent with a fixed price of zero', () => {
  expect(askedContract({ ...draft, fixed: '' }).price?.fixed).toBe('0');
});

const stored = (terms: object) =>
  ({ ...draft, name: null, notes: null, criteria: [], terms }) as unknown as StoredContract;

test('every further term of a saved draft is sent unchanged by the form', () => {
  const { price, obligations } = askedContract(draft);
  const [first, second] = obligations ?? [];
  const judged = [{ question: 'SERIES', answer: true, evidence: 'alike every day' }];
  const terms = {
    price: {
      ...price,
      royalties: [{ key: 'songs', rate: '0.1', to: ['platform'], expected: '50' }],
      nonCash: [{ key: 'shares', quantity: '10', fairValue: '1.25' }],
      payableToCustomer: [{ key: 'slot', amount: '20', distinctFairValue: '5' }],
      financing: {
        kind: 'ARREARS',
        start: '2026-01-01',
        monthsPerPeriod: 12,
        periods: 2,
        ratePerPeriod: '0.06',
        payments: [
          { at: 1, amount: '380' },
          { at: 2, amount: '380' },
        ],
      },
    },
    obligations: [
      {
        ...first,
        answers: judged,
        parts: [{ name: 'help desk', answers: judged }],
        sspRange: { low: '800', high: '1000' },
        expedient: 'VARIABLE',
      },
      {
        ...second,
        pattern: {
          kind: 'REPURCHASE',
          option: 'PUT',
          salePrice: '100',
          repurchasePrice: '80',
          on: '2026-02-01',
          expectedMarketValue: '90',
          significantIncentive: false,
        },
      },
      {
        key: 'calls',
        capacity: 'PRINCIPAL',
        nature: 'SERVICE',
        standalone: { kind: 'COST', cost: '40', margin: '0.25' },
        supplierRate: '0.3',
        pattern: {
          kind: 'USAGE',
          tiers: [
            { upTo: '100', unitPrice: '0.5' },
            { upTo: null, unitPrice: '0.4' },
          ],
        },
      },
    ],
    discounts: [{ amount: '30', to: ['platform', 'setup'] }],
  };
  const again = draftOf(stored(terms));
  if (again === null) throw new Error('the form takes the draft');
  const { price: sent, obligations: promised, discounts } = askedContract(again);
  expect({ price: sent, obligations: promised, discounts }).toEqual(terms);
});

test('a draft with terms that the form does not support is not opened in it', () => {
  const { price, obligations } = askedContract(draft);
  const unknown = { ...price, barter: [{ key: 'hay' }] };
  expect(draftOf(stored({ price: unknown, obligations, discounts: [] }))).toBeNull();
  const gone = [{ amount: '30', to: ['nothing of that name'] }];
  expect(draftOf(stored({ price, obligations, discounts: gone }))).toBeNull();
  expect(draftOf(stored({ price, obligations, discounts: [] }))).not.toBeNull();
});

test('missing fields and refusals are reported at the field they concern', () => {
  const open = { ...draft, obligations: [{ ...platform, key: 'setup', start: '' }, setup], fixed: '' };
  expect(gapsIn({ ...open, variable: [] })).toMatchObject({
    fixed: expect.any(String),
    'obligations/1/key': 'This name is already used',
    'obligations/1/start': expect.any(String),
  });
  expect(gapsIn(draft)).toEqual({});
  expect(fieldOf(['obligations', '1', 'pattern', 'quantity'], draft)).toBe('obligations/2/quantity');
  expect(fieldOf(['obligations', 'platform', 'ssp'], draft)).toBe('obligations/1/ssp');
  expect(fieldOf(['price', 'variable', '0', 'outcomes', '1', 'amount'], draft)).toBe('variable/3/outcomes');
  const undecided = {
    ...draft,
    variable: [{ ...bonus, method: '', constraint: '', evidence: '' } as const],
  };
  expect(Object.keys(gapsIn(undecided)).sort()).toEqual([
    'variable/3/constraint',
    'variable/3/evidence',
    'variable/3/method',
  ]);
  expect(fieldOf(['customerId'], draft)).toBe('customerId');
  expect(fieldOf(['elsewhere'], draft)).toBeNull();
});

test('missing or refused further terms are reported at the field of their row', () => {
  const estimated = { ...platform, ssp: '', estimate: 'COST' as const };
  const { financing } = draft;
  const open: ContractDraft = {
    ...draft,
    obligations: [
      { ...estimated, rangeLow: '800' },
      { ...setup, pattern: 'REPURCHASE', option: 'PUT' },
    ],
    royalties: [{ id: 'r', key: 'plays', percent: '', to: '1', criteria: [], expected: '' }],
    discounts: [{ id: 'd', amount: '5', to: ['gone'], criteria: [] }],
    financing: {
      ...financing,
      kind: 'ARREARS',
      periods: '1.5',
      ratePercent: '6',
      paid: 'LISTED',
      payments: [{ id: 'f', at: '1', amount: '' }],
    },
  };
  expect(Object.keys(gapsIn(open)).sort()).toEqual([
    'discounts/d/to',
    'financing/payments/f/amount',
    'financing/periods',
    'obligations/1/cost',
    'obligations/1/rangeHigh',
    'obligations/2/expectedMarketValue',
    'obligations/2/repurchaseOn',
    'obligations/2/repurchasePrice',
    'obligations/2/salePrice',
    'royalties/r/percent',
  ]);
  expect(fieldOf(['price', 'royalties', '0', 'rate'], open)).toBe('royalties/r/percent');
  expect(fieldOf(['data', 'price', 'financing', 'payments', '0', 'amount'], open)).toBe(
    'financing/payments/f/amount',
  );
  expect(fieldOf(['obligations', '0', 'standalone', 'margin'], open)).toBe('obligations/1/marginPercent');
  expect(fieldOf(['discounts', '0', 'to'], open)).toBe('discounts/d/to');
});

test('obligations follow the contract’s dates until they have their own', () => {
  const own = { ...setup, end: '2026-06-30' };
  const moved = withDates({ ...draft, obligations: [platform, own] }, { endDate: '2027-12-31' });
  expect(moved.obligations.map(({ end }) => end)).toEqual(['2027-12-31', '2026-06-30']);
});
