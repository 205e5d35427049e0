import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceD } from '@/surfaces/d/surface';
import { routeOf, type Sent } from '@/testing/door';
import { type ExternalWorld, externalDoor, externalWorld } from '../../support/external';

type Body = Record<string, unknown>;

let world: ExternalWorld;
let send: ReturnType<typeof externalDoor>;

beforeAll(async () => {
  world = await externalWorld();
  send = externalDoor(await world.headersFor(world.companyId));
});
afterAll(closeConnections);

const bodyOf = (sent: Sent) =>
  sent.json as { data: Body & Body[]; page: number; limit: number; total: number };

/** Expects 200 and exactly the documented fields. */
async function reads(operation: string, path: string) {
  const sent = await send('GET', path);
  expect(sent.status, sent.text).toBe(200);
  const schema = routeOf(surfaceD, operation).success.schema as z.ZodObject;
  expect(schema.parse(sent.json)).toEqual(sent.json);
  return bodyOf(sent);
}

const says = (sent: Sent) => ({ status: sent.status, body: sent.json });

describe('4.6 budget views', () => {
  it('have data, page, limit and total; amounts are decimal strings at the currency’s scale', async () => {
    const body = await reads('D.budgetViews.list', `budget-views?project_id=${world.projectId}`);
    expect(body).toMatchObject({ page: 1, limit: 20, total: 1 });
    expect(body.data[0]).toMatchObject({
      id: world.budgetViewId,
      project_id: world.projectId,
      currency_code: 'USD',
      totals: { original_amount: '1000.00', committed_amount: '250.00', variance_amount: '750.00' },
    });
    expect(body.data[0]?.rows).toMatchObject([{ cost_code: '03-100', committed_amount: '250.00' }]);
  });

  it('without project_id are 400 with exactly the message of decisions.md', async () => {
    const expected = { status: 400, body: { error: 'project_id is required in query parameters' } };
    expect(says(await send('GET', 'budget-views'))).toEqual(expected);
    expect(says(await send('GET', 'budget-views?project_id='))).toEqual(expected);
  });

  it('of a malformed project_id are 400, of an unknown one 404, of another company’s project the same 404', async () => {
    const malformed = await send('GET', 'budget-views?project_id=42');
    expect(malformed.status).toBe(400);
    expect((malformed.json as Body).error).toMatch(/^project_id must be an id/);
    const unknown = await send('GET', `budget-views?project_id=${newId()}`);
    expect(says(unknown)).toEqual({ status: 404, body: { error: 'No project has this ID.' } });
    const others = await send('GET', `budget-views?project_id=${world.other.projectId}`);
    expect(says(others)).toEqual(says(unknown));
  });
});

describe('8 pagination', () => {
  it('defaults to page 1 and limit 20; links to the next and previous page; refuses a limit over 100 and a page below 1', async () => {
    const path = `project-commitments?project_id=${world.projectId}`;
    const order = (text: string) => ({
      project_id: world.projectId,
      vendor_id: world.books.ids.vendor,
      order_date: '2026-11-20',
      lines: [{ cost_code: '01', description: text, quantity: '1', unit_price: '1' }],
    });
    await send('POST', 'create-purchase-order', { body: order('one') });
    await send('POST', 'create-purchase-order', { body: order('two') });
    const sent = await send('GET', `${path}&limit=1&page=2`);
    expect(bodyOf(sent)).toMatchObject({ page: 2, limit: 1, total: 3 });
    expect(sent.headers.get('link')).toMatch(/page=3>; rel="next".*page=1>; rel="prev"/);
    for (const query of ['limit=101', 'limit=0', 'page=0', 'page=x']) {
      const refused = await send('GET', `${path}&${query}`);
      expect(refused.status, query).toBe(400);
      expect((refused.json as Body).error).toContain(query.split('=')[0]);
    }
  });
});

describe('4.6 budget view snapshots', () => {
  it('are listed by project and by view, and read one by one with their frozen lines', async () => {
    const list = await reads(
      'D.budgetViewSnapshots.list',
      `budget-view-snapshots?project_id=${world.projectId}`,
    );
    expect(list.data.map((one) => one.id)).toEqual([world.snapshotId]);
    const none = await reads(
      'D.budgetViewSnapshots.list',
      `budget-view-snapshots?project_id=${world.projectId}&budget_view_id=${newId()}`,
    );
    expect(none).toMatchObject({ data: [], total: 0 });
    const one = await reads(
      'D.budgetViewSnapshots.get',
      `budget-view-snapshot?project_id=${world.projectId}&snapshot_id=${world.snapshotId}`,
    );
    expect(one.data).toMatchObject({ name: 'October', totals: { original_amount: '1000.00' } });
    expect(one.data.lines).toHaveLength(1);
  });

  it('name the missing parameter; an unknown snapshot and one of another project are 404', async () => {
    expect(says(await send('GET', `budget-view-snapshot?project_id=${world.projectId}`))).toEqual({
      status: 400,
      body: { error: 'snapshot_id is required in query parameters' },
    });
    const unknown = await send(
      'GET',
      `budget-view-snapshot?project_id=${world.projectId}&snapshot_id=${newId()}`,
    );
    expect(unknown.status).toBe(404);
    const rival = externalDoor(await world.headersFor(world.other.companyId));
    const foreign = await rival(
      'GET',
      `budget-view-snapshot?project_id=${world.other.projectId}&snapshot_id=${world.snapshotId}`,
    );
    expect(says(foreign)).toEqual(says(unknown));
  });
});

