import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { surfaceB } from '@/surfaces/b/surface';
import { contend, holdWrites, valuesOf } from '@/testing/contenders';
import { type Door, doorFor, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

type Body = Record<string, unknown>;
let organization: TestOrganization;
let door: Door;

beforeAll(async () => {
  organization = await foundTestOrganization();
  door = doorFor(surfaceB, organization.principals.admin);
});
afterAll(closeConnections);

const bodyOf = (sent: Sent) => sent.json as Body;
const _rowsOf = (sent: Sent) => sent.json as Body[];
const create = async (name: string, body: Body = {}) => {
  const sent = await door.send('POST', `/api/${name}`, { body });
  expect(sent.status, sent.text).toBe(201);
  return bodyOf(sent);
};
const put = (name: string, id: unknown, body: unknown) => door.send('PUT', `/api/${name}/${id}`, { body });
const read = async (name: string, id: unknown) => bodyOf(await door.send('GET', `/api/${name}/${id}`));
const rejects = (sent: Sent, status: number, error: string) => {
  expect({ status: sent.status, error: bodyOf(sent).error }, sent.text).toEqual({ status, error });
  return bodyOf(sent);
};
const _inSql = (text: string, values: unknown[]) =>
  withTenantSql({ organizationId: organization.principals.admin.organizationId, userId: null }, (tenant) =>
    sql<Body>(tenant, text, values),
  );

describe.each([
  ['departments', 'parentId'],
  ['locations', 'parentId'],
  ['classes', 'parentId'],
  ['accounts', 'parentId'],
  ['vendors', 'parentId'],
  ['subsidiaries', 'parentId'],
  ['units-of-measure', 'baseUnitId'],
  ['customers', 'parentCustomerId'],
])('decisions, surface B: %s form a tree by %s', (name, field) => {
  const make = (parent: unknown = null) =>
    create(name, { [field]: parent, ...(name === 'customers' ? { companyName: `C ${newId()}` } : {}) });

  test('a parent that does not exist, the record itself, or a descendant is 400 and nothing changes', async () => {
    const top = await make();
    const middle = await make(top.id);
    const bottom = await make(middle.id);
    expect(bottom[field]).toBe(middle.id);
    for (const parent of [newId(), top.id, middle.id, bottom.id]) {
      rejects(await put(name, top.id, { [field]: parent }), 400, 'Bad Request');
    }
    expect(await read(name, top.id)).toEqual(top);
    const sent = await door.send('POST', `/api/${name}`, { body: { companyName: 'x', [field]: newId() } });
    rejects(sent, 400, 'Bad Request');
  });

  test('a record may move to another parent or to the top level; with children it cannot be deleted: 409', async () => {
    const [one, two] = [await make(), await make()];
    const child = await make(one.id);
    expect(bodyOf(await put(name, child.id, { [field]: two.id }))[field]).toBe(two.id);
    rejects(await door.send('DELETE', `/api/${name}/${two.id}`), 409, 'Conflict');
    expect(await read(name, two.id)).toEqual(two);
    expect(bodyOf(await put(name, child.id, { [field]: null }))[field]).toBeNull();
    expect((await door.send('DELETE', `/api/${name}/${two.id}`)).status).toBe(200);
  });

  test('two simultaneous moves cannot form a circle', async () => {
    const [one, two] = [await make(), await make()];
    const outcomes = await contend(holdWrites(organization.organizationId), [
      () => put(name, one.id, { [field]: two.id }),
      () => put(name, two.id, { [field]: one.id }),
    ]);
    expect(
      valuesOf(outcomes)
        .map((sent) => sent.status)
        .sort(),
    ).toEqual([200, 400]);
  });
});

describe('decisions, surface B: codes and names', () => {
  test.each([
    ['departments', /^DEPT-\d{5}$/],
    ['locations', /^LOC-\d{5}$/],
    ['classes', /^CLS-\d{5}$/],
    ['warehouses', /^WH-\d{5}$/],
    ['units-of-measure', /^UOM-\d{5}$/],
    ['price-lists', /^PL-\d{5}$/],
    ['accounts', /^ACCT-\d{5}$/],
    ['vendors', /^VEND-\d{5}$/],
    ['employees', /^EMP-\d{5}$/],
    ['prospects', /^PROS-\d{5}$/],
    ['leads', /^LEAD-\d{5}$/],
  ])('a record of %s without a name gets a generated code that is also its name', async (name, pattern) => {
    const made = await create(name, { status: 'active' });
    expect(made.code).toMatch(pattern);
    expect(made.name).toBe(made.code);
  });

  test('a code in use is 409 on create and update, and nothing changes', async () => {
    const code = `X-${newId()}`;
    await create('departments', { code, name: 'First' });
    const other = await create('departments', { name: 'Other' });
    const { details } = rejects(
      await door.send('POST', '/api/departments', { body: { code } }),
      409,
      'Conflict',
    );
    expect(details).toEqual({ noun: 'department', field: 'code', value: code });
    rejects(await put('departments', other.id, { code }), 409, 'Conflict');
    expect(await read('departments', other.id)).toEqual(other);
    expect((await put('departments', other.id, { code: other.code })).status).toBe(200);
  });

  test('a generated code skips one that was already assigned by hand', async () => {
    const { code } = await create('classes');
    const following = `CLS-${String(Number(String(code).slice(4)) + 1).padStart(5, '0')}`;
    await create('classes', { code: following });
    expect((await create('classes')).code).not.toBe(following);
  });

  test('a reference that does not exist is 400 and names the field', async () => {
    for (const [name, body, field] of [
      ['warehouses', { locationId: newId() }, 'locationId'],
      ['vendors', { payableAccountId: newId() }, 'payableAccountId'],
      ['employees', { departmentId: newId() }, 'departmentId'],
      ['subscriptions', { customerId: newId() }, 'customerId'],
      ['revenue', { customerId: newId() }, 'customerId'],
    ] as const) {
      const { details } = rejects(await door.send('POST', `/api/${name}`, { body }), 400, 'Bad Request');
      expect(details, name).toMatchObject({ field });
    }
  });
});
