import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeConnections } from '@/db/client';
import { pageContractsOfRun } from '@/db/revenue/runs/reversals';
import { sql, type Tenant, withTenantRead, withTenantSql } from '@/db/tenancy';
import { newId } from '@/lib/ids';
import { cases } from '@/testing/long-run';
import { foundTestOrganization, type TestOrganization } from '@/testing/organization';

// Proves the law revenue/note-run-contracts of prisma/sql, and the page that reads its counts.

afterAll(closeConnections);

let org: TestOrganization;
const contracts = Array.from({ length: 6 }, () => newId()).sort();
/** Two runs of a month, a reversal of the first, and a run for one contract. */
let runs: readonly string[] = [];
const claim = () => ({ organizationId: org.principals.admin.organizationId, userId: null });
const fold = (notes: number) =>
  withTenantSql(claim(), (tenant) => sql(tenant, 'select daybook_fold_counts($1::int)', [notes]));

beforeAll(async () => {
  org = await foundTestOrganization({ today: '2026-11-21' });
  await withTenantSql(claim(), (tenant) =>
    sql(
      tenant,
      `insert into revenue_contracts (organization_id, id, contract_number, subsidiary_id, currency_code, contract_date)
       select $1::uuid, u.id, 'K' || u.n, $3::uuid, 'USD', '2026-01-01' from unnest($2::uuid[]) with ordinality u(id, n)`,
      [tenant.organizationId, contracts, org.ids.rootSubsidiary],
    ),
  );
  runs = await newRuns();
});

let number = 0;
async function newRuns(): Promise<string[]> {
  const ids = [newId(), newId(), newId(), newId()];
  number += ids.length;
  await withTenantSql(claim(), (tenant) =>
    sql(
      tenant,
      `insert into revenue_runs (organization_id, id, run_number, kind, subsidiary_id, contract_id, period, posting_date, rates, proposal, reverses_run_id, reason)
       select $1::uuid, r.id, 'RR-' || ($5::int + r.n), r.kind, $3::uuid, case r.kind when 'EVENT' then $4::uuid end, '2026-01', '2026-01-31', '{}', '{}',
         case r.kind when 'REVERSAL' then ($2::uuid[])[1] end, case r.kind when 'REVERSAL' then 'Wrong' end
       from unnest($2::uuid[], array['PERIOD', 'PERIOD', 'REVERSAL', 'EVENT']) with ordinality r(id, kind, n)`,
      [tenant.organizationId, ids, org.ids.rootSubsidiary, contracts[0], number],
    ),
  );
  return ids;
}

/** What one statement records: contracts, in a run or in none. */
const statement = fc.record({
  moved: fc.array(fc.tuple(fc.nat(contracts.length - 1), fc.constantFrom(0, 0, 1, 2, 3, null)), {
    minLength: 1,
    maxLength: 8,
  }),
  fails: fc.boolean(),
  folded: fc.constantFrom(0, 0, 1, 3),
});

function record(tenant: Tenant, moved: readonly (readonly [number, number | null])[]): Promise<unknown> {
  // A run for one contract has no other.
  const rows = moved.map(([at, run]) => ({
    contract: run === 3 ? contracts[0] : contracts[at],
    run: run === null ? null : runs[run],
  }));
  return sql(
    tenant,
    `insert into revenue_movements (organization_id, id, contract_id, subsidiary_id, currency_code, kind, amount, posting_date, period, run_id, entry_id,
       receivable, receivable_base, cash, cash_base, contract_asset, contract_asset_base, deferred, deferred_base, refund, refund_base, revenue,
       revenue_base, exchange_base)
     select $1::uuid, daybook_uuid_v7(), m.contract, $3::uuid, 'USD', 'REVENUE', 7, '2026-01-20', '2026-01', m.run, daybook_uuid_v7(),
       0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0
     from jsonb_to_recordset($2::jsonb) as m(contract uuid, run uuid)`,
    [tenant.organizationId, JSON.stringify(rows), org.ids.rootSubsidiary],
  );
}

async function compare(subsidiaryIds: readonly string[] | null): Promise<number> {
  return withTenantRead({ ...claim(), subsidiaryIds }, async (tenant) => {
    const moved = await sql<{ run: string; id: string }>(
      tenant,
      'select distinct run_id as run, contract_id as id from revenue_movements where run_id = any ($1::uuid[])',
      [runs],
    );
    for (const id of runs) {
      const { total, rows } = await pageContractsOfRun(tenant, id, { page: 1, limit: 100 });
      expect(total).toBe(moved.filter(({ run }) => run === id).length);
      expect(rows).toHaveLength(total);
    }
    return runs.length;
  });
}

it('a run has as many contracts as it moved, each once, however often, by whichever statements, and however much of it is added up', async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(statement, { minLength: 2, maxLength: 8 }), async (history) => {
      runs = await newRuns();
      for (const { moved, fails, folded } of history) {
        const failed = new Error('rolled back');
        await withTenantSql(claim(), async (tenant) => {
          await record(tenant, moved);
          if (fails) throw failed;
        }).catch((error: unknown) => {
          if (error !== failed) throw error;
        });
        if (folded > 0) await fold(folded);
        compared += await compare(null);
      }
      compared += await compare([org.ids.rootSubsidiary]);
    }),
    { numRuns: cases(25, 200) },
  );
  expect(compared).toBeGreaterThanOrEqual(500);
});

it('what is kept of a run is the number of its contracts, and of a run for one contract nothing', async () => {
  runs = await newRuns();
  await withTenantSql(claim(), (tenant) =>
    record(tenant, [
      [0, 0],
      [1, 0],
      [0, 3],
    ]),
  );
  const kept = await withTenantRead(claim(), (tenant) =>
    sql<{ id: string; n: number }>(
      tenant,
      `select state as id, sum(n)::int as n from (
         select state, record_count as n from record_counts where noun = 'run_contracts'
         union all
         select state, record_count from record_count_changes where noun = 'run_contracts') x
       where state = any ($1::text[]) group by 1`,
      [runs],
    ),
  );
  expect(kept).toEqual([{ id: runs[0], n: 2 }]);
});
