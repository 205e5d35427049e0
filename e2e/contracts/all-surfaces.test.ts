import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceA } from '@/surfaces/a/surface';
import { surfaceB } from '@/surfaces/b/surface';
import { surfaceC } from '@/surfaces/c/surface';
import { createDocument, documentBody } from '@/testing/documents';
import { type Door, doorFor, type Sent } from '@/testing/door';
import { type ExternalWorld, externalDoor, externalWorld } from '../support/external';
import { surfaceRoutes } from '../support/in-process';

type Body = Record<string, unknown>;
let world: ExternalWorld;
let a: Door;
let b: Door;
let c: Door;
let d: ReturnType<typeof externalDoor>;

beforeAll(async () => {
  world = await externalWorld();
  const { admin } = world.books.principals;
  a = doorFor(surfaceA, admin);
  b = doorFor(surfaceB, admin);
  c = doorFor(surfaceC, admin);
  d = externalDoor(await world.headersFor(world.companyId));
});
afterAll(closeConnections);

const idOf = (sent: Sent) => String((sent.json as Body).id);
const order = () => ({
  project_id: world.projectId,
  vendor_id: world.books.ids.vendor,
  order_date: '2026-11-20',
  lines: [{ cost_code: '01', description: 'Sand', quantity: '1', unit_price: '1' }],
});
/** One record created on each surface. */
const makeOne = async () => ({
  prospect: await a.send('POST', '/prospects', { body: { name: 'Acme' } }),
  employee: await a.send('POST', '/employees', { body: { name: 'Ada', entityTypes: ['Employee'] } }),
  department: await b.send('POST', '/api/departments', { body: {} }),
  transaction: await c.send('POST', '/api/v1/gl/transactions', { body: documentBody(world.books) }),
  order: await d('POST', 'create-purchase-order', { body: order() }),
});

/** Every value in a body, at any depth, under a name that matches the pattern. */
function valuesAt(value: unknown, pattern: RegExp, name = ''): unknown[] {
  if (Array.isArray(value)) return value.flatMap((inner) => valuesAt(inner, pattern, name));
  if (value === null || typeof value !== 'object') return pattern.test(name) ? [value] : [];
  return Object.entries(value).flatMap(([key, inner]) => valuesAt(inner, pattern, key));
}

describe('decisions, all surfaces, "Ids"', () => {
  test('every id Daybook assigns is a UUID of version 7, on all four surfaces', async () => {
    for (const [noun, sent] of Object.entries(await makeOne())) {
      expect(sent.status, sent.text).toBe(201);
      const ids = valuesAt(sent.json, /^(id|commitment_id)$/);
      expect(ids.length, noun).toBeGreaterThan(0);
      for (const id of ids)
        expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    }
  });
});

describe('decisions, all surfaces, "Dates, times, decimals"', () => {
  test('timestamps are ISO 8601 in UTC with milliseconds, on all four surfaces', async () => {
    for (const [noun, sent] of Object.entries(await makeOne())) {
      const moments = valuesAt(sent.json, /(At|_at|createdDate|modifiedDate)$/).filter((one) => one !== null);
      expect(moments.length, noun).toBeGreaterThan(0);
      for (const moment of moments) expect(moment, noun).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    }
  });
});

describe('decisions, all surfaces, "Success codes"', () => {
  test('201 for a POST that creates a record, 204 where the contract requires it, 200 for every other success', () => {
    const found = surfaceRoutes().filter(({ success }) => success.status !== 200);
    const created = found.filter(({ success }) => success.status === 201);
    expect(found.filter(({ success }) => success.status === 204).map(({ operation }) => operation)).toEqual([
      'A.prospects.remove',
      'A.employees.remove',
    ]);
    expect(found.every(({ success }) => success.status === 201 || success.status === 204)).toBe(true);
    expect(created.every(({ method }) => method === 'POST')).toBe(true);
    // These create records: a reversal of a run is a run, a request for approval a record, a calendar or an ownership share that applies
    // from a day on a dated fact; so are a sealed batch, a trial balance that was read back and a file of orders.
    const making =
      /\.(create\w*|convertTo\w+|event|modify|combine|from\w+|load|request|adopt|recordOwnership|seal|readBack|upload)$|^C\.revenueRuns\.reverse$/;
    const others = surfaceRoutes().filter(
      ({ method, success }) => method === 'POST' && success.status !== 201,
    );
    expect(others.filter(({ operation }) => /\.(create\w*|convertTo\w+)$/.test(operation))).toEqual([]);
    expect(
      created.filter(({ operation }) => !making.test(operation)).map(({ operation }) => operation),
    ).toEqual([]);
  });
});

