import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceA } from '@/surfaces/a/surface';
import { type Door, doorFor, openDoor, routeOf, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

// Proves the law sales/find-employees of prisma/sql.

let organization: TestOrganization;
let door: Door;

beforeAll(async () => {
  organization = await foundTestOrganization();
  door = doorFor(surfaceA, organization.principals.controller);
});
afterAll(closeConnections);

type Body = Record<string, unknown>;
const bodyOf = (sent: Sent) => sent.json as Body;
const dataOf = (sent: Sent) => bodyOf(sent).data as Body[];
const create = async (fields: Body = {}, at: Door = door) => {
  const body = { name: 'Ada Byron', entityTypes: ['Employee'], ...fields };
  const sent = await at.send('POST', '/employees', { body });
  expect(sent.status, sent.text).toBe(201);
  return bodyOf(sent);
};
const read = async (id: unknown) => bodyOf(await door.send('GET', `/employees/${id}`));
const rejects = (sent: Sent, status: number, error: string) => {
  expect({ status: sent.status, error: bodyOf(sent).error }, sent.text).toEqual({ status, error });
  return bodyOf(sent).details as { message: string; path?: string[] }[];
};
const matches = (operation: string, sent: Sent) => {
  const schema = routeOf(surfaceA, operation).success.schema as z.ZodObject;
  expect(schema.strict().parse(sent.json)).toEqual(sent.json);
};

const FULL = {
  name: 'Grace Hopper',
  displayName: 'Grace',
  code: 'E-1',
  entityTypes: ['Employee', 'Vendor'],
  email: 'grace@navy.example',
  phone: '+1 555 0100',
  website: 'https://navy.example',
  parentEntityId: '0190a0b0-0000-7000-8000-000000000001',
  primaryContactId: '0190a0b0-0000-7000-8000-000000000002',
  taxId: '12-345',
  description: 'Compilers',
  notes: 'Brings wires',
  customFields: { size: 'M' },
  status: 'inactive',
  isActive: false,
};
const ADDRESS = {
  addressee: 'G. Hopper',
  companyName: 'Navy',
  attention: 'Bureau of Ships',
  phoneNumber: '1',
  line1: '1 Navy Yard',
  line2: 'Floor 2',
  city: 'Arlington',
  stateProvince: 'VA',
  postalCode: '22202',
  countryCode: 'US',
};
const METADATA = {
  employeeId: 'B-1',
  department: 'Engineering',
  title: 'Admiral',
  reportsTo: '0190a0b0-0000-7000-8000-000000000003',
  startDate: '2024-03-01',
  endDate: '2026-12-31',
  employmentType: 'full-time',
};

describe('4.2 create', () => {
  test('answers 201 with the whole employee as sent; the address gets an id (2.4)', async () => {
    const body = { ...FULL, address: ADDRESS, metadata: METADATA };
    const sent = await door.send('POST', '/employees', { body });
    expect(sent.status).toBe(201);
    matches('A.employees.create', sent);
    const { id } = bodyOf(sent).address as Body;
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent.json).toMatchObject({ ...FULL, address: { id, ...ADDRESS }, metadata: METADATA });
    expect(await read(bodyOf(sent).id)).toEqual(sent.json);
  });

  test('2.4: omitted optional fields are null; status active and isActive true (decisions, "Employee defaults")', async () => {
    const { id: _id, createdAt: _c, updatedAt: _u, ...rest } = await create();
    const nothing = Object.fromEntries(
      'displayName code email phone website address parentEntityId primaryContactId taxId description notes customFields metadata'
        .split(' ')
        .map((field) => [field, null]),
    );
    expect(rest).toEqual({
      ...nothing,
      organizationId: organization.organizationId,
      name: 'Ada Byron',
      entityTypes: ['Employee'],
      status: 'active',
      isActive: true,
    });
    const some = await create({ metadata: { title: 'CTO' }, address: { city: 'Oslo' } });
    expect(some.metadata).toEqual({
      ...Object.fromEntries(Object.keys(METADATA).map((field) => [field, null])),
      title: 'CTO',
    });
    expect(some.address).toMatchObject({ city: 'Oslo', line1: null, countryCode: null });
  });

  test.each<[string, Body, string[]]>([
    ['no name', { name: undefined }, ['name']],
    ['no entityTypes', { entityTypes: undefined }, ['entityTypes']],
    ["entityTypes without 'Employee'", { entityTypes: ['Vendor'] }, ['entityTypes']],
    ['empty entityTypes', { entityTypes: [] }, ['entityTypes']],
    ['an unknown status', { status: 'retired' }, ['status']],
    ['an unknown country', { address: { countryCode: 'ZZ' } }, ['address', 'countryCode']],
    ['a country of three letters', { address: { countryCode: 'USA' } }, ['address', 'countryCode']],
    ['a manager without id', { metadata: { reportsTo: 'Bob' } }, ['metadata', 'reportsTo']],
    ['an invalid start date', { metadata: { startDate: '2024-02-30' } }, ['metadata', 'startDate']],
    ['an unknown employment type', { metadata: { employmentType: 'ghost' } }, ['metadata', 'employmentType']],
    ['a malformed parent', { parentEntityId: '1' }, ['parentEntityId']],
  ])('7.1: %s is 400, and path names the field', async (_title, fields, path) => {
    const body = { name: 'A', entityTypes: ['Employee'], ...fields };
    const details = rejects(await door.send('POST', '/employees', { body }), 400, 'Bad Request');
    expect(details.map((detail) => detail.path)).toContainEqual(path);
    expect(details[0]?.message).toContain(path.join('.'));
  });

  test('references are not checked for existence at this surface (decisions, "References")', async () => {
    const made = await create({ parentEntityId: newId(), metadata: { reportsTo: newId() } });
    expect(made.parentEntityId).not.toBeNull();
  });

  test('Idempotency-Key: the replay is the first answer', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { name: 'Once', entityTypes: ['Employee'] };
    const first = await door.send('POST', '/employees', { body, headers });
    const second = await door.send('POST', '/employees', { body, headers });
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
  });
});

