import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { REVENUE_CHECKS } from '@/db/reports/verification/verify-revenue';
import { DIFFERENT_YEARS } from '@/db/revenue/customer-years';
import { sql, withTenantSql } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { disaggregationReport } from '@/usecases/revenue/reports/report-revenue';
import { batchesOf } from '../../support/hold';
import { back, modificationOf, xAndY, z } from '../separate-orders';
import { contractWish, layContracts, layRun, openWorld, ratesOf } from '../standings';
import { COMPARED, DIFFERENT_MOMENTS } from './compared-months';
import { sumSome } from './posted-books';

// Proves revenue/move-obligation-sums, by month and by customer: the sums of an obligation that is agreed again on other terms.

afterAll(closeConnections);

const claimOf = (org: TestOrganization) => ({
  organizationId: org.principals.admin.organizationId,
  userId: null,
});
const compared = async (org: TestOrganization) => {
  const [row] = await withTenantSql(claimOf(org), (tenant) =>
    sql<{ wrong: number; months: number; settled: number }>(tenant, COMPARED, []),
  );
  return row ?? (null as never);
};

/** What the sums by customer, with what is added to them here, differ in from the rows, and what was added of each moment from those posted then. */
async function differentYears(org: TestOrganization): Promise<readonly unknown[]> {
  const claim = claimOf(org);
  await sumSome({ claim }, 10_000);
  return withTenantSql(claim, async (tenant) => [
    ...(await sql(tenant, DIFFERENT_YEARS, [claim.organizationId])),
    ...(await sql(tenant, DIFFERENT_MOMENTS, [])),
  ]);
}

/** What a full verification finds of the sums by month, of what was added to them by days, and of those by customer. */
const found = (org: TestOrganization) =>
  withTenantSql(claimOf(org), (tenant) =>
    sql(tenant, REVENUE_CHECKS.REVENUE_MONTHS, [claimOf(org).organizationId]),
  );

describe('an obligation agreed again on other terms after revenue of it was posted', () => {
  it('is reported under the terms it has now: 56 earned over time and reversed leave nothing in either timing', async () => {
    const { books, id } = await xAndY();
    const by = async (dimension: 'timing' | 'nature') => {
      const { rows } = await runForOutput(disaggregationReport, books.org.callAs('auditor'), {
        by: dimension,
        against: 'period',
        from: '2026-01',
        to: '2026-04',
      });
      return rows.map(({ value, amounts, total }) => [value, ...amounts, total]);
    };
    const z300 = { key: 'Z', ssp: '300', distinct: true, price: '300' };
    const pattern = { kind: 'RATABLE' as const, start: '2026-01-15', end: '2026-06-30' };
    await books.modify(id, z({ additions: [{ ...z300, pattern }], ownContract: false }));
    await books.runThrough('2026-01', '2026-02');
    expect(await by('timing')).toEqual([
      ['OVER_TIME', '0.00', '56.00', '56.00'],
      ['POINT_IN_TIME', '500.00', '0.00', '500.00'],
    ]);
    await back(books, (await modificationOf(books, id)).id);
    const goods = { ...z300, pattern: { kind: 'POINT' as const }, nature: 'GOODS' as const };
    await books.modify(id, z({ additions: [goods], ownContract: false }));
    await books.runThrough('2026-03', '2026-04');
    expect(await by('timing')).toEqual([['POINT_IN_TIME', '500.00', '56.00', '-56.00', '500.00']]);
    expect(await by('nature')).toEqual([
      ['GOODS', '0.00', '56.00', '-56.00', '0.00'],
      ['SERVICE', '500.00', '0.00', '0.00', '500.00'],
    ]);
    expect(await compared(books.org)).toMatchObject({ wrong: 0 });
    await books.tiesOut();
  });

  it('has its sums under what it is now, by month, by customer and by the days on which they were added, whichever of its terms changed', async () => {
    const world = await openWorld('USD');
    const claim = claimOf(world.org);
    const seed = Number(process.env.DAYBOOK_SEED ?? 20261121);
    const wishes = fc.sample(contractWish, { seed, numRuns: batchesOf(1, 500) });
    await withTenantSql(claim, async (tenant) => {
      await layContracts(tenant, world, wishes);
      await sql(
        tenant,
        `insert into revenue_bookings (organization_id, contract_id, seq, obligation_key, period, amount, event_id)
         select o.organization_id, o.contract_id, o.position, o.key, '2026-0' || (1 + o.position % 9), 100 + o.position, daybook_uuid_v7()
         from performance_obligations o where o.organization_id = $1::uuid`,
        [tenant.organizationId],
      );
    });
    const rates = ratesOf(world, { USD: '1', EUR: '1.0837', JPY: '0.0067', BHD: '2.65' });
    await withTenantSql(claim, async (tenant) => {
      const run = await layRun(tenant, world, { grouping: 'SUBSIDIARY', rates });
      await sql(tenant, 'select o_status from daybook_post_revenue_chunk($1::uuid, 150, null)', [run]);
    });
    const before = await compared(world.org);
    expect(before).toMatchObject({ wrong: 0 });
    expect(before.settled).toBeGreaterThan(20);
    expect(await differentYears(world.org)).toEqual([]);
    expect(await found(world.org)).toEqual([]);
    for (const [terms, every] of [
      [`timing = case timing when 'OVER_TIME' then 'POINT_IN_TIME' else 'OVER_TIME' end`, 2],
      [`nature = 'LICENCE'`, 3],
      [`expedient = 'SHORT_CONTRACT'`, 5],
      ['class_id = null, department_id = null', 2],
      ['location_id = null, revenue_account_id = (select id from accounts where code = $1)', 3],
    ] as const) {
      await withTenantSql(claim, (tenant) =>
        sql(
          tenant,
          `update performance_obligations set ${terms} where ('x' || left(md5(contract_id::text || key), 7))::bit(28)::int % ${every} = 0`,
          terms.includes('$1') ? ['4900'] : [],
        ),
      );
      expect(await compared(world.org), terms).toMatchObject({ wrong: 0 });
      expect(await differentYears(world.org), terms).toEqual([]);
      expect(await found(world.org), terms).toEqual([]);
    }
  });
});
