import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { closeConnections } from './client';
import { fromNearerEnd } from './record-store';
import { type ProspectRecord, prospects } from './stores/sales/prospects';
import { withTenantRead, withTenantWrite } from './tenancy';

const COUNT = 23;
const ORDERS = [
  [{ name: 'asc' }, { id: 'asc' }],
  [{ name: 'desc' }, { id: 'desc' }],
  [{ company: 'asc' }, { id: 'desc' }],
  [{ estimatedRevenue: { sort: 'asc', nulls: 'last' } }, { id: 'asc' }],
  [{ estimatedRevenue: { sort: 'desc', nulls: 'last' } }, { id: 'desc' }],
  [{ estimatedRevenue: { sort: 'desc', nulls: 'first' } }, { id: 'asc' }],
] as const;

let org: TestOrganization;
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });

beforeAll(async () => {
  org = await foundTestOrganization();
  await withTenantWrite(claim(), async (tenant) => {
    // Several have the same company and the same revenue, some neither.
    for (let n = 0; n < COUNT; n += 1)
      await prospects.insert(tenant, {
        name: `Prospect ${(n * 7) % COUNT}`,
        company: n % 3 === 0 ? null : `Company ${n % 4}`,
        estimatedRevenue: n % 5 === 0 ? null : String((n % 6) * 1000),
      });
  });
});
afterAll(closeConnections);

describe('a page of a list', () => {
  it.each(ORDERS)(
    'in the order %j, %j: is the same whichever end it is counted from, and the pages are the list in pieces',
    async (...orderBy) => {
      const idsOf = (rows: readonly ProspectRecord[]) => rows.map(({ id }) => id);
      await withTenantRead(claim(), async (tenant) => {
        const whole = idsOf(await prospects.list(tenant, { orderBy }));
        expect(whole).toHaveLength(COUNT);
        for (const take of [1, 4, 10, 23, 50]) {
          for (let skip = 0; skip <= COUNT + take; skip += take) {
            const { rows, total } = await prospects.page(tenant, { orderBy, skip, take });
            expect({ ids: idsOf(rows), total }).toEqual({
              ids: whole.slice(skip, skip + take),
              total: COUNT,
            });
          }
        }
      });
    },
  );

  it('never passes over more than half of the list', () => {
    const orderBy = [{ name: 'asc' }, { id: 'asc' }] as const;
    for (let skip = 0; skip < 1000; skip += 50)
      expect(
        fromNearerEnd<ProspectRecord, never>({ orderBy, skip, take: 50 }, 1000).skip,
      ).toBeLessThanOrEqual(500);
  });
});