describe('4.2 list', () => {
  let own: Door;
  beforeAll(async () => {
    const fresh = await foundTestOrganization();
    own = doorFor(surfaceA, fresh.principals.controller);
    await own.send('DELETE', `/employees/${fresh.ids.employee}`);
    await create({ name: 'Cora', displayName: 'Captain 100%' }, own);
    await create({ name: 'Anna', code: 'X-77', status: 'archived' }, own);
    await create({ name: 'Bert', email: 'bert@ships.example', isActive: false }, own);
  });
  const names = async (query: string) =>
    dataOf(await own.send('GET', `/employees${query}`)).map((row) => row.name);

  test('page 1, limit 20, by name ascending, in the envelope of section 4', async () => {
    const sent = await own.send('GET', '/employees');
    matches('A.employees.list', sent);
    const { data: _data, ...counts } = bodyOf(sent);
    expect(counts).toEqual({ total: 3, page: 1, limit: 20, totalPages: 1 });
    expect(await names('')).toEqual(['Anna', 'Bert', 'Cora']);
    expect(sent.headers.get('link')).toBeNull();
  });

  test('orderBy, orderDirection, page and limit', async () => {
    expect(await names('?orderDirection=desc')).toEqual(['Cora', 'Bert', 'Anna']);
    expect(await names('?orderBy=createdAt')).toEqual(['Cora', 'Anna', 'Bert']);
    expect(await names('?orderBy=updatedAt&orderDirection=desc&limit=1&page=2')).toEqual(['Anna']);
  });

  test('status, isActive and search filter the list; search looks in name, displayName, code and email', async () => {
    expect(await names('?status=archived')).toEqual(['Anna']);
    expect(await names('?isActive=false')).toEqual(['Bert']);
    expect(await names('?isActive=true&status=active')).toEqual(['Cora']);
    for (const [search, found] of [
      ['ANN', 'Anna'],
      ['captain', 'Cora'],
      ['x-7', 'Anna'],
      ['SHIPS', 'Bert'],
      ['0%25', 'Cora'],
    ]) {
      expect(await names(`?search=${search}`), search).toEqual([found]);
    }
    expect(await names('?search=_')).toEqual([]);
  });

  test.each([
    ['limit', 'limit=101'],
    ['page', 'page=0'],
    ['orderBy', 'orderBy=email'],
    ['orderDirection', 'orderDirection=sideways'],
    ['status', 'status=gone'],
    ['isActive', 'isActive=maybe'],
  ])('8: a %s out of range (%s) is 400 and names the field', async (field, query) => {
    const [detail] = rejects(await own.send('GET', `/employees?${query}`), 400, 'Bad Request');
    expect(detail?.path).toEqual([field]);
  });
});