describe('4.6 prime contracts', () => {
  it('are listed with their figures and read with lines and change orders', async () => {
    const list = await reads('D.primeContracts.list', `prime-contracts?project_id=${world.projectId}`);
    expect(list.data[0]).toMatchObject({
      original_amount: '10000.00',
      pending_changes: '750.00',
      status: 'APPROVED',
    });
    const path = `prime-contract-details?project_id=${world.projectId}&prime_contract_id=${world.primeContractId}`;
    const one = await reads('D.primeContracts.get', path);
    expect(one.data.change_orders).toMatchObject([
      { amount: '750.00', status: 'PENDING', approved_on: null },
    ]);
    expect(one.data.lines).toMatchObject([{ line_number: 1, amount: '10000.00' }]);
  });

  it('name the missing parameter; an unknown contract is 404', async () => {
    expect(says(await send('GET', 'prime-contracts'))).toEqual({
      status: 400,
      body: { error: 'project_id is required in query parameters' },
    });
    expect(says(await send('GET', `prime-contract-details?project_id=${world.projectId}`))).toEqual({
      status: 400,
      body: { error: 'prime_contract_id is required in query parameters' },
    });
    const path = `prime-contract-details?project_id=${world.projectId}&prime_contract_id=${newId()}`;
    expect((await send('GET', path)).status).toBe(404);
  });
});

describe('4.6 create purchase order', () => {
  const order = (more: Body = {}) => ({
    project_id: world.projectId,
    vendor_id: world.books.ids.vendor,
    order_date: '2026-11-20',
    currency_code: 'USD',
    memo: 'Gate 3',
    lines: [{ cost_code: '05-200', description: 'Glass', quantity: '3', unit_price: '33.335' }],
    ...more,
  });
  const commitments = async () =>
    (await reads('D.projectCommitments.list', `project-commitments?project_id=${world.projectId}&limit=100`))
      .data;

  it('answers 201 with the order, which is also a commitment on the project’s budget', async () => {
    const sent = await send('POST', 'create-purchase-order', { body: order() });
    expect(sent.status, sent.text).toBe(201);
    const schema = routeOf(surfaceD, 'D.purchaseOrders.create').success.schema as z.ZodObject;
    expect(schema.parse(sent.json)).toEqual(sent.json);
    const { data } = bodyOf(sent);
    expect(data).toMatchObject({ total_amount: '100.00', status: 'ISSUED', memo: 'Gate 3' });
    expect(data.lines).toMatchObject([{ quantity: '3', unit_price: '33.335', amount: '100.00' }]);
    const found = (await commitments()).find((one) => one.id === data.commitment_id);
    expect(found).toMatchObject({ kind: 'PURCHASE_ORDER', revised_amount: '100.00' });
    const views = await reads('D.budgetViews.list', `budget-views?project_id=${world.projectId}`);
    expect(views.data[0]?.rows).toContainEqual(
      expect.objectContaining({ cost_code: '05-200', committed_amount: '100.00', is_budgeted: false }),
    );
  });

  it('with an Idempotency-Key is created once: the same body replays, another body is 422', async () => {
    const headers = { 'idempotency-key': newId() };
    const first = await send('POST', 'create-purchase-order', { body: order(), headers });
    const before = (await commitments()).length;
    const again = await send('POST', 'create-purchase-order', { body: order(), headers });
    expect(again.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await send('POST', 'create-purchase-order', { body: order({ memo: 'Gate 4' }), headers });
    expect(other.status).toBe(422);
    expect((await commitments()).length).toBe(before);
  });

  it.each([
    ['no lines', { lines: [] }, 400, /^lines/],
    ['no project', { project_id: undefined }, 400, /^project_id/],
    ['a malformed vendor', { vendor_id: 'x' }, 400, /^vendor_id/],
    ['an unknown vendor', { vendor_id: '0190b3c8-6f2e-7c3a-9d41-5a8e2f7b1c60' }, 400, /vendor/],
    ['an unknown project', { project_id: '0190b3c8-6f2e-7c3a-9d41-5a8e2f7b1c60' }, 404, /No project/],
    ['another currency', { currency_code: 'EUR' }, 400, /^currency_code must be the project's currency/],
    ['a date that does not exist', { order_date: '2026-02-30' }, 400, /^order_date/],
    [
      'a quantity with more digits than the column holds',
      { lines: [{ cost_code: 'a', description: 'b', quantity: '1.12345678901', unit_price: '1' }] },
      400,
      /^lines.0.quantity/,
    ],
  ])('with %s is refused and nothing is created', async (_name, more, status, sentence) => {
    const before = (await commitments()).length;
    const sent = await send('POST', 'create-purchase-order', { body: order(more) });
    expect(sent.status, sent.text).toBe(status);
    expect(Object.keys(sent.json as Body)).toEqual(['error']);
    expect((sent.json as Body).error).toMatch(sentence);
    expect((await commitments()).length).toBe(before);
  });

  it('with bad JSON or the wrong content type answers 400 {error}; another method 405 with Allow', async () => {
    const bad = await send('POST', 'create-purchase-order', { raw: '{"project_id":' });
    expect([bad.status, Object.keys(bad.json as Body)]).toEqual([400, ['error']]);
    const typed = await send('POST', 'create-purchase-order', {
      raw: '{}',
      headers: { 'content-type': 'text/plain' },
    });
    expect(typed.status).toBe(400);
    const put = await send('PUT', 'create-purchase-order', { body: {} });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'POST']);
  });
});
