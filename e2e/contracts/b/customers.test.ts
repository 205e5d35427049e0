import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeConnections } from '@/db/client';
import { sql, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { surfaceB } from '@/surfaces/b/surface';
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
const rowsOf = (sent: Sent) => sent.json as Body[];
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

describe('2.3 and 4.3 customers', () => {
  const FULL = {
    companyName: 'Harbour Robotics',
    customerId: 'C-1',
    contactEmail: 'ap@harbour.example',
    contactPhone: '+1 555',
    billingAddress: { street: '1 Pier', city: 'Oakland', state: 'CA', postalCode: '94607', country: 'US' },
    shippingAddress: { street: '2 Pier', city: 'Oakland', state: 'CA', postalCode: '94607', country: 'US' },
    taxId: '12-3',
    paymentTerms: 'NET30',
    creditLimit: 50000.25,
    status: 'archived',
  };

  test('create keeps every field of 2.3 as sent; the rest is null', async () => {
    const parent = await create('customers', { companyName: 'Parent' });
    const made = await create('customers', { ...FULL, parentCustomerId: parent.id });
    expect(made).toMatchObject({ ...FULL, parentCustomerId: parent.id });
    const { id: _i, organizationId: _o, createdAt: _c, updatedAt: _u, ...rest } = parent;
    const nothing = Object.fromEntries(Object.keys(FULL).map((field) => [field, null]));
    expect(rest).toEqual({ ...nothing, companyName: 'Parent', parentCustomerId: null, status: 'active' });
  });

  test.each<[string, Body, string]>([
    ['no companyName', {}, 'companyName'],
    ['a blank companyName', { companyName: '  ' }, 'companyName'],
    ['an invalid email address', { companyName: 'A', contactEmail: 'nobody' }, 'contactEmail'],
    ['a credit limit in words', { companyName: 'A', creditLimit: 'high' }, 'creditLimit'],
    ['a credit limit with five decimals', { companyName: 'A', creditLimit: 1.00001 }, 'creditLimit'],
    ['an address that is text', { companyName: 'A', billingAddress: 'Oakland' }, 'billingAddress'],
  ])('%s is 400 and names the field', async (_title, body, field) => {
    const { details } = rejects(await door.send('POST', '/api/customers', { body }), 400, 'Bad Request');
    expect(details).toEqual([{ path: [field], message: expect.any(String) }]);
  });

  test('3.3: status inactive changes a customer from active to inactive; parts of an address may change alone', async () => {
    const made = await create('customers', { ...FULL, status: 'active' });
    const sent = await put('customers', made.id, {
      status: 'inactive',
      billingAddress: { city: 'Alameda' },
      taxId: null,
    });
    expect(sent.json).toEqual({
      ...made,
      status: 'inactive',
      taxId: null,
      billingAddress: { ...FULL.billingAddress, city: 'Alameda' },
      updatedAt: bodyOf(sent).updatedAt,
    });
  });

  test('children are the customers whose parent this one is; an unknown customer is 404', async () => {
    const parent = await create('customers', { companyName: 'Group' });
    const one = await create('customers', { companyName: 'One', parentCustomerId: parent.id });
    const two = await create('customers', {
      companyName: 'Two',
      parentCustomerId: parent.id,
      status: 'inactive',
    });
    const below = await create('customers', { companyName: 'Below', parentCustomerId: one.id });
    expect((await door.send('GET', `/api/customers/${parent.id}/children`)).json).toEqual([one, two]);
    expect((await door.send('GET', `/api/customers/${below.id}/children`)).json).toEqual([]);
    rejects(await door.send('GET', `/api/customers/${newId()}/children`), 404, 'Not Found');
    rejects(await door.send('GET', '/api/customers/none/children'), 404, 'Not Found');
  });

  test('warehouses are set as a list and returned with the warehouse in each (decisions, "customers/{id}/warehouses")', async () => {
    const customer = await create('customers', { companyName: 'Stocked' });
    const [west, east] = [
      await create('warehouses', { code: 'W1', name: 'West' }),
      await create('warehouses'),
    ];
    const path = `/api/customers/${customer.id}/warehouses`;
    expect((await door.send('GET', path)).json).toEqual([]);
    const set = await door.send('PUT', path, {
      body: [{ warehouseId: west.id, isDefault: true }, { warehouseId: east.id }],
    });
    expect(set.status, set.text).toBe(200);
    expect(rowsOf(set)[0]).toEqual({
      id: expect.any(String),
      customerId: customer.id,
      warehouseId: west.id,
      isDefault: true,
      warehouse: { id: west.id, code: 'W1', name: 'West', status: 'active' },
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await door.send('GET', path)).json).toEqual(set.json);
    const moved = await door.send('PUT', path, { body: [{ warehouseId: east.id, isDefault: true }] });
    expect(rowsOf(moved).map(({ id, isDefault }) => ({ id, isDefault }))).toEqual([
      { id: rowsOf(set)[1]?.id, isDefault: true },
    ]);
    const before = (await door.send('GET', path)).json;
    for (const body of [
      [{ warehouseId: newId() }],
      [{ warehouseId: east.id }, { warehouseId: east.id }],
      [
        { warehouseId: east.id, isDefault: true },
        { warehouseId: west.id, isDefault: true },
      ],
      [{ warehouseId: 'x' }],
      {},
    ]) {
      rejects(await door.send('PUT', path, { body }), 400, 'Bad Request');
    }
    expect((await door.send('GET', path)).json).toEqual(before);
    rejects(await door.send('PUT', `/api/customers/${newId()}/warehouses`, { body: [] }), 404, 'Not Found');
    rejects(await door.send('GET', `/api/customers/${newId()}/warehouses`), 404, 'Not Found');
    rejects(await door.send('DELETE', `/api/warehouses/${east.id}`), 409, 'Conflict');
  });

  test('DELETE of a customer with an invoice or with children is 409 and nothing changes', async () => {
    const customer = await create('customers', { companyName: 'Billed' });
    await create('invoices', { customerId: customer.id });
    rejects(await door.send('DELETE', `/api/customers/${customer.id}`), 409, 'Conflict');
    const parent = await create('customers', { companyName: 'Parent' });
    await create('customers', { companyName: 'Child', parentCustomerId: parent.id });
    rejects(await door.send('DELETE', `/api/customers/${parent.id}`), 409, 'Conflict');
    expect(await read('customers', customer.id)).toEqual(customer);
    expect(await read('customers', parent.id)).toEqual(parent);
  });
});