describe('4.2 get, update, delete', () => {
  test('an unknown id is 404, a malformed one 400, for each operation', async () => {
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: { name: 'A' } } : {};
      rejects(await door.send(method, `/employees/${newId()}`, body), 404, 'Not Found');
      rejects(await door.send(method, '/employees/7', body), 400, 'Bad Request');
    }
  });

  test('omitted fields keep their values, including those within metadata and address; null clears', async () => {
    const made = await create({ ...FULL, address: ADDRESS, metadata: METADATA });
    const body = {
      status: 'archived',
      email: null,
      metadata: { title: 'Rear admiral', endDate: null },
      address: { line2: null },
    };
    const sent = await door.send('PUT', `/employees/${made.id}`, { body });
    expect(sent.status).toBe(200);
    matches('A.employees.update', sent);
    expect(sent.json).toEqual({
      ...made,
      status: 'archived',
      email: null,
      metadata: { ...METADATA, title: 'Rear admiral', endDate: null },
      address: { ...(made.address as Body), line2: null },
      updatedAt: bodyOf(sent).updatedAt,
    });
    const cleared = await door.send('PUT', `/employees/${made.id}`, {
      body: { metadata: null, address: null },
    });
    expect(cleared.json).toMatchObject({ metadata: null, address: null });
    expect(await read(made.id)).toEqual(cleared.json);
  });

  test('a client may PUT back what it got; read-only fields do not change', async () => {
    const made = await create({ ...FULL, address: ADDRESS, metadata: METADATA });
    const body = { ...made, organizationId: newId(), createdAt: '2020-01-01T00:00:00.000Z' };
    const sent = await door.send('PUT', `/employees/${made.id}`, { body });
    expect(sent.json).toEqual({ ...made, updatedAt: bodyOf(sent).updatedAt });
  });

  test.each<[string, Body]>([
    ['null for the name', { name: null }],
    ["entityTypes without 'Employee'", { entityTypes: ['Vendor'] }],
    ['null for entityTypes', { entityTypes: null }],
    ['an unknown status', { status: 'gone' }],
  ])('7.1: %s is 400 and changes nothing', async (_title, fields) => {
    const made = await create();
    rejects(
      await door.send('PUT', `/employees/${made.id}`, { body: { notes: 'no', ...fields } }),
      400,
      'Bad Request',
    );
    expect(await read(made.id)).toEqual(made);
  });

  test('If-Match of an older version is 412 and nothing changes', async () => {
    const made = await create();
    await door.send('PUT', `/employees/${made.id}`, { body: { notes: '1' } });
    const before = await read(made.id);
    const late = { body: { notes: '2' }, headers: { 'if-match': '"1"' } };
    rejects(await door.send('PUT', `/employees/${made.id}`, late), 412, 'Precondition Failed');
    const drop = { headers: { 'if-match': '"1"' } };
    rejects(await door.send('DELETE', `/employees/${made.id}`, drop), 412, 'Precondition Failed');
    expect(await read(made.id)).toEqual(before);
  });

  test('delete answers 204 with no body, once', async () => {
    const { id } = await create();
    const sent = await door.send('DELETE', `/employees/${id}`);
    expect([sent.status, sent.text]).toEqual([204, '']);
    rejects(await door.send('DELETE', `/employees/${id}`), 404, 'Not Found');
  });
});