describe('decisions, all surfaces, "`null` in an update"', () => {
  test.each([
    ['customers', 'companyName'],
    ['customers', 'status'],
    ['departments', 'code'],
    ['departments', 'name'],
    ['departments', 'status'],
    ['vendors', 'name'],
    ['accounts', 'type'],
    ['organizations', 'name'],
    ['warehouses', 'name'],
  ])('null is a validation error for %s’ required field %s, and nothing changes', async (name, field) => {
    const made = await b.send('POST', `/api/${name}`, { body: { companyName: 'Acme' } });
    const sent = await b.send('PUT', `/api/${name}/${idOf(made)}`, { body: { [field]: null } });
    expect(sent.status, sent.text).toBe(400);
    expect((sent.json as { details: { path: string[] }[] }).details.map(({ path }) => path)).toEqual([
      [field],
    ]);
    expect((await b.send('GET', `/api/${name}/${idOf(made)}`)).json).toEqual(made.json);
  });

  test('on B null clears an optional field, and an omitted one keeps its value', async () => {
    const made = await b.send('POST', '/api/departments', { body: { name: 'Sales', description: 'Old' } });
    const put = (body: Body) => b.send('PUT', `/api/departments/${idOf(made)}`, { body });
    expect((await put({ name: 'Selling' })).json).toMatchObject({ name: 'Selling', description: 'Old' });
    expect((await put({ description: null })).json).toMatchObject({ name: 'Selling', description: null });
  });

  test.each(['transactionDate', 'currencyCode', 'subsidiaryId', 'transactionTypeId'])(
    'on C null for %s is a validation error and nothing changes',
    async (field) => {
      const { id } = await createDocument(world.books);
      const path = `/api/v1/gl/transactions/${id}`;
      const before = (await c.send('GET', path)).json;
      const sent = await c.send('PUT', path, { body: { transaction: { [field]: null } } });
      expect([sent.status, (sent.json as Body).code], sent.text).toEqual([400, 'VALIDATION_ERROR']);
      expect(JSON.stringify((sent.json as Body).details)).toContain(field);
      expect((await c.send('GET', path)).json).toEqual(before);
    },
  );
});

describe('decisions, all surfaces, "Unknown and read-only fields in a body"', () => {
  test('are ignored on B, C and D as on A', async () => {
    const id = newId();
    const extra = { id, organizationId: newId(), colour: 'red', createdAt: 'never' };
    const { transaction, lines } = documentBody(world.books);
    const sent = [
      await b.send('POST', '/api/departments', { body: extra }),
      await c.send('POST', '/api/v1/gl/transactions', {
        body: { transaction: { ...transaction, ...extra }, lines, colour: 'red' },
      }),
      await d('POST', 'create-purchase-order', { body: { ...order(), ...extra, total_amount: '9' } }),
    ];
    for (const one of sent) {
      expect(one.status, one.text).toBe(201);
      expect(one.text).not.toContain(id);
      expect(one.text).not.toContain('red');
    }
    expect(sent[2]?.json).toMatchObject({ data: { total_amount: '1.00' } });
  });
});

describe('decisions, all surfaces, "Bad JSON, wrong content type, body over 1 MiB"', () => {
  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'JSON sent as %j is 400, and nothing is created',
    async (type) => {
      const list = async () => (await b.send('GET', '/api/departments?limit=1000')).text;
      const before = await list();
      const sent = await b.send('POST', '/api/departments', {
        raw: '{"name":"Sales"}',
        headers: { 'content-type': type },
      });
      expect(sent.status, sent.text).toBe(400);
      expect(await list()).toBe(before);
    },
  );

  test('on D a body over 1 MiB is 413 {error}', async () => {
    const sent = await d('POST', 'create-purchase-order', { raw: `"${'x'.repeat(1024 * 1024)}"` });
    expect([sent.status, Object.keys(sent.json as Body)]).toEqual([413, ['error']]);
  });
});

describe('decisions, all surfaces, "limit over its maximum, page < 1, unknown sort field"', () => {
  test('a NUL in a query is ignored: text in the database cannot contain one', async () => {
    const name = `Nul${newId().slice(-8)}`;
    const made = await a.send('POST', '/employees', { body: { name, entityTypes: ['Employee'] } });
    expect(made.status, made.text).toBe(201);
    const found = await a.send('GET', `/employees?search=${name.slice(0, 5)}%00${name.slice(5)}`);
    expect(found.status, found.text).toBe(200);
    expect((found.json as { data: Body[] }).data.map(({ id }) => id)).toEqual([idOf(made)]);
  });

  test.each(['limit=0', 'limit=1001', 'after=x'])('on B ?%s is 400 and names the field', async (query) => {
    const sent = await b.send('GET', `/api/departments?${query}`);
    expect(sent.status).toBe(400);
    expect((sent.json as { details: { path: string[] }[] }).details[0]?.path).toEqual([query.split('=')[0]]);
  });
});

