import { afterAll, beforeAll, describe, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { PROBABLE } from '../books';
import { type Asked, type Case, type Company, on, openCompany, point } from '../company';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(closeConnections);

const financing = (more: object) => ({
  fixed: '121',
  financing: { kind: 'ARREARS', monthsPerPeriod: 12, periods: 2, cashPrice: '100', ...more },
});
const term = (start: string, end: string) => ({
  key: 'a',
  ssp: '1',
  pattern: { kind: 'RATABLE', start, end },
});
const policy = (body: object): Asked => ({ path: '/policies', body: { name: 'Another', ...body } });

const CASES: Case[] = [
  [
    'a negative standalone price in a contract',
    (c) => c.priced({ fixed: '1' }, point('a', '-1')),
    'INVALID_INPUT',
  ],
  [
    'a negative standalone price in the price list',
    () => ({
      path: '/ssp',
      body: { productCode: 'X', currencyCode: 'USD', validFrom: '2026-01-01', ssp: '-1' },
    }),
    'INVALID_INPUT',
  ],
  [
    'a standalone price that overlaps another of its product',
    () => ({
      path: '/ssp',
      body: { productCode: 'SEAT', currencyCode: 'USD', validFrom: '2026-06-01', ssp: '90' },
    }),
    'OVERLAP',
  ],
  [
    'a price range with the low end above the high end',
    () => ({
      path: '/ssp',
      body: {
        productCode: 'X',
        currencyCode: 'USD',
        validFrom: '2026-01-01',
        ssp: '5',
        rangeLow: '9',
        rangeHigh: '1',
      },
    }),
    'INVALID_INPUT',
  ],
  ['policies that overlap', (_c) => policy({ validFrom: '2026-01-01' }), 'OVERLAP'],
  [
    'a policy that ends before it starts',
    (_c) => policy({ code: 'OTHER', validFrom: '2026-02-01', validTo: '2026-01-01' }),
    'INVALID_INPUT',
  ],
  [
    'a policy on an account that does not accept postings',
    (c) =>
      policy({ code: 'OTHER', validFrom: '2026-01-01', accounts: { REVENUE: c.books.org.account('1000') } }),
    'REFERENCE_NOT_FOUND',
  ],
  [
    'a contract that ends before it starts',
    (c) => c.drafted({ startDate: '2026-02-01', endDate: '2026-01-01' }),
    'INVALID_INPUT',
  ],
  [
    'a term that ends before it starts',
    (c) => c.priced({ fixed: '1' }, term('2026-02-01', '2026-01-01')),
    'INVALID_INPUT',
  ],
  [
    'a license that ends before it starts',
    (c) =>
      c.priced(
        { fixed: '1' },
        {
          key: 'a',
          ssp: '1',
          pattern: {
            kind: 'LICENCE',
            intellectualProperty: 'SYMBOLIC',
            start: '2026-02-01',
            end: '2026-01-01',
          },
        },
      ),
    'INVALID_INPUT',
  ],
  ['an invalid date', (c) => c.event({ kind: 'payment', ...on('2026-02-30'), amount: '1' }), 'INVALID_INPUT'],
  ['a currency that does not exist', (c) => c.drafted({ currencyCode: 'ZZZ' }), 'INVALID_INPUT'],
  [
    'another currency for a draft',
    (c) => ({ method: 'PUT', path: `/contracts/${c.draftId}`, body: { currencyCode: 'EUR' } }),
    'CURRENCY_FIXED',
  ],
  [
    'an event in a currency other than the contract’s',
    (c) => c.event({ kind: 'invoice', ...on('2026-02-01'), amount: '1', currencyCode: 'EUR' }),
    'CURRENCY_FIXED',
  ],
  [
    'a modification in another currency',
    (c) => c.modified({ priceChange: '1', currencyCode: 'EUR' }),
    'CURRENCY_FIXED',
  ],
  ['more decimals than a column holds', (c) => c.priced({ fixed: '1.00001' }), 'INVALID_INPUT'],
  [
    'two obligations with one name',
    (c) => c.priced({ fixed: '1' }, point('a', '1'), point('a', '1')),
    'INVALID_INPUT',
  ],
  [
    'a discount on an unknown obligation',
    (c) =>
      c.drafted({
        price: { fixed: '1' },
        obligations: [point('a', '1')],
        discounts: [{ amount: '1', to: ['b'] }],
      }),
    'INVALID_INPUT',
  ],
  [
    'probabilities that do not sum to one',
    (c) =>
      c.priced({
        fixed: '1',
        variable: [
          {
            key: 'v',
            ...PROBABLE,
            method: 'EXPECTED_VALUE',
            outcomes: [{ amount: '5', probability: '0.4' }],
          },
        ],
      }),
    'INVALID_INPUT',
  ],
  [
    'a price below zero',
    (c) => c.priced({ fixed: '1', payableToCustomer: [{ key: 'rebate', amount: '2' }] }),
    'NEGATIVE_PRICE',
  ],
  [
    'a residual price that is not plausible',
    (c) =>
      c.priced({ fixed: '41' }, point('a', '40'), {
        key: 'd',
        method: 'RESIDUAL',
        sspRange: { low: '15', high: '45' },
        pattern: { kind: 'POINT' },
      }),
    'RESIDUAL_NOT_FAITHFUL',
  ],
  [
    'an unknown pattern',
    (c) => c.priced({ fixed: '1' }, { key: 'a', ssp: '1', pattern: { kind: 'MAGIC' } }),
    'INVALID_INPUT',
  ],
  [
    'zero units',
    (c) => c.priced({ fixed: '1' }, { key: 'a', ssp: '1', pattern: { kind: 'UNITS', quantity: '0' } }),
    'INVALID_INPUT',
  ],
  [
    'a right of return on an obligation without deliveries',
    (c) =>
      c.priced(
        { fixed: '1' },
        { key: 'a', ssp: '1', pattern: { kind: 'PROGRESS' }, returnableUntil: '2026-03-31' },
      ),
    'INVALID_INPUT',
  ],
  [
    'an estimate next to a stated standalone price',
    (c) => c.priced({ fixed: '1' }, { ...point('a', '1'), standalone: { kind: 'COST', cost: '1' } }),
    'INVALID_INPUT',
  ],
  [
    'a likelihood above one',
    (c) =>
      c.priced(
        { fixed: '1' },
        { key: 'a', standalone: { kind: 'COST', cost: '1', likelihood: '1.1' }, pattern: { kind: 'POINT' } },
      ),
    'INVALID_INPUT',
  ],
  [
    'an option that gives what everyone gets',
    (c) =>
      c.priced(
        { fixed: '1' },
        {
          key: 'a',
          standalone: {
            kind: 'OPTION',
            averagePurchase: '50',
            discount: '0.1',
            discountForAll: '0.1',
            likelihood: '1',
          },
          pattern: { kind: 'RIGHTS', expectedUsed: '1' },
        },
      ),
    'NO_MATERIAL_RIGHT',
  ],
  [
    'payments that differ from the promised price',
    (c) => c.priced(financing({ payments: [{ at: 2, amount: '120' }] })),
    'FINANCING_PAYMENTS',
  ],
  [
    'financing with a rate and a cash price',
    (c) => c.priced(financing({ ratePerPeriod: '0.1', payments: [{ at: 2, amount: '121' }] })),
    'INVALID_INPUT',
  ],
  [
    'a payment after the last period',
    (c) => c.priced(financing({ payments: [{ at: 3, amount: '121' }] })),
    'INVALID_INPUT',
  ],
  [
    'two financings in one contract',
    (c) =>
      c.priced(financing({ payments: [{ at: 2, amount: '121' }] }), {
        key: 'a',
        ssp: '1',
        pattern: {
          kind: 'REPURCHASE',
          option: 'CALL',
          salePrice: '100',
          repurchasePrice: '110',
          on: '2026-12-31',
        },
      }),
    'TWO_FINANCINGS',
  ],
  [
    'a repurchase before the sale',
    (c) =>
      c.priced(
        { fixed: '100' },
        {
          key: 'a',
          ssp: '1',
          pattern: {
            kind: 'REPURCHASE',
            option: 'CALL',
            salePrice: '100',
            repurchasePrice: '110',
            on: '2025-12-31',
          },
        },
      ),
    'INVALID_INPUT',
  ],
  [
    'a royalty of more than 100% of sales',
    (c) => c.priced({ fixed: '1', royalties: [{ key: 'r', rate: '1.5' }] }),
    'INVALID_INPUT',
  ],
  [
    'a supplier share of an obligation priced by usage',
    (c) => c.priced({ fixed: '10' }, { key: 'a', ssp: '10', pattern: { kind: 'USAGE' }, supplierShare: '5' }),
    'INVALID_INPUT',
  ],
  [
    'a supplier rate of an obligation not priced by usage',
    (c) => c.priced({ fixed: '10' }, { ...point('a', '10'), supplierRate: '0.5' }),
    'INVALID_INPUT',
  ],
  [
    'a fixed price of which a part would be on an obligation that is priced as used',
    (c) => c.priced({ fixed: '10' }, point('b', '10'), { key: 'a', ssp: '10', pattern: { kind: 'USAGE' } }),
    'NOT_EARNABLE',
  ],
  [
    'a supplier rate above one',
    (c) =>
      c.priced({ fixed: '10' }, { key: 'a', ssp: '10', pattern: { kind: 'USAGE' }, supplierRate: '1.1' }),
    'INVALID_INPUT',
  ],
];

describe('invalid contracts, prices and policies are refused over REST, and nothing is written', () => {
  it.each(CASES)('%s', async (_what, asked, reason) => {
    await company.refuses(asked(company), reason);
  });
});
