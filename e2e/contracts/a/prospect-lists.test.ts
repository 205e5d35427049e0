import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceA } from '@/surfaces/a/surface';
import { type Door, doorFor, routeOf, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

// Proves the law sales/find-prospects of prisma/sql.

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

const _FULL = {
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

  test('pages follow one another without gap or overlap, and Link leads in both directions', async () => {
    const sent = await own.send('GET', '/prospects?page=2&limit=5&sortField=createdAt&sortOrder=asc');
    expect(names(sent)).toEqual(['P6', 'P7', 'P8', 'P9', 'P10']);
    const link = sent.headers.get('link') ?? '';
    expect(link).toMatch(/page=3[^>]*>; rel="next"/);
    expect(link).toMatch(/page=1[^>]*>; rel="prev"/);
    expect(bodyOf(await own.send('GET', '/prospects?page=9')).data).toEqual([]);
  });

  test('sorts by each documented field; unknown values come last in both directions', async () => {
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

describe('4.1 by industry and high value', () => {
  const dataOf = (sent: Sent) => bodyOf(sent).data as Body[];

  test('by-industry finds the whole name, ignoring case, URL-decoded; wildcards match literally', async () => {
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

  test('high-value is strictly above minRevenue, 1000000 unless given, largest first', async () => {
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

  test('lists longer than one fetch of the cursor are returned in full', async () => {
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

describe('5 and decisions "Roles": authorization', () => {
  test('a viewer can read, and gets 403 Forbidden for every write, which changes nothing', async () => {
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