describe('decisions, all surfaces, "Concurrency"', () => {
  test('every GET of a single mutable record returns an ETag, and a write changes it', async () => {
    const { prospect, employee, department, transaction } = await makeOne();
    const subsidiary = world.books.ids.rootSubsidiary;
    for (const [door, path] of [
      [a, `/prospects/${idOf(prospect)}`],
      [a, `/employees/${idOf(employee)}`],
      [b, `/api/departments/${idOf(department)}`],
      [c, `/api/v1/gl/transactions/${idOf(transaction)}`],
      [c, `/api/v1/subsidiaries/${subsidiary}`],
    ] as const) {
      const tag = (await door.send('GET', path)).headers.get('etag');
      expect(tag, path).toMatch(/^"\d+"$/);
      const body = path.includes('transactions') ? { transaction: { memo: 'x' } } : { name: 'Renamed' };
      const sent = await door.send('PUT', path, { body });
      expect(sent.status, sent.text).toBe(200);
      expect(sent.headers.get('etag'), path).not.toBe(tag);
      expect((await door.send('GET', path)).headers.get('etag')).toBe(sent.headers.get('etag'));
    }
  });
});

describe('decisions, all surfaces, "Headers on every answer"', () => {
  test('X-Request-Id and Cache-Control: no-store are on successes, lists, refusals, unknown paths and methods, on all four surfaces', async () => {
    const doors = [a, b, c, { send: (method: string, path: string) => d(method, path) }];
    const paths = ['/prospects', '/api/departments', '/api/v1/subsidiaries', 'gl/overview'];
    for (const [index, door] of doors.entries()) {
      const path = paths[index] ?? '';
      for (const sent of [
        await door.send('GET', path),
        await door.send('GET', `${path}/${newId()}`),
        await door.send('GET', `${path}/nothing/at/all`),
        await door.send('PATCH', path),
      ]) {
        expect(sent.headers.get('x-request-id'), path).toMatch(/^[0-9a-f-]{36}$/);
        expect(sent.headers.get('cache-control'), path).toBe('no-store');
      }
    }
  });

  test('Link leads to the next page on C and D as on A', async () => {
    await Promise.all([makeOne(), makeOne()]);
    for (const sent of [
      await c.send('GET', '/api/v1/gl/transactions?limit=1'),
      await d('GET', `project-commitments?project_id=${world.projectId}&limit=1`),
    ]) {
      expect(sent.headers.get('link')).toMatch(/page=2[^>]*>; rel="next"/);
    }
  });
});

describe('decisions, surface B, "Fields"', () => {
  test('each of the nineteen resources documents the five common fields and at least one of its own', () => {
    const gets = surfaceRoutes().filter(({ operation }) => /^B\.[\w-]+\.get$/.test(operation));
    expect(gets).toHaveLength(19);
    for (const { operation, success } of gets) {
      const names = Object.keys((success.schema as z.ZodObject).shape);
      expect(names, operation).toEqual(
        expect.arrayContaining(['id', 'organizationId', 'status', 'createdAt', 'updatedAt']),
      );
      expect(names.length, operation).toBeGreaterThan(5);
    }
  });

  test('an empty draft created here can be neither approved nor posted until it is complete', async () => {
    for (const name of ['business-transactions', 'invoices', 'payments']) {
      const made = await b.send('POST', `/api/${name}`, { body: {} });
      const path = `/api/v1/gl/transactions/${idOf(made)}`;
      const approve = await c.send('POST', `${path}/approve`, { body: {} });
      expect([approve.status, (approve.json as Body).code], approve.text).toEqual([400, 'VALIDATION_ERROR']);
      expect(approve.json).toMatchObject({ details: { reason: 'INCOMPLETE_DOCUMENT' } });
      const post = await c.send('POST', `${path}/post`, { body: {} });
      expect([post.status, (post.json as Body).code]).toEqual([400, 'INVALID_STATUS_TRANSITION']);
      expect((await b.send('GET', `/api/${name}/${idOf(made)}`)).json).toEqual(made.json);
    }
  });
});
