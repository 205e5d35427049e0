import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { surfaceC } from '@/surfaces/c/surface';
import { type Door, doorFor } from '@/testing/door';
import { rejects } from '../contracts/c/conversation';
import { fingerprint } from '../support/fingerprint';
import { type Books, type Draft, MET, openBooks } from './books';

const BASE = '/api/v1/revenue';
const on = (effectiveDate: string) => ({ effectiveDate });

/** One company with a contract of every pattern in force, a draft, a price list, a policy, a locked January 2025. */
let books: Books;
let door: Door;
let id = '';
let draftId = '';
let costId = '';

const point = (key: string, ssp: string) => ({ key, ssp, pattern: { kind: 'POINT' } });
const everything: Draft = {
  contractDate: '2026-01-01',
  price: {
    fixed: '6000',
    variable: [{ key: 'bonus', method: 'MOST_LIKELY', outcomes: [{ amount: '100', probability: '1' }] }],
    royalties: [{ key: 'sales', rate: '0.05' }],
  },
  obligations: [
    { key: 'point', ssp: '1000', pattern: { kind: 'POINT' } },
    { key: 'units', ssp: '1000', pattern: { kind: 'UNITS', quantity: '10' } },
    { key: 'project', ssp: '1000', pattern: { kind: 'PROGRESS' } },
    { key: 'steps', ssp: '1000', pattern: { kind: 'MILESTONES', milestones: [{ key: 'm1', weight: '1' }] } },
    { key: 'points', ssp: '500', pattern: { kind: 'RIGHTS', expectedUsed: '100' } },
    { key: 'hours', ssp: '0', pattern: { kind: 'USAGE', invoicedPrice: '50', expectedPrice: '40' } },
    {
      key: 'licence',
      ssp: '500',
      pattern: {
        kind: 'LICENCE',
        intellectualProperty: 'FUNCTIONAL',
        start: '2026-07-01',
        end: '2027-06-30',
        providedOn: '2026-01-01',
      },
    },
    { key: 'term', ssp: '1000', pattern: { kind: 'RATABLE', start: '2026-01-01', end: '2026-12-31' } },
  ],
};

beforeAll(async () => {
  books = await openBooks();
  id = (await books.contract(everything)).contract.id;
  door = doorFor(surfaceC, books.org.principals.controller);
  const made = async (path: string, body: object) => {
    const sent = await door.send('POST', `${BASE}${path}`, { body });
    expect(sent.status, sent.text).toBe(201);
    return sent.json as Record<string, { id: string }>;
  };
  const draft = await made('/contracts', {
    customerId: books.org.ids.customer,
    contractDate: '2026-01-01',
    price: { fixed: '10' },
    obligations: [point('a', '10')],
  });
  draftId = draft.contract?.id ?? '';
  await made('/ssp', {
    productCode: 'SEAT',
    currencyCode: 'USD',
    validFrom: '2026-01-01',
    validTo: '2026-12-31',
    ssp: '100',
  });
  const cost = await made('/contract-costs', {
    contractId: id,
    kind: 'OBTAIN',
    amount: '100',
    incurredOn: '2026-01-05',
    contractMonths: 12,
  });
  costId = cost.cost?.id ?? '';
  const claim = { organizationId: books.org.principals.admin.organizationId, userId: null };
  await withTenantSql(claim, async (tenant) => {
    for (const status of ['SOFT_CLOSED', 'CLOSED', 'LOCKED']) {
      await sql(
        tenant,
        `update fiscal_periods set period_status = $2 where organization_id = $1::uuid and end_date = '2025-01-31'`,
        [books.org.organizationId, status],
      );
    }
  });
});
afterAll(closeConnections);

type Asked = { method?: string; path: string; body: object };
const event = (body: object): Asked => ({ path: `/contracts/${id}/events`, body: { event: body } });
const drafted = (body: object): Asked => ({
  path: '/contracts',
  body: { customerId: books.org.ids.customer, contractDate: '2026-01-01', criteria: MET, ...body },
});
const priced = (price: object, ...obligations: object[]): Asked =>
  drafted({ price, obligations: obligations.length > 0 ? obligations : [point('a', '10')] });
const modified = (body: object): Asked => ({
  path: `/contracts/${id}/modifications`,
  body: { date: '2026-03-01', reason: 'a change', ...body },
});
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

