import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { RESOURCE_NAMES, type ResourceName } from '@/surfaces/b/registry';
import { surfaceB } from '@/surfaces/b/surface';
import type { Route } from '@/surfaces/kit/route';
import { type Door, doorFor, openDoor, routeOf, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

type Body = Record<string, unknown>;
let organization: TestOrganization;
let door: Door;
let viewer: Door;
let outsider: Door;

beforeAll(async () => {
  organization = await foundTestOrganization();
  door = doorFor(surfaceB, organization.principals.admin);
  viewer = doorFor(surfaceB, organization.principals.viewer);
  outsider = doorFor(surfaceB, (await foundTestOrganization()).principals.admin);
});
afterAll(closeConnections);

const bodyOf = (sent: Sent) => sent.json as Body;
const rowsOf = (sent: Sent) => sent.json as Body[];
/** The minimum for a create: `status` alone, and for customers their name (4.3). */
const least = (name: ResourceName): Body => (name === 'customers' ? { companyName: `Acme ${newId()}` } : {});
const create = async (name: ResourceName, fields: Body = {}) => {
  const sent = await door.send('POST', `/api/${name}`, { body: { ...least(name), ...fields } });
  expect(sent.status, sent.text).toBe(201);
  return bodyOf(sent);
};
const read = async (name: ResourceName, id: unknown) => bodyOf(await door.send('GET', `/api/${name}/${id}`));
const ids = (sent: Sent) => rowsOf(sent).map((row) => row.id);
const rejects = (sent: Sent, status: number, error: string) => {
  expect({ status: sent.status, error: bodyOf(sent).error }, sent.text).toEqual({ status, error });
  expect(bodyOf(sent).message).toEqual(expect.any(String));
  return bodyOf(sent);
};
const matches = (operation: string, value: unknown) => {
  const schema = routeOf(surfaceB, operation).success.schema as z.ZodObject;
  expect(schema.strict().parse(value)).toEqual(value);
};

describe.each(RESOURCE_NAMES)('4.3 /api/%s', (name) => {
  const path = `/api/${name}`;

  test('create with only status answers 201 with the five fields of 2.7 and the resource’s own fields', async () => {
    for (const status of ['active', 'inactive']) {
      const sent = await door.send('POST', path, { body: { ...least(name), status } });
      expect(sent.status, sent.text).toBe(201);
      matches(`B.${name}.create`, sent.json);
      const made = bodyOf(sent);
      expect(made.status).toBe(status);
      if (name !== 'organizations') expect(made.organizationId).toBe(organization.organizationId);
      expect(sent.headers.get('etag')).toMatch(/^"\d+"$/);
      expect(await read(name, made.id)).toEqual(made);
    }
  });

  test('create with an empty body creates an active record with a unique code or number', async () => {
    const [one, two] = [await create(name), await create(name)];
    expect(one.status).toBe('active');
    expect(one.id).not.toBe(two.id);
    for (const field of [
      'code',
      'transactionNumber',
      'invoiceNumber',
      'paymentNumber',
      'subscriptionNumber',
    ]) {
      if (one[field] !== undefined) expect(one[field]).not.toBe(two[field]);
    }
  });

  test('the example of the reference is accepted', async () => {
    const body = routeOf(surfaceB, `B.${name}.create`).example?.body as Body;
    const sent = await door.send('POST', path, { body });
    expect(sent.status, sent.text).toBe(201);
    matches(`B.${name}.create`, sent.json);
  });

  test('list answers a JSON array in the order createdAt, id; only active records unless includeInactive', async () => {
    const made = [await create(name), await create(name, { status: 'inactive' }), await create(name)];
    const [first, second, third] = made.map((row) => row.id);
    const active = ids(await door.send('GET', path));
    expect(active).not.toContain(second);
    expect(active.filter((id) => made.some((row) => row.id === id))).toEqual([first, third]);
    expect(ids(await door.send('GET', `${path}?includeInactive=false`))).toEqual(active);
    const sent = await door.send('GET', `${path}?includeInactive=true`);
    expect(ids(sent).filter((id) => made.some((row) => row.id === id))).toEqual([first, second, third]);
    const order = rowsOf(sent).map((row) => `${row.createdAt} ${row.id}`);
    expect(order).toEqual([...order].sort());
    for (const row of rowsOf(sent)) matches(`B.${name}.get`, row);
  });

  test('with limit and after, the list is paged through Link: next (decisions, "Large lists")', async () => {
    await create(name);
    await create(name);
    const whole = ids(await door.send('GET', path));
    const walked: unknown[] = [];
    let next: string | undefined = `${path}?limit=2`;
    while (next !== undefined) {
      const sent: Sent = await door.send('GET', next);
      expect(rowsOf(sent).length).toBeLessThanOrEqual(2);
      walked.push(...ids(sent));
      next = /^<([^>]+)>; rel="next"$/.exec(sent.headers.get('link') ?? '')?.[1];
    }
    expect(walked).toEqual(whole);
    for (const query of ['limit=0', 'limit=1001', 'includeInactive=maybe', 'after=x', `after=${newId()}`]) {
      rejects(await door.send('GET', `${path}?${query}`), 400, 'Bad Request');
    }
  });

  test('get returns one record; an unknown, a malformed and another organization’s id are the same 404 (7.2)', async () => {
    const made = await create(name);
    const sent = await door.send('GET', `${path}/${made.id}`);
    expect([sent.status, sent.json]).toEqual([200, made]);
    const unknown = rejects(await door.send('GET', `${path}/${newId()}`), 404, 'Not Found');
    for (const foreign of [
      await door.send('GET', `${path}/not-an-id`),
      await outsider.send('GET', `${path}/${made.id}`),
    ]) {
      expect(rejects(foreign, 404, 'Not Found').message).toBe(unknown.message);
    }
  });

  test('update changes only the fields sent; a record PUT back as it was got stays the same', async () => {
    const made = await create(name);
    const sent = await door.send('PUT', `${path}/${made.id}`, { body: { status: 'inactive' } });
    expect(sent.status, sent.text).toBe(200);
    matches(`B.${name}.update`, sent.json);
    expect(sent.json).toEqual({ ...made, status: 'inactive', updatedAt: bodyOf(sent).updatedAt });
    expect((bodyOf(sent).updatedAt as string) > (made.updatedAt as string)).toBe(true);
    const back = await door.send('PUT', `${path}/${made.id}`, { body: made });
    expect(back.status, back.text).toBe(200);
    expect(back.json).toEqual({ ...made, updatedAt: bodyOf(back).updatedAt });
    expect(await read(name, made.id)).toEqual(back.json);
  });

  test('update of an unknown, malformed or foreign id is 404 and nothing changes', async () => {
    const made = await create(name);
    const body = { status: 'inactive' };
    rejects(await door.send('PUT', `${path}/${newId()}`, { body }), 404, 'Not Found');
    rejects(await door.send('PUT', `${path}/zzz`, { body }), 404, 'Not Found');
    rejects(await outsider.send('PUT', `${path}/${made.id}`, { body }), 404, 'Not Found');
    expect(await read(name, made.id)).toEqual(made);
  });

  test('an invalid status is 400 on create and update, names the field and changes nothing', async () => {
    const made = await create(name);
    for (const sent of [
      await door.send('POST', path, { body: { ...least(name), status: 'deleted' } }),
      await door.send('PUT', `${path}/${made.id}`, { body: { status: 'deleted' } }),
    ]) {
      const { details } = rejects(sent, 400, 'Bad Request');
      expect(details).toEqual([{ path: ['status'], message: expect.any(String) }]);
    }
    expect(await read(name, made.id)).toEqual(made);
  });

  test('If-Match of an older version is 412 and nothing changes; the current one is accepted', async () => {
    const made = await create(name);
    const put = (etag: string, status: string) =>
      door.send('PUT', `${path}/${made.id}`, { body: { status }, headers: { 'if-match': etag } });
    const { headers } = await door.send('GET', `${path}/${made.id}`);
    expect((await put(headers.get('etag') ?? '', 'inactive')).status).toBe(200);
    const before = await read(name, made.id);
    rejects(await put(headers.get('etag') ?? '', 'active'), 412, 'Precondition Failed');
    expect(await read(name, made.id)).toEqual(before);
  });

  test('If-Match: * matches any version of an existing record, and is 404 where there is none', async () => {
    const made = await create(name);
    const put = (id: unknown, status: string) =>
      door.send('PUT', `${path}/${id}`, { body: { status }, headers: { 'if-match': '*' } });
    expect((await put(made.id, 'inactive')).status).toBe(200);
    expect((await put(made.id, 'active')).status).toBe(200);
    rejects(await put(newId(), 'active'), 404, 'Not Found');
  });

  test('delete answers success true and removes the record; an organization that posted must keep its books: 409', async () => {
    const made = await create(name);
    rejects(await outsider.send('DELETE', `${path}/${made.id}`), 404, 'Not Found');
    const sent = await door.send('DELETE', `${path}/${made.id}`);
    expect([sent.status, sent.json]).toEqual([200, { success: true }]);
    rejects(await door.send('GET', `${path}/${made.id}`), 404, 'Not Found');
    rejects(await door.send('DELETE', `${path}/${made.id}`), 404, 'Not Found');
    rejects(await door.send('DELETE', `${path}/${newId()}`), 404, 'Not Found');
    rejects(await door.send('DELETE', `${path}/1`), 404, 'Not Found');
  });

  test('a viewer can read, and gets 403 for every write, which changes nothing', async () => {
    const made = await create(name);
    if (name !== 'organizations') {
      expect((await viewer.send('GET', `${path}/${made.id}`)).json).toEqual(made);
    }
    const count = ids(await door.send('GET', `${path}?includeInactive=true`)).length;
    rejects(await viewer.send('POST', path, { body: least(name) }), 403, 'Forbidden');
    if (name !== 'organizations') {
      rejects(
        await viewer.send('PUT', `${path}/${made.id}`, { body: { status: 'inactive' } }),
        403,
        'Forbidden',
      );
      rejects(await viewer.send('DELETE', `${path}/${made.id}`), 403, 'Forbidden');
    }
    expect(await read(name, made.id)).toEqual(made);
    expect(ids(await door.send('GET', `${path}?includeInactive=true`)).length).toBe(count);
  });

  test('Idempotency-Key: the replay is the first answer and creates nothing; another body is 422', async () => {
    const headers = { 'idempotency-key': newId() };
    const body = { ...least(name), status: 'active' };
    const first = await door.send('POST', path, { body, headers });
    expect(first.status, first.text).toBe(201);
    const count = ids(await door.send('GET', path)).length;
    const second = await door.send('POST', path, { body, headers });
    expect([second.status, second.text, second.headers.get('idempotent-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ]);
    const other = { ...body, status: 'inactive' };
    rejects(await door.send('POST', path, { body: other, headers }), 422, 'Unprocessable Entity');
    expect(ids(await door.send('GET', path)).length).toBe(count);
  });

  test('a dry run answers as if it had been done and stores nothing', async () => {
    const count = ids(await door.send('GET', `${path}?includeInactive=true`)).length;
    const sent = await door.send('POST', `${path}?dryRun=true`, { body: least(name) });
    expect(sent.status, sent.text).toBe(201);
    expect(ids(await door.send('GET', `${path}?includeInactive=true`)).length).toBe(count);
  });

  test('bad JSON and a wrong content type are 400, too large a body 413, another method 405 with Allow', async () => {
    rejects(await door.send('POST', path, { raw: '{' }), 400, 'Bad Request');
    rejects(
      await door.send('POST', path, { raw: '{}', headers: { 'content-type': 'text/plain' } }),
      400,
      'Bad Request',
    );
    rejects(await door.send('POST', path, { raw: `"${'x'.repeat(1 << 20)}"` }), 413, 'Payload Too Large');
    const sent = await door.send('PATCH', path, { body: {} });
    rejects(sent, 405, 'Method Not Allowed');
    expect(sent.headers.get('allow')).toBe('GET, POST');
  });
});

describe('5 authentication', () => {
  const routes = surfaceB.routes as unknown as Route[];
  test.each(routes.map((route) => [route.operation, route] as const))(
    '%s without or with an invalid token is 401',
    async (_operation, { method, path }) => {
      const at = path.replace(/\{\w+\}/g, newId());
      for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
        const sent = await openDoor(surfaceB).send(method, at, { headers });
        rejects(sent, 401, 'Unauthorized');
        expect(sent.headers.get('www-authenticate')).toBe('Bearer');
      }
    },
  );

  test('nineteen resources of five operations, and three more for customers', () => {
    expect(routes.length).toBe(19 * 5 + 3);
  });

  test('an unknown resource is a JSON 404', async () => {
    rejects(await door.send('GET', '/api/unicorns'), 404, 'Not Found');
  });
});
