import { sql, type Tenant } from '../tenancy';

/** The periods that unposted revenue and contract costs of a subsidiary are planned in, found one by one from the index. */
export async function plannedPeriods(tenant: Tenant, subsidiaryId: string): Promise<string[]> {
  const rows = await sql<{ period: string }>(
    tenant,
    `with recursive planned (period) as (
       (select r.period from revenue_rows r
        where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null order by r.period limit 1)
       union all
       select (select r.period from revenue_rows r where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null
                 and r.period > p.period order by r.period limit 1)
       from planned p where p.period is not null
     )
     select p.period from planned p where p.period is not null
     union select r.period from contract_cost_rows r
       where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null
     order by 1`,
    [tenant.organizationId, subsidiaryId],
  );
  return rows.map(({ period }) => period);
}

/** The next contracts that have an amount planned in any of some periods, by id. */
export async function contractsPlannedIn(
  tenant: Tenant,
  subsidiaryId: string,
  periods: readonly string[],
  { after, limit }: { after: string | null; limit: number },
): Promise<string[]> {
  const rows = await sql<{ contractId: string }>(
    tenant,
    `select distinct d.contract_id as "contractId" from (
       select r.contract_id from revenue_rows r
       where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null and r.period = any ($3::text[])
         and ($4::uuid is null or r.contract_id > $4::uuid)
       group by r.contract_id, r.obligation_key, r.period having sum(r.amount) <> 0) d
     order by 1 limit $5`,
    [tenant.organizationId, subsidiaryId, periods, after, limit],
  );
  return rows.map(({ contractId }) => contractId);
}

/** The next costs that have an amount planned in any of some periods, by id; `follows`: their contract's facts say what they are. */
export async function costsPlannedIn(
  tenant: Tenant,
  subsidiaryId: string,
  periods: readonly string[],
  limit: number,
): Promise<{ costId: string; contractId: string; follows: boolean }[]> {
  return sql(
    tenant,
    `select c.id as "costId", c.contract_id as "contractId", c.item is not null as follows from (select distinct d.cost_id from (
       select r.cost_id from contract_cost_rows r
       where r.organization_id = $1::uuid and r.subsidiary_id = $2::uuid and r.run_id is null and r.period = any ($3::text[])
       group by r.cost_id, r.row_kind, r.period having sum(r.amount) <> 0) d order by 1 limit $4) x
     join contract_costs c on c.organization_id = $1::uuid and c.id = x.cost_id order by 1`,
    [tenant.organizationId, subsidiaryId, periods, limit],
  );
}
