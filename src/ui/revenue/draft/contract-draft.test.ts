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
import { type ListedPrice, proposedPrice } from './price-list';
import { draftOf, type StoredContract } from './stored-contract';

const POLICY = { scheduleMethod: 'EXACT_DAYS', residual: 'LAST' };
const year = { startDate: '2026-01-01', endDate: '2026-12-31' };
const platform = { ...emptyObligation('1', year), key: 'platform', ssp: '900' };
const setup = { ...emptyObligation('2', year), key: 'setup', pattern: 'POINT' as const, ssp: '100' };
const bonus = {
  ...emptyVariable('3'),
  key: 'bonus',
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

test('the preview shares fixed and expected price by stand-alone prices, and spreads what runs by time', () => {
  const { price, allocation, months, waiting, obstacle } = contractPreview(draft, [], POLICY);
  expect(obstacle).toBeNull();
  expect(price?.total).toBe('800.00');
  expect(allocation?.allocations.map(({ amount }) => amount)).toEqual(['720.00', '80.00']);
  expect(months).toHaveLength(12);
  expect(months.at(0)).toEqual({ period: '2026-01', amount: '61.15', remaining: '738.85' });
  expect(months.at(-1)?.remaining).toBe('80');
  expect(waiting).toEqual([{ key: 'setup', words: 'until it is delivered', amount: '80.00' }]);
});

test('the preview says what is in its way instead of guessing', () => {
  const without = (change: Partial<ContractDraft>) =>
    contractPreview({ ...draft, ...change }, [], POLICY).obstacle;
  expect(without({ obligations: [] })).toBe('Add an obligation to see how the price is shared.');
  expect(without({ obligations: [{ ...platform, key: ' ' }] })).toBe('Name obligation 1.');
  expect(without({ obligations: [{ ...platform, ssp: '' }] })).toBe('Say the stand-alone price of platform.');
  expect(without({ variable: [{ ...bonus, outcomes: [{ id: 'a', amount: '1', percent: '99' }] }] })).toBe(
    'The variable amount bonus needs probabilities that add up to 100 percent.',
  );
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

test('the price list proposes the price of the contract’s day, times the units, and none before it began', () => {
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

test('what the form sends is what a saved draft gives back to the form', () => {
  const asked = askedContract({
    ...draft,
    variable: [{ ...bonus, constraint: 'CONFIDENCE', limit: '80', to: '2' }],
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

test('a draft that says more than the form can is not opened in it', () => {
  const { price, obligations } = askedContract(draft);
  const stored = (terms: object) =>
    ({ ...draft, name: null, notes: null, criteria: [], terms }) as unknown as StoredContract;
  const royalties = [{ key: 'songs', rate: '0.1' }];
  expect(draftOf(stored({ price: { ...price, royalties }, obligations, discounts: [] }))).toBeNull();
  const repurchase = {
    kind: 'REPURCHASE',
    option: 'CALL',
    salePrice: '1',
    repurchasePrice: '1',
    on: '2026-02-01',
  };
  expect(
    draftOf(stored({ price, obligations: [{ ...obligations?.[0], pattern: repurchase }], discounts: [] })),
  ).toBeNull();
  expect(draftOf(stored({ price, obligations, discounts: [] }))).not.toBeNull();
});

test('gaps and refusals land on the field they speak of', () => {
  const open = { ...draft, obligations: [{ ...platform, key: 'setup', start: '' }, setup], fixed: '' };
  expect(gapsIn({ ...open, variable: [] })).toMatchObject({
    fixed: expect.any(String),
    'o/1/key': 'Another one has this name',
    'o/1/start': expect.any(String),
  });
  expect(gapsIn(draft)).toEqual({});
  expect(fieldOf(['obligations', '1', 'pattern', 'quantity'], draft)).toBe('o/2/quantity');
  expect(fieldOf(['obligations', 'platform', 'ssp'], draft)).toBe('o/1/ssp');
  expect(fieldOf(['price', 'variable', '0', 'outcomes', '1', 'amount'], draft)).toBe('v/3/outcomes');
  expect(fieldOf(['customerId'], draft)).toBe('customerId');
  expect(fieldOf(['elsewhere'], draft)).toBeNull();
});

test('obligations follow the contract’s dates until they have their own', () => {
  const own = { ...setup, end: '2026-06-30' };
  const moved = withDates({ ...draft, obligations: [platform, own] }, { endDate: '2027-12-31' });
  expect(moved.obligations.map(({ end }) => end)).toEqual(['2027-12-31', '2026-06-30']);
});
