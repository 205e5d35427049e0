import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { customerVerbs } from '@/usecases/customers/customer-records';
import { runForOutput } from '@/usecases/kit/run';
import { containing, patternOf } from '@/usecases/kit/search';
import { listProspects } from '@/usecases/prospects/list-prospects';
import { closeConnections } from '../client';
import { type CustomerRecord, customers } from '../stores/sales/customers';
import { prospects } from '../stores/sales/prospects';
import { withTenantRead, withTenantWrite } from '../tenancy';
import { searchedPage } from './party-search';

let org: TestOrganization;
let others: TestOrganization;
const claim = (of = org) => ({ organizationId: of.principals.admin.organizationId, userId: null });

beforeAll(async () => {
  [org, others] = [await foundTestOrganization(), await foundTestOrganization()];
  for (const one of [org, others])
    await withTenantWrite(claim(one), async (tenant) => {
      for (let n = 0; n < 30; n += 1) {
        const name = `${['Harbor', 'Cedar', 'Granite 100%'][n % 3]} ${['Foods', 'Labs'][n % 2]} ${n % 7}`;
        const mail = n % 4 === 0 ? null : `${['billing', 'harbor'][n % 2]}@${n}.example`;
        await customers.insert(tenant, {
          companyName: name,
          customerId: n % 5 === 0 ? null : `CUST-${String(n).padStart(4, '0')}`,
          contactEmail: mail,
          recordStatus: n % 9 === 8 ? 'inactive' : 'active',
        });
        await prospects.insert(tenant, {
          name: `Prospect ${n}`,
          company: n % 6 === 0 ? null : name,
          email: mail,
          prospectStatus: n % 2 === 0 ? 'researching' : 'contacted',
          estimatedRevenue: n % 5 === 0 ? null : String((n % 4) * 100),
        });
      }
    });
});
afterAll(closeConnections);

const TEXTS = [
  'harbor',
  'HARBOR FOODS',
  'CUST-001',
  'billing@',
  '100%',
  'Granite 100% Labs',
  'zebra',
  '7.example',
  'Foods\nCUST',
];

describe('a search of a page', () => {
  it.each(TEXTS)(
    'of customers for %j: the index of texts finds what a condition on every customer finds',
    async (text) => {
      await withTenantRead(claim(), async (tenant) => {
        const asked = { orderBy: [{ companyName: 'desc' }, { id: 'desc' }], skip: 2, take: 4 } as const;
        const found = await searchedPage<CustomerRecord>(
          tenant,
          'customer',
          { ...asked, pattern: patternOf(text), equals: { recordStatus: 'active' }, isBounded: false },
          (ids) => customers.list(tenant, { where: { id: { in: ids } } }),
        );
        const plain = await customers.page(tenant, {
          ...asked,
          where: {
            recordStatus: 'active',
            OR: containing(text, ['companyName', 'customerId', 'contactEmail']),
          },
        });
        expect(found).toEqual({ ...plain, isCounted: true });
      });
    },
  );

  it.each(TEXTS)(
    'of prospects for %j: page after page is what the fields contain, in every order',
    async (text) => {
      for (const sortField of ['estimatedRevenue', 'company', 'createdAt'] as const)
        for (const status of [undefined, 'contacted'] as const) {
          const nulls = sortField === 'createdAt' ? 'desc' : ({ sort: 'desc', nulls: 'last' } as const);
          const plain = await withTenantRead(claim(), (tenant) =>
            prospects.list(tenant, {
              where: {
                ...(status && { prospectStatus: status }),
                OR: containing(text, ['name', 'company', 'email']),
              },
              orderBy: [{ [sortField]: nulls }, { id: 'desc' }],
            }),
          );
          for (let page = 1; page <= 4; page += 1) {
            const asked = { page, limit: 5, search: text, sortField, ...(status && { status }) };
            const { rows, total } = await runForOutput(listProspects, org.callAs('admin'), asked);
            expect({ ids: rows.map(({ id }) => id), total }).toEqual({
              ids: plain.slice((page - 1) * 5, page * 5).map(({ id }) => id),
              total: plain.length,
            });
          }
        }
    },
  );

  it('finds a text of two letters, which has no trigram, as well', async () => {
    const { total } = await runForOutput(customerVerbs.page, org.callAs('admin'), {
      search: 'Gr',
      includeInactive: true,
    });
    expect(total).toBe(10);
  });
});