describe('4.2 by department, direct reports, by internal id', () => {
  test('by department: the whole name, ignoring case, with the summary’s fields', async () => {
    const department = `R&D ${newId()}`;
    const made = await create({ displayName: 'Ada', metadata: { department, title: 'Lead' } });
    const sent = await door.send(
      'GET',
      `/employees/department/${encodeURIComponent(department.toLowerCase())}`,
    );
    matches('A.employees.byDepartment', sent);
    expect(sent.json).toEqual({
      data: [
        {
          id: made.id,
          name: made.name,
          displayName: 'Ada',
          metadata: { department, title: 'Lead' },
          status: 'active',
        },
      ],
    });
    for (const other of ['Nowhere', department.slice(0, -1), `${department} `])
      expect((await door.send('GET', `/employees/department/${encodeURIComponent(other)}`)).json).toEqual({
        data: [],
      });
  });

  test('direct reports of a manager; an empty list when there are none; a malformed id is 400', async () => {
    const manager = await create({ name: 'Boss' });
    const made = await create({ metadata: { reportsTo: manager.id, title: 'Clerk' } });
    const sent = await door.send('GET', `/employees/reports-to/${manager.id}`);
    matches('A.employees.reportsTo', sent);
    expect(dataOf(sent)).toEqual([
      {
        id: made.id,
        name: made.name,
        displayName: null,
        metadata: { department: null, title: 'Clerk', reportsTo: manager.id },
        status: 'active',
      },
    ]);
    expect((await door.send('GET', `/employees/reports-to/${newId()}`)).json).toEqual({ data: [] });
    rejects(await door.send('GET', '/employees/reports-to/boss'), 400, 'Bad Request');
  });

  test('by internal id: the newest when several have it, 404 when none has (decisions, "by-employee-id")', async () => {
    const employeeId = `B/${newId()}`;
    await create({ name: 'First', metadata: { employeeId } });
    const newest = await create({ name: 'Second', code: 'S', metadata: { employeeId, title: 'T' } });
    const sent = await door.send('GET', `/employees/by-employee-id/${encodeURIComponent(employeeId)}`);
    matches('A.employees.byEmployeeId', sent);
    expect(sent.json).toEqual({
      id: newest.id,
      name: 'Second',
      displayName: null,
      code: 'S',
      metadata: { employeeId, department: null, title: 'T' },
      status: 'active',
    });
    rejects(await door.send('GET', '/employees/by-employee-id/none'), 404, 'Not Found');
  });
});

describe('5 authentication and roles', () => {
  const operations = surfaceA.routes as unknown as { method: string; path: string; operation: string }[];

  test.each(operations.map((route) => [route.operation, route] as const))(
    '%s without or with an invalid token is 401 Unauthorized',
    async (_operation, { method, path }) => {
      const real = openDoor(surfaceA);
      const at = path.replace(/\{\w+\}/g, newId());
      for (const headers of [{}, { authorization: 'Bearer nonsense' }, { authorization: 'Basic YTpi' }]) {
        const sent = await real.send(method, at, { headers });
        rejects(sent, 401, 'Unauthorized');
        expect(sent.headers.get('www-authenticate')).toBe('Bearer');
      }
    },
  );

  test('a viewer can read, and gets 403 Forbidden for every write, which changes nothing', async () => {
    const viewer = doorFor(surfaceA, organization.principals.viewer);
    const made = await create();
    expect((await viewer.send('GET', `/employees/${made.id}`)).json).toEqual(made);
    const body = { name: 'Mallory', entityTypes: ['Employee'] };
    rejects(await viewer.send('POST', '/employees', { body }), 403, 'Forbidden');
    rejects(await viewer.send('PUT', `/employees/${made.id}`, { body }), 403, 'Forbidden');
    rejects(await viewer.send('DELETE', `/employees/${made.id}`), 403, 'Forbidden');
    expect(await read(made.id)).toEqual(made);
  });

  test('another organization’s employee gets the same 404 as an unknown one', async () => {
    const made = await create();
    const outsider = doorFor(surfaceA, (await foundTestOrganization()).principals.admin);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const sent = await outsider.send(
        method,
        `/employees/${made.id}`,
        method === 'PUT' ? { body: { name: 'M' } } : {},
      );
      rejects(sent, 404, 'Not Found');
    }
    expect(await read(made.id)).toEqual(made);
  });
});
