import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { keptContractsOfDays } from '@/db/stores/record-counts';
import { sql, type Tenant, withTenantRead, withTenantSql } from '@/db/tenancy';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';
import { runForOutput } from '@/usecases/kit/run';
import { listContracts } from '@/usecases/revenue/contracts/list-contracts';

// Proves the law revenue/note-contract-days of prisma/sql, and the list that reads its counts.

afterAll(closeConnections);

let org: TestOrganization;
beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
});
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });
const fold = (notes: number) =>
  withTenantSql(claim(), (tenant) => sql(tenant, 'select daybook_fold_counts($1::int)', [notes]));

const DAYS = ['1999-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2030-12-31'] as const;
const fact = fc.record({
  act: fc.constantFrom('add', 'add', 'redate', 'touch', 'remove', 'fail'),
  rows: fc.integer({ min: 1, max: 4 }),
  day: fc.constantFrom(...DAYS),
  other: fc.constantFrom(...DAYS),
});
type Fact = typeof fact extends fc.Arbitrary<infer One> ? One : never;
const range = fc.record({
  from: fc.option(fc.constantFrom(...DAYS)),
  to: fc.option(fc.constantFrom(...DAYS)),
});

let number = 1;
async function write(tenant: Tenant, { act, rows, day, other }: Fact): Promise<void> {
  const some = `organization_id = $1::uuid and id in (select id from revenue_contracts where organization_id = $1::uuid order by md5(id::text) limit ${rows})`;
  if (act === 'add') {
    await sql(
      tenant,
      `insert into revenue_contracts (organization_id, id, contract_number, subsidiary_id, currency_code, contract_date)
       select $1::uuid, daybook_uuid_v7(), 'K' || (n + $2::int), $3::uuid, 'USD', case when n % 2 = 0 then $4::date else $5::date end
       from generate_series(1, ${rows}) n`,
      [tenant.organizationId, number, org.ids.rootSubsidiary, day, other],
    );
    number += rows;
  } else if (act === 'redate')
    await sql(tenant, `update revenue_contracts set contract_date = $2::date where ${some}`, [
      tenant.organizationId,
      day,
    ]);
  else if (act === 'touch')
    await sql(tenant, `update revenue_contracts set updated_at = now() where ${some}`, [
      tenant.organizationId,
    ]);
  else await sql(tenant, `delete from revenue_contracts where ${some}`, [tenant.organizationId]);
}

async function countByHand(tenant: Tenant, from: string | null, to: string | null): Promise<number> {
  const all = await sql<{ day: string }>(
    tenant,
    'select contract_date::text as day from revenue_contracts where organization_id = $1::uuid',
    [tenant.organizationId],
  );
  return all.filter(({ day }) => (from === null || day >= from) && (to === null || day <= to)).length;
}

it('as many contracts are of some days as counting them finds, whatever is written and taken back, and however much of it is added up', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fact, range, fc.constantFrom(0, 0, 1, 3)), { minLength: 4, maxLength: 12 }),
      async (history) => {
        for (const [one, { from, to }, folded] of history) {
          const failed = new Error('rolled back');
          await withTenantSql(claim(), async (tenant) => {
            await write(tenant, one);
            expect(await keptContractsOfDays(tenant, from, to)).toBe(await countByHand(tenant, from, to));
            if (one.act === 'fail') throw failed;
          }).catch((error: unknown) => {
            if (error !== failed) throw error;
          });
          if (folded > 0) await fold(folded);
          const expected = await withTenantRead(claim(), (tenant) => countByHand(tenant, from, to));
          const asked = {
            ...(from === null ? {} : { dateFrom: from }),
            ...(to === null ? {} : { dateTo: to }),
          };
          const list = (more: object) =>
            runForOutput(listContracts, org.callAs('auditor'), { ...asked, ...more, limit: 3 });
          expect((await list({})).total).toBe(expected);
          // Narrowed by more than days they are counted; all of these are drafts, and of one subsidiary.
          expect((await list({ status: 'DRAFT' })).total).toBe(expected);
          expect((await list({ status: 'ACTIVE' })).total).toBe(0);
          expect((await list({ subsidiaryId: org.ids.rootSubsidiary })).total).toBe(expected);
          compared += 5;
        }
        expect(
          await withTenantRead({ ...claim(), subsidiaryIds: [org.ids.rootSubsidiary] }, (tenant) =>
            keptContractsOfDays(tenant, null, null),
          ),
        ).toBeNull();
      },
    ),
    { numRuns: cases(15, 200) },
  );
  expect(compared).toBeGreaterThanOrEqual(500);
});
