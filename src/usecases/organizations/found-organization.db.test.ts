import { afterAll, describe, expect, it } from 'vitest';
import { provenOrganizationId } from '@/auth/organization-id';
import { founderOf } from '@/auth/other-organization';
import { DEFAULT_CHART } from '@/core/ledger/default-chart';
import { closeConnections } from '@/db/client';
import { sql, withTenantReport } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { foundTestOrganization } from '@/testing/organization';
import { proposeFounding, showFounding } from '../founding/show-founding';
import { run, runForOutput } from '../kit/run';
import { foundOrganization, newOrganizationIdFor } from './found-organization';
import { createOrganization } from './organization-records';

afterAll(closeConnections);

async function count(organizationId: string, table: string): Promise<number> {
  const claim = { organizationId: provenOrganizationId(organizationId), userId: null };
  const [row] = await withTenantReport(claim, (tenant) =>
    sql<{ n: number }>(tenant, `select count(*)::int as n from ${table}`),
  );
  return row?.n ?? 0;
}

describe('founding an organization', () => {
  it('creates books that are ready to use: chart, types, rules, tax codes, three years of periods, an admin', async () => {
    const one = await foundTestOrganization();
    expect(await count(one.organizationId, 'accounts')).toBe(DEFAULT_CHART.length);
    expect(await count(one.organizationId, 'transaction_types')).toBe(8);
    expect(await count(one.organizationId, 'posting_rules')).toBe(8);
    expect(await count(one.organizationId, 'tax_codes')).toBe(3);
    expect(await count(one.organizationId, 'fiscal_periods')).toBe(36);
    expect(await count(one.organizationId, 'memberships')).toBe(8);
    expect(await count(one.organizationId, `audit_log where action = 'organizations.found'`)).toBe(1);
  });

  it('refuses a slug that is taken with DUPLICATE and stores nothing', async () => {
    const one = await foundTestOrganization();
    const found = (id: string) =>
      runForOutput(
        foundOrganization,
        {
          ...one.callAs('admin'),
          principal: { ...one.principals.admin, organizationId: provenOrganizationId(id) },
        },
        { name: 'Twin', slug: `twin-${one.organizationId.slice(-8)}` },
      );
    await found(newId());
    const second = newId();
    await expect(found(second)).rejects.toMatchObject({ refusal: { code: 'DUPLICATE' } });
    expect(await count(second, 'accounts')).toBe(0);
  });

  it('begins with the country it is given: the chart, the tax codes and the policies of that country are proposed', async () => {
    const one = await foundTestOrganization();
    const id = newId();
    const call = { ...one.callAs('admin'), principal: founderOf(one.principals.admin, id) };
    await runForOutput(createOrganization, call, { name: 'Berlin', baseCurrency: 'EUR', countryCode: 'DE' });
    expect((await runForOutput(showFounding, call, {})).rootSubsidiary).toMatchObject({
      name: 'Berlin',
      countryCode: 'DE',
    });
    const proposed = await runForOutput(proposeFounding, call, {});
    expect(proposed).toMatchObject({ countryCode: 'DE', chart: 'IFRS' });
    expect(proposed.taxCodes).toEqual((await proposedFor('DE')).taxCodes);
    expect(proposed.taxCodes).not.toEqual((await proposedFor('US')).taxCodes);

    async function proposedFor(countryCode: string) {
      return runForOutput(proposeFounding, one.callAs('admin'), { countryCode });
    }
  });

  it('refuses a country that does not exist and stores nothing', async () => {
    const one = await foundTestOrganization();
    const id = newId();
    const call = { ...one.callAs('admin'), principal: founderOf(one.principals.admin, id) };
    await expect(
      runForOutput(createOrganization, call, { name: 'Nowhere', countryCode: 'XX' }),
    ).rejects.toMatchObject({ refusal: { code: 'INVALID_INPUT' } });
    expect(await count(id, 'accounts')).toBe(0);
  });

  it('creates once for one Idempotency-Key, and replays the stored answer', async () => {
    const one = await foundTestOrganization();
    const idempotency = { key: newId(), route: 'POST /api/organizations', requestHash: 'x' };
    const once = () => {
      const organizationId = provenOrganizationId(
        newOrganizationIdFor({ principal: one.principals.admin, idempotency }),
      );
      const call = {
        ...one.callAs('admin'),
        principal: { ...one.principals.admin, organizationId },
        idempotency,
      };
      return run(foundOrganization, call, { name: 'Once' }, ({ id }) => ({
        status: 201,
        body: id,
        headers: {},
      }));
    };
    const first = await once();
    const second = await once();
    expect(first.replayed).toBe(false);
    expect(second.replayed).toBe(true);
    if (!first.replayed && second.replayed) expect(second.answer.body).toBe(first.output.id);
  });
});
