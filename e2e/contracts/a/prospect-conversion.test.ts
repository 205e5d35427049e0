import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { closeConnections } from '@/db/client';
import { newId } from '@/lib/ids';
import { surfaceA } from '@/surfaces/a/surface';
import { contend, holdRow } from '@/testing/contenders';
import { type Door, doorFor, routeOf, type Sent } from '@/testing/door';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';

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
    'a prospect that is %s can be converted (decisions, "Conversion")',
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

  test('of many conversions at once exactly one succeeds and the others get 409 (decisions, "Conversion")', async () => {
    const { id } = await create();
    const convert = (n: number) => () =>
      door.send('POST', `/prospects/${id}/convert-to-${n % 2 === 0 ? 'lead' : 'customer'}`);
    const outcomes = await contend(
      holdRow('prospects', organization.organizationId, id as string),
      Array.from({ length: 8 }, (_, n) => convert(n)),
    );
    const statuses = outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.status : outcome,
    );
    expect(statuses.sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    const made = await withOwner((client) =>
      client.query(
        'select id from leads where prospect_id = $1 union all select id from customers where prospect_id = $1',
        [id],
      ),
    );
    expect(made.rows).toHaveLength(1);
  });

  test('an unknown id is 404', async () => {
    rejects(await door.send('POST', `/prospects/${newId()}/convert-to-lead`), 404, 'Not Found');
    rejects(await door.send('POST', `/prospects/${newId()}/convert-to-customer`), 404, 'Not Found');
  });
});