/** What is said, how, and the finer reason in `details`: a rule of revenue, or the code of the refusal. */
const CASES: [what: string, asked: () => Asked, reason: string][] = [
  [
    'a negative standalone price in a contract',
    () => priced({ fixed: '1' }, point('a', '-1')),
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
    'a band of prices that is upside down',
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
  ['policies that overlap', () => policy({ validFrom: '2026-01-01' }), 'OVERLAP'],
  [
    'a policy that ends before it starts',
    () => policy({ code: 'OTHER', validFrom: '2026-02-01', validTo: '2026-01-01' }),
    'INVALID_INPUT',
  ],
  [
    'a policy on an account that takes no postings',
    () =>
      policy({ code: 'OTHER', validFrom: '2026-01-01', accounts: { REVENUE: books.org.account('1000') } }),
    'REFERENCE_NOT_FOUND',
  ],
  [
    'a contract that ends before it starts',
    () => drafted({ startDate: '2026-02-01', endDate: '2026-01-01' }),
    'INVALID_INPUT',
  ],
  [
    'a term that ends before it starts',
    () => priced({ fixed: '1' }, term('2026-02-01', '2026-01-01')),
    'INVALID_INPUT',
  ],
  [
    'a licence that ends before it starts',
    () =>
      priced(
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
  ['a day that is none', () => event({ kind: 'payment', ...on('2026-02-30'), amount: '1' }), 'INVALID_INPUT'],
  ['a currency that does not exist', () => drafted({ currencyCode: 'ZZZ' }), 'INVALID_INPUT'],
  [
    'another currency for a draft',
    () => ({ method: 'PUT', path: `/contracts/${draftId}`, body: { currencyCode: 'EUR' } }),
    'CURRENCY_FIXED',
  ],
  [
    'an event in another currency than the contract',
    () => event({ kind: 'invoice', ...on('2026-02-01'), amount: '1', currencyCode: 'EUR' }),
    'CURRENCY_FIXED',
  ],
  [
    'a modification in another currency',
    () => modified({ priceChange: '1', currencyCode: 'EUR' }),
    'CURRENCY_FIXED',
  ],
  ['more decimals than a column holds', () => priced({ fixed: '1.00001' }), 'INVALID_INPUT'],
  [
    'two obligations of one name',
    () => priced({ fixed: '1' }, point('a', '1'), point('a', '1')),
    'INVALID_INPUT',
  ],
  [
    'a discount to an obligation that is not there',
    () =>
      drafted({
        price: { fixed: '1' },
        obligations: [point('a', '1')],
        discounts: [{ amount: '1', to: ['b'] }],
      }),
    'INVALID_INPUT',
  ],
  [
    'probabilities that do not sum to one',
    () =>
      priced({
        fixed: '1',
        variable: [{ key: 'v', method: 'EXPECTED_VALUE', outcomes: [{ amount: '5', probability: '0.4' }] }],
      }),
    'INVALID_INPUT',
  ],
  [
    'a price below zero',
    () => priced({ fixed: '1', payableToCustomer: [{ key: 'rebate', amount: '2' }] }),
    'NEGATIVE_PRICE',
  ],
  [
    'a residual that is not believable',
    () =>
      priced({ fixed: '41' }, point('a', '40'), {
        key: 'd',
        method: 'RESIDUAL',
        sspRange: { low: '15', high: '45' },
        pattern: { kind: 'POINT' },
      }),
    'RESIDUAL_NOT_FAITHFUL',
  ],
  [
    'a pattern with no name',
    () => priced({ fixed: '1' }, { key: 'a', ssp: '1', pattern: { kind: 'MAGIC' } }),
    'INVALID_INPUT',
  ],
  [
    'zero units',
    () => priced({ fixed: '1' }, { key: 'a', ssp: '1', pattern: { kind: 'UNITS', quantity: '0' } }),
    'INVALID_INPUT',
  ],
  [
    'an estimate of a standalone price beside the price',
    () => priced({ fixed: '1' }, { ...point('a', '1'), standalone: { kind: 'COST', cost: '1' } }),
    'INVALID_INPUT',
  ],
  [
    'a likelihood above one',
    () =>
      priced(
        { fixed: '1' },
        { key: 'a', standalone: { kind: 'COST', cost: '1', likelihood: '1.1' }, pattern: { kind: 'POINT' } },
      ),
    'INVALID_INPUT',
  ],
  [
    'an option that gives what everybody gets',
    () =>
      priced(
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
    'payments that are not the price promised',
    () => priced(financing({ payments: [{ at: 2, amount: '120' }] })),
    'FINANCING_PAYMENTS',
  ],
  [
    'financing with a rate and a cash price',
    () => priced(financing({ ratePerPeriod: '0.1', payments: [{ at: 2, amount: '121' }] })),
    'INVALID_INPUT',
  ],
  [
    'a payment after the last period',
    () => priced(financing({ payments: [{ at: 3, amount: '121' }] })),
    'INVALID_INPUT',
  ],
  [
    'two financings in one contract',
    () =>
      priced(financing({ payments: [{ at: 2, amount: '121' }] }), {
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
    () =>
      priced(
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
    'a royalty of more than all sales',
    () => priced({ fixed: '1', royalties: [{ key: 'r', rate: '1.5' }] }),
    'INVALID_INPUT',
  ],
  [
    'a supplier share of what is earned over time',
    () => ({
      ...drafted({
        price: { fixed: '10' },
        obligations: [{ ...term('2026-01-01', '2026-12-31'), supplierShare: '5' }],
      }),
    }),
    'INVALID_INPUT',
  ],
  [
    'progress over 100 %',
    () => event({ kind: 'progress', ...on('2026-02-01'), key: 'project', progress: '1.2' }),
    'PROGRESS_OVER_100',
  ],
  [
    'more units than were sold',
    () => event({ kind: 'delivery', ...on('2026-02-01'), key: 'units', quantity: '11' }),
    'PROGRESS_OVER_100',
  ],
  [
    'more costs than are expected',
    () => event({ kind: 'costs', ...on('2026-02-01'), key: 'project', costToDate: '11', totalCost: '10' }),
    'PROGRESS_OVER_100',
  ],
  [
    'more points than are expected to be used',
    () => event({ kind: 'redemption', ...on('2026-02-01'), key: 'points', quantity: '101' }),
    'PROGRESS_OVER_100',
  ],
  [
    'a delivery of what is not there',
    () => event({ kind: 'delivery', ...on('2026-02-01'), key: 'none' }),
    'UNKNOWN_OBLIGATION',
  ],
  [
    'a delivery of what is measured otherwise',
    () => event({ kind: 'delivery', ...on('2026-02-01'), key: 'project' }),
    'WRONG_PATTERN',
  ],
  [
    'a milestone that is not there',
    () => event({ kind: 'milestone', ...on('2026-02-01'), key: 'steps', milestone: 'm2' }),
    'UNKNOWN_MILESTONE',
  ],
  [
    'a licence used before it begins',
    () => event({ kind: 'delivery', ...on('2026-02-01'), key: 'licence' }),
    'LICENCE_NOT_BEGUN',
  ],
  [
    'a usage of no amount',
    () => event({ kind: 'usage', ...on('2026-02-01'), key: 'hours' }),
    'USAGE_NOT_PRICED',
  ],
  [
    'a price expected above the one invoiced',
    () => event({ kind: 'usage', ...on('2026-02-01'), key: 'hours', quantity: '1', expectedPrice: '60' }),
    'EXPECTED_OVER_INVOICED',
  ],
  [
    'a royalty that was not agreed',
    () => event({ kind: 'royalty', ...on('2026-02-01'), key: 'none', sales: '1' }),
    'UNKNOWN_ELEMENT',
  ],
  [
    'a reassessment of what is not variable',
    () =>
      event({
        kind: 'reassessment',
        ...on('2026-02-01'),
        key: 'fixed',
        method: 'MOST_LIKELY',
        outcomes: [{ amount: '1', probability: '1' }],
      }),
    'UNKNOWN_ELEMENT',
  ],
  [
    'interest where there is no financing',
    () => event({ kind: 'accrual', ...on('2026-02-01') }),
    'NOTHING_TO_ACCRUE',
  ],
  [
    'more returns than sales',
    () =>
      event({
        kind: 'returnsEstimate',
        ...on('2026-02-01'),
        key: 'point',
        units: '1',
        unitPrice: '1',
        unitCost: '1',
        expectedReturns: '2',
      }),
    'RETURNS_OVER_SALES',
  ],
  [
    'a return of what was not recognised',
    () => event({ kind: 'return', ...on('2026-02-01'), key: 'point', amount: '1' }),
    'RETURN_OVER_RECOGNISED',
  ],
  [
    'a credit beyond the refund liability',
    () => event({ kind: 'creditNote', ...on('2026-02-01'), amount: '1', mode: 'REFUND_LIABILITY' }),
    'CREDIT_OVER_REFUND',
  ],
  [
    'a negative payment',
    () => event({ kind: 'payment', ...on('2026-02-01'), amount: '-1' }),
    'INVALID_INPUT',
  ],
  [
    'a journal that does not balance',
    () =>
      event({
        kind: 'journal',
        ...on('2026-02-01'),
        memo: 'x',
        lines: [
          { account: 'INVENTORY', debit: '1' },
          { account: 'COST_OF_SALES', credit: '2' },
        ],
      }),
    'JOURNAL_NOT_BALANCED',
  ],
  [
    'an event in a locked period',
    () => event({ kind: 'payment', ...on('2025-01-15'), amount: '1' }),
    'PERIOD_NOT_OPEN',
  ],
  [
    'an event beyond the last period',
    () => event({ kind: 'payment', ...on('2099-02-01'), amount: '1' }),
    'PERIOD_NOT_OPEN',
  ],
  ['an event of a kind that is none', () => event({ kind: 'miracle', ...on('2026-02-01') }), 'INVALID_INPUT'],
  [
    'a modification before inception',
    () => modified({ date: '2025-12-31', priceChange: '1' }),
    'MODIFICATION_BEFORE_INCEPTION',
  ],
  [
    'a modification of what is not there',
    () => modified({ obligations: [{ key: 'none', remainingDistinct: true }] }),
    'UNKNOWN_OBLIGATION',
  ],
  ['a modification without a reason', () => modified({ priceChange: '1', reason: '' }), 'INVALID_INPUT'],
  [
    'an addition under a name that is taken',
    () => modified({ additions: [{ ...point('point', '1'), price: '1', distinct: true }] }),
    'INVALID_INPUT',
  ],
  [
    'a termination before inception',
    () => ({ path: `/contracts/${id}/terminate`, body: { effectiveDate: '2025-12-31', reason: 'x' } }),
    'TERMINATION_BEFORE_INCEPTION',
  ],
  [
    'a refund of more than is unearned',
    () => ({
      path: `/contracts/${id}/terminate`,
      body: { effectiveDate: '2026-02-01', refund: '1', reason: 'x' },
    }),
    'REFUND_OVER_UNEARNED',
  ],
  [
    'a change of a contract in force',
    () => ({ method: 'PUT', path: `/contracts/${id}`, body: { name: 'x' } }),
    'INVALID_STATUS_TRANSITION',
  ],
  [
    'an activation whose criteria are not met',
    () => ({ path: `/contracts/${draftId}/activate`, body: { criteria: MET.slice(1) } }),
    'CRITERIA_NOT_MET',
  ],
  ['a run of a month that is none', () => ({ path: '/runs', body: { period: '2026-13' } }), 'INVALID_INPUT'],
  [
    'a run of a month without books',
    () => ({ path: '/runs', body: { period: '2020-01' } }),
    'PERIOD_NOT_OPEN',
  ],
  ['a run that skips a month', () => ({ path: '/runs', body: { period: '2026-03' } }), 'PERIOD_SKIPPED'],
  [
    'a cost of a negative amount',
    () => ({
      path: '/contract-costs',
      body: { contractId: id, kind: 'OBTAIN', amount: '-1', incurredOn: '2026-01-01', contractMonths: 12 },
    }),
    'INVALID_INPUT',
  ],
  [
    'an impairment before the cost',
    () => ({
      path: `/contract-costs/${costId}/impair`,
      body: { date: '2025-12-31', expectedConsideration: '1' },
    }),
    'INVALID_INPUT',
  ],
];

describe('what is wrong is refused over REST with message, code and details, and nothing is written', () => {
  it.each(CASES)('%s', async (_what, asked, reason) => {
    const { method = 'POST', path, body } = asked();
    const before = await fingerprint(books.org.organizationId);
    const sent = await door.send(method, `${BASE}${path}`, { body });
    const { code, details } = sent.json as { code: string; details: { rule?: string; reason?: string } };
    rejects(sent, 400, code);
    expect(details.rule ?? details.reason, sent.text).toBe(reason);
    expect(await fingerprint(books.org.organizationId)).toEqual(before);
  });
});
