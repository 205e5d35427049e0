import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { surfaceC } from '@/surfaces/c/surface';
import { type Door, doorFor } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { MET } from '../../revenue/books';

let org: TestOrganization;
let door: Door;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-12-31' });
  door = doorFor(surfaceC, org.principals.controller);
});
afterAll(closeConnections);

const BASE = '/api/v1/revenue';
type Body = Record<string, never>;
const post = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const sent = await door.send('POST', `${BASE}${path}`, {
    ...(body === undefined ? {} : { body }),
    headers,
  });
  return { status: sent.status, body: sent.json as Body & Record<string, unknown>, headers: sent.headers };
};
const get = async (path: string) => {
  const sent = await door.send('GET', `${BASE}${path}`);
  return { status: sent.status, body: sent.json as Body & Record<string, unknown> };
};
const draft = (more: Record<string, unknown> = {}) => ({
  customerId: org.ids.customer,
  contractDate: '2026-01-01',
  price: { fixed: '100000' },
  obligations: [
    { key: 'A', ssp: '90000', pattern: { kind: 'POINT' } },
    { key: 'B', ssp: '15000', pattern: { kind: 'POINT' } },
    { key: 'C', ssp: '15000', pattern: { kind: 'POINT' } },
  ],
  criteria: MET,
  ...more,
});

describe('Revenue on surface C: calculations that store nothing', () => {
  test('POST allocate answers {allocations, total}: 606-10-55 Example 33, 33.33 / 16.67 / 50.00', async () => {
    const { status, body } = await post('/allocate', {
      transactionPrice: '100',
      currencyCode: 'USD',
      obligations: [
        { key: 'A', ssp: '50' },
        { key: 'B', ssp: '25' },
        { key: 'C', ssp: '75' },
      ],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      allocations: [
        { key: 'A', amount: '33.33', why: expect.any(String) },
        { key: 'B', amount: '16.67' },
        { key: 'C', amount: '50.00' },
      ],
      total: '100.00',
    });
  });

  test('POST schedule answers {slices, total}: 1,200 over 2025 by exact days ends with 101.91', async () => {
    const { status, body } = await post('/schedule', {
      amount: '1200',
      currencyCode: 'USD',
      start: '2025-01-01',
      end: '2025-12-31',
      method: 'EXACT_DAYS',
    });
    expect(status).toBe(200);
    const slices = body.slices as unknown as { period: string; amount: string }[];
    expect(slices).toHaveLength(12);
    expect(slices[0]).toEqual({
      period: '2025-01',
      start: '2025-01-01',
      end: '2025-01-31',
      amount: '101.92',
    });
    expect(slices[11]?.amount).toBe('101.91');
    expect(body.total).toBe('1200.00');
  });

  test.each([
    ['/allocate', { transactionPrice: '10', currencyCode: 'USD', obligations: [{ key: 'A', ssp: '-1' }] }],
    ['/allocate', { transactionPrice: '10', currencyCode: 'XXQ', obligations: [{ key: 'A', ssp: '1' }] }],
    [
      '/schedule',
      { amount: '1', currencyCode: 'USD', start: '2025-02-01', end: '2025-01-01', method: 'EXACT_DAYS' },
    ],
    ['/schedule', {}],
  ])('%s with %j: 400 VALIDATION_ERROR with message and details', async (path, body) => {
    const sent = await post(path, body);
    expect(sent).toMatchObject({
      status: 400,
      body: { code: 'VALIDATION_ERROR', message: expect.any(String) },
    });
    expect(Object.keys(sent.body).sort()).toEqual(['code', 'details', 'message']);
  });
});

