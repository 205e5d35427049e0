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
/** The answer has exactly the fields the operation promises, each of its type. */
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
  test('answers 201 with the whole prospect, field by field as sent', async () => {
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
    ['revenue of 17 digits before the point', { name: 'A', estimatedRevenue: 1e16 }, 'estimatedRevenue'],
    [
      'revenue of 16 significant digits',
      { name: 'A', estimatedRevenue: '123456789012.3456' },
      'estimatedRevenue',
    ],
    ['revenue beyond every number', { name: 'A', estimatedRevenue: 1e300 }, 'estimatedRevenue'],
    ['half an employee', { name: 'A', employeeCount: 1.5 }, 'employeeCount'],
    ['more employees than people', { name: 'A', employeeCount: 2 ** 31 }, 'employeeCount'],
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

  test('a JSON number keeps its digits, as far as such a number has them', async () => {
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

  test('Idempotency-Key: a replay answers the same and creates nothing; another body is 422', async () => {
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

describe('4.1 list', () => {
  let own: Door;
  beforeAll(async () => {
    own = doorFor(surfaceA, (await foundTestOrganization()).principals.sales);
    for (let n = 1; n <= 12; n += 1) {
      const body = { name: `P${n}`, ...(n % 2 === 0 ? { estimatedRevenue: n * 10 } : {}) };
      await own.send('POST', '/prospects', { body });
    }
  });

  const names = (sent: Sent) => (bodyOf(sent).data as Body[]).map((row) => row.name);

  test('page 1, limit 10, newest first by default, in the envelope of section 4', async () => {
    const sent = await own.send('GET', '/prospects');
    expect(sent.status).toBe(200);
    matches('A.prospects.list', sent);
    const { data: _data, ...counts } = bodyOf(sent);
    expect(counts).toEqual({ total: 12, page: 1, limit: 10, totalPages: 2 });
    expect(names(sent)).toEqual(['P12', 'P11', 'P10', 'P9', 'P8', 'P7', 'P6', 'P5', 'P4', 'P3']);
    expect(sent.headers.get('link')).toBe('</prospects?page=2>; rel="next"');
  });

  test('pages meet without gap or overlap, and Link leads both ways', async () => {
    const sent = await own.send('GET', '/prospects?page=2&limit=5&sortField=createdAt&sortOrder=asc');
    expect(names(sent)).toEqual(['P6', 'P7', 'P8', 'P9', 'P10']);
    const link = sent.headers.get('link') ?? '';
    expect(link).toMatch(/page=3[^>]*>; rel="next"/);
    expect(link).toMatch(/page=1[^>]*>; rel="prev"/);
    expect(bodyOf(await own.send('GET', '/prospects?page=9')).data).toEqual([]);
  });

  test('sorts by each field it names; unknown values come last in both directions', async () => {
    const asc = await own.send('GET', '/prospects?sortField=estimatedRevenue&sortOrder=asc&limit=100');
    expect(names(asc).slice(0, 6)).toEqual(['P2', 'P4', 'P6', 'P8', 'P10', 'P12']);
    const desc = await own.send('GET', '/prospects?sortField=estimatedRevenue&sortOrder=desc&limit=100');
    expect(names(desc).slice(0, 6)).toEqual(['P12', 'P10', 'P8', 'P6', 'P4', 'P2']);
    const fields = 'name email company industry employeeCount status lastContactedAt createdAt updatedAt';
    for (const field of fields.split(' ')) {
      expect((await own.send('GET', `/prospects?sortField=${field}`)).status, field).toBe(200);
    }
  });

  test.each([
    ['limit', 'limit=101'],
    ['limit', 'limit=0'],
    ['limit', 'limit=ten'],
    ['page', 'page=0'],
    ['page', 'page=-1'],
    ['page', 'page=99999999999'],
    ['sortField', 'sortField=organizationId'],
    ['sortOrder', 'sortOrder=up'],
  ])('decisions: a %s out of range (%s) is 400 and names the field', async (field, query) => {
    const [detail] = rejects(await own.send('GET', `/prospects?${query}`), 400, 'Bad Request');
    expect(detail?.path).toEqual([field]);
    expect(detail?.message).toContain(field);
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
  test('omitted fields keep their values, null clears, updatedAt moves (2.1)', async () => {
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

  test('any status moves to any other, except out of converted: 409 and nothing changes (decisions, "Status moves")', async () => {
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
    ['a day instead of a moment', { lastContactedAt: '2026-11-20' }, 'lastContactedAt'],
    ['a word for isActive', { isActive: 'yes' }, 'isActive'],
  ])('7.1: %s is 400, names the field and changes nothing', async (_title, body, field) => {
    const made = await create();
    const sent = await door.send('PUT', `/prospects/${made.id}`, { body: { notes: 'no', ...body } });
    expect(rejects(sent, 400, 'Bad Request')[0]?.path).toEqual([field]);
    expect(await read(made.id)).toEqual(made);
  });

  test('If-Match of an older version is 412 and nothing changes; the present one passes', async () => {
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
  test('answers 204 with no body; afterwards the prospect is gone', async () => {
    const { id } = await create();
    const sent = await door.send('DELETE', `/prospects/${id}`);
    expect({ status: sent.status, text: sent.text }).toEqual({ status: 204, text: '' });
    rejects(await door.send('GET', `/prospects/${id}`), 404, 'Not Found');
    rejects(await door.send('DELETE', `/prospects/${id}`), 404, 'Not Found');
  });

  test('a prospect that became a lead stays: 409 and nothing changes', async () => {
    const { id } = await create();
    await door.send('POST', `/prospects/${id}/convert-to-lead`);
    const before = await read(id);
    rejects(await door.send('DELETE', `/prospects/${id}`), 409, 'Conflict');
    expect(await read(id)).toEqual(before);
  });
});

describe('4.1 convert', () => {
  test('to lead: 201 with leadId and lead (2.2), source prospect:<id>, status new, score; the prospect is converted', async () => {
    const made = await create(FULL);
    const sent = await door.send('POST', `/prospects/${made.id}/convert-to-lead`);
    expect(sent.status).toBe(201);
    matches('A.prospects.convertToLead', sent);
    const { leadId, lead } = bodyOf(sent) as { leadId: string; lead: Body };
    expect(lead).toMatchObject({
      id: leadId,
      organizationId: organization.organizationId,
      name: FULL.name,
      email: FULL.email,
      phone: FULL.phone,
      company: FULL.company,
      source: `prospect:${made.id}`,
      status: 'new',
      // 34 for the revenue, 16 for the headcount, 8 for contacted, 20 for completeness.
      score: 78,
    });
    expect((await read(made.id)).status).toBe('converted');
  });

  test('to customer: 201 with customerId and an active customer named after the company, or the prospect (2.3)', async () => {
    for (const [company, companyName] of [
      ['Harbour Inc.', 'Harbour Inc.'],
      [null, 'Acme'],
    ]) {
      const made = await create({ company, email: 'a@b.example' });
      const sent = await door.send('POST', `/prospects/${made.id}/convert-to-customer`);
      expect(sent.status).toBe(201);
      matches('A.prospects.convertToCustomer', sent);
      const { customerId, customer } = bodyOf(sent) as { customerId: string; customer: Body };
      expect(customer).toMatchObject({
        id: customerId,
        companyName,
        contactEmail: 'a@b.example',
        status: 'active',
      });
      expect((await read(made.id)).status).toBe('converted');
    }
  });

  test.each(['researching', 'contacted', 'evaluating', 'qualified', 'unqualified'])(
    'a prospect that is %s may convert (decisions, "Conversion")',
    async (status) => {
      const { id } = await create();
      await door.send('PUT', `/prospects/${id}`, { body: { status } });
      expect((await door.send('POST', `/prospects/${id}/convert-to-customer`)).status).toBe(201);
    },
  );

  test.each([
    ['lead', 'lead'],
    ['lead', 'customer'],
    ['customer', 'lead'],
    ['customer', 'customer'],
  ])('3.1: after a conversion to %s, one to %s is 409 and nothing changes', async (first, second) => {
    const { id } = await create();
    expect((await door.send('POST', `/prospects/${id}/convert-to-${first}`)).status).toBe(201);
    const before = await read(id);
    rejects(await door.send('POST', `/prospects/${id}/convert-to-${second}`), 409, 'Conflict');
    expect(await read(id)).toEqual(before);
  });

  test('of many conversions at once exactly one wins and the others get 409 (decisions, "Conversion")', async () => {
    const { id } = await create();
    const sents = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        door.send('POST', `/prospects/${id}/convert-to-${n % 2 === 0 ? 'lead' : 'customer'}`),
      ),
    );
    expect(sents.map((sent) => sent.status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  });

  test('an unknown id is 404', async () => {
    rejects(await door.send('POST', `/prospects/${newId()}/convert-to-lead`), 404, 'Not Found');
    rejects(await door.send('POST', `/prospects/${newId()}/convert-to-customer`), 404, 'Not Found');
  });
});

describe('4.1 by industry and high value', () => {
  const dataOf = (sent: Sent) => bodyOf(sent).data as Body[];

  test('by-industry finds the whole name, letters’ case aside, URL-decoded; signs mean themselves', async () => {
    const industry = `Food & Drink 100% ${newId()}`;
    const { id } = await create({ industry, email: 'x@y.example', estimatedRevenue: 7, employeeCount: 3 });
    await create({ industry: `${industry} wholesale` });
    const sent = await door.send(
      'GET',
      `/prospects/by-industry/${encodeURIComponent(industry.toUpperCase())}`,
    );
    expect(sent.status).toBe(200);
    matches('A.prospects.byIndustry', sent);
    expect(dataOf(sent)).toEqual([
      {
        id,
        name: 'Acme',
        email: 'x@y.example',
        industry,
        estimatedRevenue: 7,
        employeeCount: 3,
        status: 'researching',
      },
    ]);
    expect((await door.send('GET', '/prospects/by-industry/%25')).json).toEqual({ data: [] });
  });

  test('high-value is strictly above minRevenue, 1000000 unless given, the largest first', async () => {
    const own = doorFor(surfaceA, (await foundTestOrganization()).principals.sales);
    for (const estimatedRevenue of [1000000, 1000000.01, 3000000, null, 2000000]) {
      await own.send('POST', '/prospects', { body: { name: 'P', estimatedRevenue } });
    }
    const revenues = async (query: string) => {
      const sent = await own.send('GET', `/prospects/high-value${query}`);
      matches('A.prospects.highValue', sent);
      return dataOf(sent).map((row) => row.estimatedRevenue);
    };
    expect(await revenues('')).toEqual([3000000, 2000000, 1000000.01]);
    expect(await revenues('?minRevenue=2000000')).toEqual([3000000]);
    expect(await revenues('?minRevenue=0')).toEqual([3000000, 2000000, 1000000.01, 1000000]);
    rejects(await own.send('GET', '/prospects/high-value?minRevenue=much'), 400, 'Bad Request');
  });

  test('lists longer than one fetch of the cursor arrive whole', async () => {
    const other = await foundTestOrganization();
    const { withTenantSql, sql } = await import('@/db/tenancy');
    await withTenantSql({ organizationId: other.principals.admin.organizationId, userId: null }, (tenant) =>
      sql(
        tenant,
        `insert into prospects (organization_id, id, name, estimated_revenue)
         select $1::uuid, uuidv7(), 'P' || n, n + 1000000 from generate_series(1, 2500) n`,
        [other.organizationId],
      ),
    );
    const sent = await doorFor(surfaceA, other.principals.sales).send('GET', '/prospects/high-value');
    expect(dataOf(sent).map((row) => row.estimatedRevenue)).toEqual(
      Array.from({ length: 2500 }, (_, n) => 1002500 - n),
    );
  });
});

describe('5 and decisions "Roles": who may', () => {
  test('a viewer reads, and gets 403 Forbidden for every write, which changes nothing', async () => {
    const viewer = doorFor(surfaceA, organization.principals.viewer);
    const made = await create();
    expect((await viewer.send('GET', `/prospects/${made.id}`)).status).toBe(200);
    for (const [method, path] of [
      ['POST', '/prospects'],
      ['PUT', `/prospects/${made.id}`],
      ['DELETE', `/prospects/${made.id}`],
      ['POST', `/prospects/${made.id}/convert-to-lead`],
      ['POST', `/prospects/${made.id}/convert-to-customer`],
    ] as const) {
      const body = path.includes('convert') || method === 'DELETE' ? {} : { body: { name: 'Mallory' } };
      rejects(await viewer.send(method, path, body), 403, 'Forbidden');
    }
    expect(await read(made.id)).toEqual(made);
  });

  test('another organization’s prospect cannot be changed, deleted or converted: 404', async () => {
    const made = await create();
    const outsider = doorFor(surfaceA, (await foundTestOrganization()).principals.admin);
    for (const [method, path] of [
      ['PUT', `/prospects/${made.id}`],
      ['DELETE', `/prospects/${made.id}`],
      ['POST', `/prospects/${made.id}/convert-to-lead`],
      ['POST', `/prospects/${made.id}/convert-to-customer`],
    ] as const) {
      const body = method === 'PUT' ? { body: { name: 'Mallory' } } : {};
      rejects(await outsider.send(method, path, body), 404, 'Not Found');
    }
    expect(await read(made.id)).toEqual(made);
  });

  test('an unsupported method is 405 with Allow; an unknown path is a JSON 404', async () => {
    const sent = await door.send('DELETE', '/prospects');
    rejects(sent, 405, 'Method Not Allowed');
    expect(sent.headers.get('allow')).toBe('POST, GET');
    rejects(await door.send('GET', '/prospects/high-value/none'), 404, 'Not Found');
  });
});
