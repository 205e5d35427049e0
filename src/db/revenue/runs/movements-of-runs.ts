import { sql, type Tenant } from '../../tenancy';

/** The contracts that a run moved and whose customers can still cancel a bill, in their order after one of them. */
export async function waitingContracts(
  tenant: Tenant,
  runId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const rows = await sql<{ contractId: string }>(
    tenant,
    `select c.contract_id as "contractId"
     from (select distinct e.contract_id from revenue_events e
           where e.organization_id = $1::uuid and e.kind = 'invoice' and e.body ->> 'unconditional' = 'false'
             and e.contract_id > coalesce($3::uuid, '00000000-0000-0000-0000-000000000000')) c
     where exists (select from revenue_movements m
                   where m.organization_id = $1::uuid and m.contract_id = c.contract_id and m.run_id = $2::uuid)
     order by 1 limit $4`,
    [tenant.organizationId, runId, after, limit],
  );
  return rows.map(({ contractId }) => contractId);
}

/** What runs posted of a contract, taken back with its sign: the day of posting, and the last day of what was earned. */
export async function postedRevenue(
  tenant: Tenant,
  contractId: string,
): Promise<readonly { readonly on: string; readonly earnedOn: string; readonly amount: string }[]> {
  return sql(
    tenant,
    `select u.posting_date as on, r.end_date as "earnedOn", sum(r.amount)::text as amount
     from revenue_rows r join revenue_runs u on u.organization_id = r.organization_id and u.id = r.run_id
     where r.organization_id = $1::uuid and r.contract_id = $2::uuid and r.run_id is not null group by 1, 2`,
    [tenant.organizationId, contractId],
  );
}

/** Revenue of a contract as its position was moved by it, by the day of posting. */
export async function recognisedByDay(
  tenant: Tenant,
  contractId: string,
): Promise<readonly { readonly on: string; readonly amount: string }[]> {
  return sql(
    tenant,
    `select m.posting_date as on, sum(m.revenue)::text as amount from revenue_movements m
     where m.organization_id = $1::uuid and m.contract_id = $2::uuid and m.revenue <> 0 group by 1`,
    [tenant.organizationId, contractId],
  );
}
