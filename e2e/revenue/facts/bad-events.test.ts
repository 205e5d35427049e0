import { afterAll, beforeAll, describe, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { MET, PROBABLE } from '../books';
import { type Case, type Company, on, openCompany, point } from '../company';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(closeConnections);

const CASES: Case[] = [
  [
    'progress over 100%',
    (c) => c.event({ kind: 'progress', ...on('2026-02-01'), key: 'project', progress: '1.2' }),
    'PROGRESS_OVER_100',
  ],
  [
    'more units than were sold',
    (c) => c.event({ kind: 'delivery', ...on('2026-02-01'), key: 'units', quantity: '11' }),
    'PROGRESS_OVER_100',
  ],
  [
    'more costs than expected',
    (c) => c.event({ kind: 'costs', ...on('2026-02-01'), key: 'project', costToDate: '11', totalCost: '10' }),
    'PROGRESS_OVER_100',
  ],
  [
    'more points than are expected to be redeemed',
    (c) => c.event({ kind: 'redemption', ...on('2026-02-01'), key: 'points', quantity: '101' }),
    'PROGRESS_OVER_100',
  ],
  [
    'a delivery of an unknown obligation',
    (c) => c.event({ kind: 'delivery', ...on('2026-02-01'), key: 'none' }),
    'UNKNOWN_OBLIGATION',
  ],
  [
    'a delivery of an obligation satisfied in another way',
    (c) => c.event({ kind: 'delivery', ...on('2026-02-01'), key: 'project' }),
    'WRONG_PATTERN',
  ],
  [
    'an unknown milestone',
    (c) => c.event({ kind: 'milestone', ...on('2026-02-01'), key: 'steps', milestone: 'm2' }),
    'UNKNOWN_MILESTONE',
  ],
  [
    'a license used before it begins',
    (c) => c.event({ kind: 'delivery', ...on('2026-02-01'), key: 'licence' }),
    'LICENCE_NOT_BEGUN',
  ],
  [
    'usage without an amount',
    (c) => c.event({ kind: 'usage', ...on('2026-02-01'), key: 'hours' }),
    'USAGE_NOT_PRICED',
  ],
  [
    'an estimate of the use of an obligation without a minimum',
    (c) =>
      c.event({ kind: 'useEstimate', ...on('2026-02-01'), key: 'hours', expected: '9', evidence: 'Meters' }),
    'NO_MINIMUM',
  ],
  [
    'a bill for an obligation that the contract does not have',
    (c) =>
      c.event({ kind: 'invoice', ...on('2026-02-01'), amount: '9', items: [{ key: 'none', amount: '9' }] }),
    'UNKNOWN_OBLIGATION',
  ],
  [
    'a bill for a commitment period of an obligation that has none',
    (c) =>
      c.event({
        kind: 'invoice',
        ...on('2026-02-01'),
        amount: '9',
        items: [{ key: 'hours', from: '2026-01-01', amount: '9' }],
      }),
    'UNKNOWN_COMMITMENT_PERIOD',
  ],
  [
    'a bill for more than its amount',
    (c) =>
      c.event({
        kind: 'invoice',
        ...on('2026-02-01'),
        amount: '9',
        items: [{ key: 'hours', amount: '10' }],
      }),
    'BILL_NAMES_TOO_MUCH',
  ],
  [
    'an expected price above the invoiced one',
    (c) => c.event({ kind: 'usage', ...on('2026-02-01'), key: 'hours', quantity: '1', expectedPrice: '60' }),
    'EXPECTED_OVER_INVOICED',
  ],
  [
    'a royalty that was not agreed',
    (c) => c.event({ kind: 'royalty', ...on('2026-02-01'), key: 'none', sales: '1' }),
    'UNKNOWN_ELEMENT',
  ],
  [
    'a reassessment of an amount that is not variable',
    (c) =>
      c.event({
        kind: 'reassessment',
        ...on('2026-02-01'),
        key: 'fixed',
        ...PROBABLE,
        method: 'MOST_LIKELY',
        outcomes: [{ amount: '1', probability: '1' }],
      }),
    'UNKNOWN_ELEMENT',
  ],
  [
    'interest without a financing component',
    (c) => c.event({ kind: 'accrual', ...on('2026-02-01') }),
    'NOTHING_TO_ACCRUE',
  ],
  [
    'more returns than sales',
    (c) =>
      c.event({
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
    'a return of units not recognized',
    (c) => c.event({ kind: 'return', ...on('2026-02-01'), key: 'point', amount: '1' }),
    'RETURN_OVER_RECOGNISED',
  ],
  [
    'a credit beyond the refund liability',
    (c) => c.event({ kind: 'creditNote', ...on('2026-02-01'), amount: '1', mode: 'REFUND_LIABILITY' }),
    'CREDIT_OVER_REFUND',
  ],
  [
    'a negative payment',
    (c) => c.event({ kind: 'payment', ...on('2026-02-01'), amount: '-1' }),
    'INVALID_INPUT',
  ],
  [
    'a journal that does not balance',
    (c) =>
      c.event({
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
    (c) => c.event({ kind: 'payment', ...on('2025-01-15'), amount: '1' }),
    'PERIOD_NOT_OPEN',
  ],
  [
    'an event beyond the last period',
    (c) => c.event({ kind: 'payment', ...on('2099-02-01'), amount: '1' }),
    'PERIOD_NOT_OPEN',
  ],
  ['an event of an unknown kind', (c) => c.event({ kind: 'miracle', ...on('2026-02-01') }), 'INVALID_INPUT'],
  [
    'a modification before inception',
    (c) => c.modified({ date: '2025-12-31', priceChange: '1' }),
    'MODIFICATION_BEFORE_INCEPTION',
  ],
  [
    'a modification of an unknown obligation',
    (c) => c.modified({ obligations: [{ key: 'none', remainingDistinct: true }] }),
    'UNKNOWN_OBLIGATION',
  ],
  ['a modification without a reason', (c) => c.modified({ priceChange: '1', reason: '' }), 'INVALID_INPUT'],
  [
    'an addition under an existing name',
    (c) => c.modified({ additions: [{ ...point('point', '1'), price: '1', distinct: true }] }),
    'INVALID_INPUT',
  ],
  [
    'a termination before inception',
    (c) => ({ path: `/contracts/${c.id}/terminate`, body: { effectiveDate: '2025-12-31', reason: 'x' } }),
    'TERMINATION_BEFORE_INCEPTION',
  ],
  [
    'a refund of more than the unearned amount',
    (c) => ({
      path: `/contracts/${c.id}/terminate`,
      body: { effectiveDate: '2026-02-01', refund: '1', reason: 'x' },
    }),
    'REFUND_OVER_UNEARNED',
  ],
  [
    'a change of an active contract',
    (c) => ({ method: 'PUT', path: `/contracts/${c.id}`, body: { name: 'x' } }),
    'INVALID_STATUS_TRANSITION',
  ],
  [
    'an activation without the contract criteria',
    (c) => ({ path: `/contracts/${c.draftId}/activate`, body: { criteria: MET.slice(1) } }),
    'CRITERIA_NOT_MET',
  ],
  ['a run of an invalid month', () => ({ path: '/runs', body: { period: '2026-13' } }), 'INVALID_INPUT'],
  [
    'a run of a month without periods',
    () => ({ path: '/runs', body: { period: '2020-01' } }),
    'PERIOD_NOT_OPEN',
  ],
  ['a run that skips a month', () => ({ path: '/runs', body: { period: '2026-03' } }), 'PERIOD_SKIPPED'],
  [
    'a cost of a negative amount',
    (c) => ({
      path: '/contract-costs',
      body: { contractId: c.id, kind: 'OBTAIN', amount: '-1', incurredOn: '2026-01-01', contractMonths: 12 },
    }),
    'INVALID_INPUT',
  ],
  [
    'an impairment before the cost',
    (c) => ({
      path: `/contract-costs/${c.costId}/impair`,
      body: { date: '2025-12-31', expectedConsideration: '1' },
    }),
    'INVALID_INPUT',
  ],
];

describe('invalid facts, modifications, runs and costs are refused over REST, and nothing is written', () => {
  it.each(CASES)('%s', async (_what, asked, reason) => {
    await company.refuses(asked(company), reason);
  });
});