describe('Revenue on surface C: a contract through its life', () => {
  test('create 201, get, activate, event, run preview, post, reports, explain', async () => {
    const created = await post('/contracts', draft());
    expect(created.status).toBe(201);
    const { id } = created.body.contract as unknown as { id: string };
    expect(created.body).toMatchObject({
      contract: { contractStatus: 'DRAFT', transactionPrice: expect.any(String) },
    });
    const active = await post(`/contracts/${id}/activate`);
    expect(active).toMatchObject({
      status: 200,
      body: {
        contract: { contractStatus: 'ACTIVE', transactionPrice: '100000.00' },
        obligations: [{ allocated: '75000.00' }, { allocated: '12500.00' }, { allocated: '12500.00' }],
      },
    });
    const delivered = await post(`/contracts/${id}/events`, {
      event: { kind: 'delivery', effectiveDate: '2026-01-20', key: 'A' },
    });
    expect(delivered.status).toBe(201);
    const preview = await post('/runs', { period: '2026-01', preview: true });
    expect(preview).toMatchObject({
      status: 201,
      body: {
        runStatus: 'PREVIEW',
        proposal: { totals: [{ currencyCode: 'USD', amount: '75000.00', rows: 1 }] },
      },
    });
    expect((await get(`/runs/${String(preview.body.id)}`)).status).toBe(404);
    const run = await post('/runs', { period: '2026-01' });
    const posted = await post(`/runs/${String(run.body.id)}/post`);
    expect(posted).toMatchObject({
      status: 200,
      body: { runStatus: 'POSTED', progress: { done: 1, of: 1 } },
    });
    expect((await post(`/runs/${String(run.body.id)}/post`)).body.entries).toEqual(posted.body.entries);

    const waterfall = await get('/reports/waterfall?from=2026-01&to=2026-03&asOf=2026-01');
    expect(waterfall.body).toMatchObject({
      rows: [
        {
          cohort: '2026-01',
          booked: '100000.00',
          months: ['75000.00', '0.00', '0.00'],
          remaining: '25000.00',
        },
      ],
    });
    expect((await get('/reports/rpo?asOf=2026-01')).body).toMatchObject({ total: '25000.00' });
    const rollforward = await get('/reports/rollforward?from=2026-01&to=2026-01');
    expect(rollforward.body).toMatchObject({
      rows: [{ closing: '0.00', ledger: '0.00', difference: '0.00' }],
    });
    expect((await get('/reports/disaggregation?from=2026-01&to=2026-12')).body).toMatchObject({
      total: '75000.00',
    });
    expect((await get('/reports/customers?from=2026-01&to=2026-12')).body).toMatchObject({
      count: 1,
      total: '75000.00',
      rows: [{ total: '75000.00' }],
      nextCursor: null,
    });
    expect((await get('/reports/contract-balances?from=2026-01&to=2026-01')).body).toMatchObject({
      closing: { contractAsset: '75000.00' },
      revenue: '75000.00',
    });
    expect((await get('/reports/forecast?asOf=2026-01')).body).toMatchObject({ unscheduled: '25000.00' });
    expect((await get('/reports/recurring')).status).toBe(200);
    expect((await get('/tie-out')).body).toMatchObject({ holds: true, differences: [] });

    const why = await get(`/explain?contractId=${id}&figure=revenue&key=A`);
    expect(why.body).toMatchObject({
      data: { figure: { amount: '75000.00' }, policyVersion: 'STANDARD version 1' },
      text: expect.stringContaining('ledger entry'),
    });
  });

  test('modifications?dryRun=true returns the four outcomes and the required one, and stores nothing', async () => {
    const { body } = await post('/contracts', draft());
    const { id } = body.contract as unknown as { id: string };
    await post(`/contracts/${id}/activate`);
    const change = {
      date: '2026-06-01',
      additions: [{ key: 'D', price: '500', ssp: '500', distinct: true, pattern: { kind: 'POINT' } }],
      answers: { priceAtSsp: true },
    };
    const preview = await post(`/contracts/${id}/modifications?dryRun=true`, change);
    expect(preview.status).toBe(200);
    expect(Object.keys(preview.body.outcomes as unknown as object)).toEqual([
      'separate',
      'prospective',
      'catchUp',
      'mixed',
    ]);
    expect(preview.body).toMatchObject({
      required: { treatment: 'separate' },
      outcomes: {
        separate: {
          allocation: expect.any(Array),
          revenueByMonth: expect.any(Array),
          catchUp: '0.00',
          entries: [],
        },
      },
    });
    expect((await get(`/contracts/${id}`)).body.versions).toHaveLength(1);
    expect((await post(`/contracts/${id}/modifications`, change)).body).toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    const applied = await post(`/contracts/${id}/modifications`, { ...change, reason: 'D added' });
    expect(applied).toMatchObject({ status: 200, body: { treatment: 'separate' } });
    expect((await get(`/contracts/${id}`)).body.versions).toHaveLength(1);
  });

  test('a separate contract is recorded as one without being asked for, each names the other, one Idempotency-Key creates one, and voiding the modification withdraws it (606-10-25-12)', async () => {
    const { body } = await post('/contracts', draft());
    const { id } = body.contract as unknown as { id: string };
    await post(`/contracts/${id}/activate`);
    const change = {
      date: '2026-06-01',
      additions: [{ key: 'D', price: '500', ssp: '500', distinct: true, pattern: { kind: 'POINT' } }],
      reason: 'D added',
    };
    const headers = { 'idempotency-key': 'D-1' };
    const applied = await post(`/contracts/${id}/modifications`, change, headers);
    const again = await post(`/contracts/${id}/modifications`, change, headers);
    expect(again.body).toEqual(applied.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { contract: own, separatedFrom } = applied.body.contract as unknown as {
      contract: { id: string; transactionPrice: string; separatedFromId: string };
      separatedFrom: { id: string; eventId: string };
    };
    expect(own).toMatchObject({ transactionPrice: '500.00', separatedFromId: id });
    expect(separatedFrom).toMatchObject({ id });
    const made = { id: own.id, transactionPrice: '500.00', isVoid: false };
    expect((await get(`/contracts/${id}`)).body.separateContracts).toMatchObject([made]);
    expect(await post(`/contracts/${id}/modifications`, change)).toMatchObject({
      status: 400,
      body: { details: { rule: 'ALREADY_SEPARATE', contractId: own.id } },
    });
    const voided = await post(`/events/${separatedFrom.eventId}/void`, { reason: 'Never ordered' });
    expect(voided).toMatchObject({
      status: 200,
      body: { separateContracts: [{ id: own.id, transactionPrice: '0.00', isVoid: true }] },
    });
    const within = await post(`/contracts/${id}/modifications`, { ...change, ownContract: false });
    expect(within.body).toMatchObject({ contract: { contract: { id }, obligations: { length: 4 } } });
  });

  test('one Idempotency-Key drafts one contract; the second answer is the first, replayed', async () => {
    const headers = { 'idempotency-key': 'draft-1' };
    const first = await post('/contracts', draft(), headers);
    const second = await post('/contracts', draft(), headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
  });

  test('a draft that does not meet the contract criteria is refused with 400 and stays a draft', async () => {
    const { body } = await post('/contracts', draft({ criteria: MET.slice(0, 4) }));
    const { id } = body.contract as unknown as { id: string };
    expect(await post(`/contracts/${id}/activate`)).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_ERROR',
        details: { rule: 'CRITERIA_NOT_MET', missing: ['COLLECTION_PROBABLE'] },
      },
    });
    expect((await get(`/contracts/${id}`)).body).toMatchObject({ contract: { contractStatus: 'DRAFT' } });
  });
});

describe('Revenue on surface C: prices, policies, costs', () => {
  test('prices and policies that overlap are refused with 400, and a cost is capitalized with its plan', async () => {
    const ssp = { productCode: 'P', currencyCode: 'USD', validFrom: '2026-01-01', ssp: '100' };
    expect((await post('/ssp', ssp)).status).toBe(201);
    expect(await post('/ssp', { ...ssp, validFrom: '2026-06-01' })).toMatchObject({
      status: 400,
      body: { details: { rule: 'OVERLAP' } },
    });
    expect(await post('/policies', { name: 'Second', validFrom: '2026-01-01' })).toMatchObject({
      status: 400,
      body: { details: { rule: 'OVERLAP' } },
    });
    const { body } = await post('/contracts', draft());
    const { id } = body.contract as unknown as { id: string };
    const cost = await post('/contract-costs', {
      contractId: id,
      kind: 'OBTAIN',
      amount: '10000',
      incurredOn: '2026-01-15',
      contractMonths: 60,
      expectedRenewalMonths: 24,
    });
    expect(cost).toMatchObject({
      status: 201,
      body: { carrying: '10000.00', cost: { decision: 'CAPITALISED' } },
    });
    expect(cost.body.plan).toHaveLength(84);
  });
});
