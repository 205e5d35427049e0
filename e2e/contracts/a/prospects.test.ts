import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceA } from '@/surfaces/a/surface';
import { type Door, doorFor, routeOf, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

let organization: TestOrganization;
let door: Door;

beforeAll(async () => {
  organization = await foundTestOrganization();
  door = doorFor(surfaceA, organization.principals.sales);
});
afterAll(closeConnections);

type Body = Record<string, unknown>;
const bodyOf = (sent: Sent) => sent.json as Body;
const create = async (fields: Body = {}) => {
  const sent = await door.send('POST', '/prospects', { body: { name: 'Acme', ...fields } });
  expect(sent.status, sent.text).toBe(201);
  return bodyOf(sent);
};
const read = async (id: unknown) => bodyOf(await door.send('GET', `/prospects/${id}`));
const rejects = (sent: Sent, status: number, error: string) => {
  expect({ status: sent.status, error: bodyOf(sent).error }, sent.text).toEqual({ status, error });
  const details = bodyOf(sent).details as { message: string; path?: string[] }[];
  expect(details.length).toBeGreaterThan(0);
  for (const detail of details) expect(detail.message).toEqual(expect.any(String));
  return details;
};
/** The answer has exactly the fields the operation documents, each of its type. */
const matches = (operation: string, sent: Sent) => {
  const schema = routeOf(surfaceA, operation).success.schema as z.ZodObject;
  expect(schema.strict().parse(sent.json)).toEqual(sent.json);
};

const FULL = {
  name: 'Harbour Robotics',
  email: 'hello@harbour.example',
  phone: '+1 415 555 0100',
  company: 'Harbour Robotics Inc.',
  industry: 'Technology',
  estimatedRevenue: 5000000.25,
  employeeCount: 250,
  status: 'contacted',
  assignedTo: '0190a0b0-0000-7000-8000-000000000001',
  notes: 'Met at the fair.',
  customFields: { campaign: 'spring', nested: { deep: [1, 'two', null] } },
};

describe('4.1 create', () => {
  test('answers 201 with the complete prospect, field by field as sent', async () => {
    const sent = await door.send('POST', '/prospects', { body: FULL });
    expect(sent.status).toBe(201);
    matches('A.prospects.create', sent);
    expect(sent.json).toMatchObject({
      ...FULL,
      organizationId: organization.organizationId,
      isActive: true,
      lastContactedAt: null,
    });
    expect(sent.headers.get('etag')).toBe('"1"');
    expect(sent.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    expect(await read(bodyOf(sent).id)).toEqual(sent.json);
  });

  test('with only a name: isActive true, the rest null, status researching (decisions, "Prospect defaults")', async () => {
    const made = await create();
    const { id: _id, organizationId: _org, createdAt, updatedAt, ...rest } = made;
    expect(rest).toEqual({
      name: 'Acme',
      email: null,
      phone: null,
      company: null,
      industry: null,
      estimatedRevenue: null,
      employeeCount: null,
      status: 'researching',
      assignedTo: null,
      lastContactedAt: null,
      notes: null,
      customFields: null,
      isActive: true,
    });
    expect(createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    expect(updatedAt).toBe(createdAt);
  });

  test.each(['researching', 'contacted', 'evaluating'])(
    'accepts the initial status %s (3.1)',
    async (status) => {
      expect((await create({ status })).status).toBe(status);
    },
  );

  test.each(['qualified', 'unqualified', 'converted', 'RESEARCHING', ''])(
    'refuses the initial status %j with 400 (3.1)',
    async (status) => {
      const sent = await door.send('POST', '/prospects', { body: { name: 'Acme', status } });
      const [detail] = rejects(sent, 400, 'Bad Request');
      expect(detail?.path).toEqual(['status']);
    },
  );

  test.each<[string, unknown, string]>([
    ['no name', {}, 'name'],
    ['an empty name', { name: ' ' }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['a number for a name', { name: 5 }, 'name'],
    ['revenue in words', { name: 'A', estimatedRevenue: 'lots' }, 'estimatedRevenue'],
    ['a negative revenue', { name: 'A', estimatedRevenue: -1 }, 'estimatedRevenue'],
    ['revenue with five decimals', { name: 'A', estimatedRevenue: 1.23456 }, 'estimatedRevenue'],
    [
      'revenue of 17 digits before the decimal point',
      { name: 'A', estimatedRevenue: 1e16 },
      'estimatedRevenue',
    ],
    [
      'revenue of 16 significant digits',
      { name: 'A', estimatedRevenue: '123456789012.3456' },
      'estimatedRevenue',
    ],
    ['revenue beyond any JSON number', { name: 'A', estimatedRevenue: 1e300 }, 'estimatedRevenue'],
    ['a fraction of an employee', { name: 'A', employeeCount: 1.5 }, 'employeeCount'],
    ['an impossible number of employees', { name: 'A', employeeCount: 2 ** 31 }, 'employeeCount'],
    ['a malformed user id', { name: 'A', assignedTo: 'me' }, 'assignedTo'],
    ['custom fields that are a list', { name: 'A', customFields: [1] }, 'customFields'],
    ['a body that is a list', [], ''],
  ])('7.1: %s is 400 and names the field', async (_title, body, field) => {
    const details = rejects(await door.send('POST', '/prospects', { body }), 400, 'Bad Request');
    if (field === '') return;
    expect(details.map((detail) => detail.path?.[0])).toContain(field);
    expect(details[0]?.message).toContain(field);
  });

  test('read-only and unknown fields are ignored (decisions, "Unknown and read-only fields")', async () => {
    const id = newId();
    const made = await create({
      id,
      organizationId: newId(),
      isActive: false,
      createdAt: 'x',
      colour: 'red',
    });
    expect(made).toMatchObject({ organizationId: organization.organizationId, isActive: true });
    expect(made.id).not.toBe(id);
    expect(made).not.toHaveProperty('colour');
  });

  test('a JSON number keeps all the digits that such a number can hold', async () => {
    for (const estimatedRevenue of [0, 0.0001, 123456789.12, 999999999999.999, 5000000]) {
      const { id } = await create({ estimatedRevenue });
      const { text } = await door.send('GET', `/prospects/${id}`);
      expect(text).toContain(`"estimatedRevenue":${JSON.stringify(estimatedRevenue)}`);
    }
  });

  test('bad JSON and a wrong content type are 400, a body over 1 MiB is 413, in the shape of 7.1', async () => {
    rejects(await door.send('POST', '/prospects', { raw: '{"name":' }), 400, 'Bad Request');
    rejects(
      await door.send('POST', '/prospects', { raw: 'name=A', headers: { 'content-type': 'text/plain' } }),
      400,
      'Bad Request',
    );
    const notes = 'x'.repeat(1024 * 1024);
    rejects(await door.send('POST', '/prospects', { body: { name: 'A', notes } }), 413, 'Payload Too Large');
  });

  test('Idempotency-Key: a replay returns the same answer and creates nothing; another body is 422', async () => {
    const headers = { 'idempotency-key': newId() };
    const name = `Once ${newId()}`;
    const [first, second] = [
      await door.send('POST', '/prospects', { body: { name, industry: name }, headers }),
      await door.send('POST', '/prospects', { body: { name, industry: name }, headers }),
    ];
    expect(first.status).toBe(201);
    expect({ status: second.status, text: second.text }).toEqual({ status: 201, text: first.text });
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    rejects(
      await door.send('POST', '/prospects', { body: { name: 'Other' }, headers }),
      422,
      'Unprocessable Entity',
    );
    const found = await door.send('GET', `/prospects/by-industry/${encodeURIComponent(name)}`);
    expect((bodyOf(found).data as unknown[]).length).toBe(1);
  });
});

describe('4.1 get', () => {
  test('an unknown id and another organization’s id are the same 404', async () => {
    const other = await foundTestOrganization();
    const theirs = await doorFor(surfaceA, other.principals.sales).send('POST', '/prospects', {
      body: { name: 'Theirs' },
    });
    const [unknown, foreign] = [
      await door.send('GET', `/prospects/${newId()}`),
      await door.send('GET', `/prospects/${bodyOf(theirs).id}`),
    ];
    rejects(unknown, 404, 'Not Found');
    expect({ status: foreign.status, json: foreign.json }).toEqual({ status: 404, json: unknown.json });
  });

  test('a malformed id is 400; a well-formed id of any version is 404', async () => {
    rejects(await door.send('GET', '/prospects/12'), 400, 'Bad Request');
    rejects(await door.send('GET', '/prospects/ffffffff-ffff-ffff-ffff-ffffffffffff'), 404, 'Not Found');
  });
});

describe('4.1 update', () => {
  test('omitted fields keep their values, null clears, updatedAt changes (2.1)', async () => {
    const made = await create(FULL);
    const sent = await door.send('PUT', `/prospects/${made.id}`, {
      body: {
        phone: null,
        customFields: null,
        lastContactedAt: '2026-11-20T15:30:00+02:00',
        isActive: false,
        status: 'qualified',
      },
    });
    expect(sent.status).toBe(200);
    matches('A.prospects.update', sent);
    const updatedAt = bodyOf(sent).updatedAt as string;
    expect(sent.json).toEqual({
      ...made,
      phone: null,
      customFields: null,
      lastContactedAt: '2026-11-20T13:30:00.000Z',
      isActive: false,
      status: 'qualified',
      updatedAt,
    });
    expect(updatedAt > (made.updatedAt as string)).toBe(true);
    expect(sent.headers.get('etag')).toBe('"2"');
    expect(await read(made.id)).toEqual(sent.json);
  });

  test('a client may PUT back what it got', async () => {
    const made = await create(FULL);
    const sent = await door.send('PUT', `/prospects/${made.id}`, { body: made });
    expect(sent.status).toBe(200);
    expect(sent.json).toEqual({ ...made, updatedAt: bodyOf(sent).updatedAt });
  });

  test('any status can change to any other, except out of converted: 409 and nothing changes (decisions, "Status moves")', async () => {
    const { id } = await create();
    for (const status of ['unqualified', 'qualified', 'contacted', 'researching', 'converted', 'converted']) {
      const sent = await door.send('PUT', `/prospects/${id}`, { body: { status } });
      expect(bodyOf(sent).status).toBe(status);
    }
    const before = await read(id);
    rejects(
      await door.send('PUT', `/prospects/${id}`, { body: { status: 'qualified', name: 'X' } }),
      409,
      'Conflict',
    );
    expect(await read(id)).toEqual(before);
  });

  test.each<[string, Body, string]>([
    ['an unknown status', { status: 'lost' }, 'status'],
    ['null for the name', { name: null }, 'name'],
    ['null for the status', { status: null }, 'status'],
    ['a date instead of a timestamp', { lastContactedAt: '2026-11-20' }, 'lastContactedAt'],
    ['text for isActive', { isActive: 'yes' }, 'isActive'],
  ])('7.1: %s is 400, names the field and changes nothing', async (_title, body, field) => {
    const made = await create();
    const sent = await door.send('PUT', `/prospects/${made.id}`, { body: { notes: 'no', ...body } });
    expect(rejects(sent, 400, 'Bad Request')[0]?.path).toEqual([field]);
    expect(await read(made.id)).toEqual(made);
  });

  test('If-Match of an older version is 412 and nothing changes; the current one is accepted', async () => {
    const made = await create();
    const put = (etag: string) =>
      door.send('PUT', `/prospects/${made.id}`, { body: { notes: etag }, headers: { 'if-match': etag } });
    expect((await put('"1"')).status).toBe(200);
    const before = await read(made.id);
    rejects(await put('"1"'), 412, 'Precondition Failed');
    rejects(await put('"nonsense"'), 412, 'Precondition Failed');
    expect(await read(made.id)).toEqual(before);
    expect((await put('*')).status).toBe(200);
  });

  test('an unknown id is 404', async () => {
    rejects(await door.send('PUT', `/prospects/${newId()}`, { body: { name: 'A' } }), 404, 'Not Found');
  });
});

describe('4.1 delete', () => {
  test('answers 204 with no body; afterward the prospect is gone', async () => {
    const { id } = await create();
    const sent = await door.send('DELETE', `/prospects/${id}`);
    expect({ status: sent.status, text: sent.text }).toEqual({ status: 204, text: '' });
    rejects(await door.send('GET', `/prospects/${id}`), 404, 'Not Found');
    rejects(await door.send('DELETE', `/prospects/${id}`), 404, 'Not Found');
  });

  test('a prospect that became a lead cannot be deleted: 409 and nothing changes', async () => {
    const { id } = await create();
    await door.send('POST', `/prospects/${id}/convert-to-lead`);
    const before = await read(id);
    rejects(await door.send('DELETE', `/prospects/${id}`), 409, 'Conflict');
    expect(await read(id)).toEqual(before);
  });
});
