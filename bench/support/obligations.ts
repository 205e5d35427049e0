import { sql, withTenantSql } from '@/db/tenancy';
import type { TestOrganization } from '@/testing/organization';
import { withOwner } from '@/testing/owner';
import { runForOutput } from '@/usecases/kit/run';
import { createContract } from '@/usecases/revenue/contracts/create-contract';

/** Contracts in force with one ratable obligation each, stored in bulk; triggers maintain the summary. What an interrupted call stored stays as it is. */
export async function fillObligations(
  org: TestOrganization,
  obligations: number,
  months: number,
): Promise<void> {
  // The first contract creates the policy.
  await runForOutput(createContract, org.callAs('controller'), {
    customerId: org.ids.customer,
    contractDate: '2026-01-01',
  });
  const account = (code: string) => org.account(code);
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  // Each table's statistics are gathered before the next one refers to it: a foreign-key check that was planned on an almost empty table
  // reads the whole table for every row.
  const run = async (text: string, values: readonly unknown[]) => {
    await withTenantSql(claim, (tenant) => sql(tenant, text, [org.organizationId, ...values]));
    const [, table = ''] = /^insert into (\w+)/.exec(text) ?? [];
    await withOwner((client) => client.query(`analyze ${table}`));
  };
  await run(
    `insert into revenue_contracts (organization_id, id, contract_number, customer_id, subsidiary_id, currency_code, contract_date, transaction_price, contract_status, policy_id)
       select $1::uuid, daybook_uuid_v7(), 'BENCH-' || n, $2::uuid, $3::uuid, 'USD', '2026-01-01', ${months * 100}, 'ACTIVE',
         (select id from revenue_policies where organization_id = $1::uuid limit 1) from generate_series(1, $4::int) n on conflict do nothing`,
    [org.ids.customer, org.ids.rootSubsidiary, obligations],
  );
  await run(
    `insert into revenue_positions (organization_id, contract_id, subsidiary_id, currency_code, cohort, receivable_account_id, deferred_account_id,
         contract_asset_account_id, refund_account_id, cash_account_id, exchange_account_id, interest_expense_account_id, interest_income_account_id)
       select $1::uuid, id, subsidiary_id, 'USD', '2026-01', $2::uuid, $3::uuid, $4::uuid, $5::uuid, $6::uuid, $7::uuid, $8::uuid, $9::uuid
       from revenue_contracts where organization_id = $1::uuid and contract_number like 'BENCH-%' on conflict do nothing`,
    ['1210', '2310', '1310', '2320', '1110', '7200', '8100', '7100'].map(account),
  );
  await run(
    `insert into revenue_events (organization_id, contract_id, seq, id, kind, effective_date, body)
       select $1::uuid, contract_id, 0, contract_id, 'created', '2026-01-01', '{}' from revenue_positions where organization_id = $1::uuid on conflict do nothing`,
    [],
  );
  await run(
    `insert into performance_obligations (organization_id, contract_id, key, position, pattern, ssp, allocated, timing, revenue_account_id)
       select $1::uuid, contract_id, 'term', 1, '{"kind":"RATABLE","start":"2026-01-01","end":"2026-12-31"}', ${months * 100}, ${months * 100}, 'OVER_TIME', $2::uuid
       from revenue_positions where organization_id = $1::uuid on conflict do nothing`,
    [account('4100')],
  );
  await run(
    `insert into revenue_bookings (organization_id, contract_id, seq, obligation_key, period, amount, event_id)
       select $1::uuid, contract_id, 0, 'term', '2026-01', ${months * 100}, contract_id from revenue_positions where organization_id = $1::uuid on conflict do nothing`,
    [],
  );
  await run(
    `insert into revenue_rows (organization_id, contract_id, seq, subsidiary_id, obligation_key, amount, period, natural_period, start_date, end_date,
         source, event_id, cause_id, catch_up, late, effective_on)
       select $1::uuid, p.contract_id, n, p.subsidiary_id, 'term', 100, '2026-' || lpad((n + 1)::text, 2, '0'), '2026-' || lpad((n + 1)::text, 2, '0'),
         make_date(2026, n + 1, 1), make_date(2026, n + 1, 28), 'SCHEDULE', p.contract_id, p.contract_id, false, false, '2026-01-01'
       from revenue_positions p cross join generate_series(0, ${months - 1}) n where p.organization_id = $1::uuid on conflict do nothing`,
    [],
  );
}

/** Capitalizes a cost for each contract of `fillObligations`, amortized by month. */
export async function fillCosts(org: TestOrganization): Promise<void> {
  const claim = { organizationId: org.principals.admin.organizationId, userId: null };
  const account = (code: string) => org.account(code);
  await withTenantSql(claim, async (tenant) => {
    await sql(
      tenant,
      `insert into contract_costs (organization_id, id, contract_id, cost_kind, subsidiary_id, currency_code, amount, posting_date, facts, decision,
           why, start_date, months, asset_account_id, expense_account_id, impair_account_id, offset_account_id)
         select $1::uuid, p.contract_id, p.contract_id, 'OBTAIN', p.subsidiary_id, 'USD', 60, '2026-01-01', '{}', 'CAPITALISED', 'Measured', '2026-01-01', 6,
           $2::uuid, $3::uuid, $3::uuid, $4::uuid
         from revenue_positions p where p.organization_id = $1::uuid`,
      [org.organizationId, account('1320'), account('6100'), account('1110')],
    );
    await sql(
      tenant,
      `insert into contract_cost_rows (organization_id, cost_id, seq, subsidiary_id, row_kind, period, amount, natural_period, event_id, cause_id)
         select $1::uuid, c.id, n, c.subsidiary_id, 'AMORTISE', '2026-' || lpad((n + 1)::text, 2, '0'), 10, '2026-' || lpad((n + 1)::text, 2, '0'),
           c.id, c.id
         from contract_costs c cross join generate_series(0, 5) n where c.organization_id = $1::uuid`,
      [org.organizationId],
    );
  });
  await withOwner((client) => client.query('analyze contract_costs, contract_cost_rows'));
}
